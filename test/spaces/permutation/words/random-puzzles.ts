/** Random puzzles: one or several sets of pieces, which turn or do not, some of them identical, with moves of all sorts. */

import type { GeneratedSpace } from '#src/space/space.js';
import {
  type ColouredPuzzle,
  colouredPuzzle,
  type PieceSet,
  type Projections,
} from '#src/spaces/permutation/colourings/puzzle.js';
import { shuffled } from './random-numbers.js';

type Random = (limit: number) => number;

export function randomPuzzle(random: Random): ColouredPuzzle {
  return colouredPuzzle(randomPieces(random));
}

/** Returns sets of pieces, and moves with names. */
export function randomPieces(
  random: Random,
): Pick<GeneratedSpace, 'generators'> & { readonly sets: readonly PieceSet[] } {
  const sets = Array.from({ length: 1 + random(3) }, () => randomSet(random));
  const generators = Array.from({ length: 1 + random(3) }, () => randomMove(sets, random));
  const sort = random(6);
  if (sort === 0) generators.push(generators[0]);
  if (sort === 1) generators.push(generators[0].map((_, point) => point));
  // Otherwise the moves are directed.
  if (sort > 2) generators.push(...generators.map((images) => images.map((_, point) => images.indexOf(point))));
  return { generators: generators.map((images, i) => ({ name: `${i}`, images })), sets };
}

function randomSet(random: Random): PieceSet {
  const pieces = 1 + random(8);
  const turns = pieces < 6 && random(2) === 0 ? 2 + random(2) : 1;
  const numbers = Array.from({ length: pieces }, (_, place) => place + 1);
  const solved = random(2) === 0 ? numbers.map(() => 1 + random(3)) : undefined;
  // The turns of identical pieces show for all of them, or for none.
  const shows = numbers.map(() => random(3) > 0);
  const orientations = (solved ?? numbers).map((number) => (shows[number - 1] ? random(turns) : null));
  return {
    name: 'pieces',
    pieces,
    turns,
    ...(solved !== undefined && { solved }),
    ...(random(3) === 0 && { orientations }),
  };
}

/** Returns a move of all sets, or of some. */
function randomMove(sets: readonly PieceSet[], random: Random): number[] {
  const images: number[] = [];
  for (const { pieces, turns } of sets) {
    const first = images.length;
    const order = random(4) === 0 ? shuffled(pieces, () => 0) : shuffled(pieces, random);
    const moved = random(4) > 0;
    for (let piece = 0; piece < pieces; piece++) {
      const turn = random(turns);
      const to = moved ? order[piece] : piece;
      for (let facet = 0; facet < turns; facet++)
        images.push(first + to * turns + (moved ? (facet + turn) % turns : facet));
    }
  }
  return images;
}

/** Returns labels of colours and, unless states are numbered directly, finer labels of words. */
export function randomProjections({ colours }: ColouredPuzzle, random: Random): Projections {
  const blockLabels = 1 + random(4);
  const wordLabels = 1 + random(5);
  const block = numbered(colours.map(({ set }) => `${set} ${random(blockLabels)}`));
  const word = numbered(block.map((label) => `${label} ${random(wordLabels)}`));
  return { frames: random(2) === 0 ? 'ordered' : 'exact', block, word: random(6) === 0 ? null : word };
}

function numbered(labels: readonly string[]): number[] {
  const distinct = [...new Set(labels)];
  return labels.map((label) => distinct.indexOf(label));
}
