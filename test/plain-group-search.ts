/**
 * The independent referee of permutation puzzles: a breadth-first search that moves the piece on every point, one state at a time. States
 * are texts. It uses no code of src.
 */

import type { GeneratedSpace } from '#src/space/space.js';

type Puzzle = Pick<GeneratedSpace, 'generators' | 'sets'>;

export interface PlainGroupSearch {
  /** Number of states at each depth. */
  readonly histogram: readonly number[];
  /** Depth of each state by its text. */
  readonly depths: ReadonlyMap<string, number>;
}

/** Searches a puzzle. @returns undefined if there are more than `most` states */
export function plainGroupSearch(puzzle: Puzzle, most: number): PlainGroupSearch | undefined {
  const { generators } = puzzle;
  const solved = solvedPieces(puzzle);
  const depths = new Map([[textOf(puzzle, solved), 0]]);
  const histogram: number[] = [];
  for (let layer = [solved]; layer.length > 0; ) {
    histogram.push(layer.length);
    const found: string[][] = [];
    for (const pieces of layer) {
      for (const { images } of generators) {
        const moved = movedPieces(pieces, images);
        const text = textOf(puzzle, moved);
        if (depths.has(text)) continue;
        depths.set(text, histogram.length);
        found.push(moved);
      }
    }
    if (depths.size > most) return undefined;
    layer = found;
  }
  return { histogram, depths };
}

/** Returns the text of the state after a sequence of moves, from the solved state or from the given text. */
export function plainGroupWalk(puzzle: Puzzle, moves: readonly string[], from?: string): string {
  let pieces = solvedPieces(puzzle);
  if (from !== undefined) pieces = piecesOfText(puzzle, from);
  for (const move of moves) {
    const generator = puzzle.generators.find(({ name }) => name === move);
    if (generator === undefined) throw new Error(`unknown move ${move}`);
    pieces = movedPieces(pieces, generator.images);
  }
  return textOf(puzzle, pieces);
}

function movedPieces(pieces: readonly string[], images: readonly number[]): string[] {
  const moved = [...pieces];
  for (const [point, image] of images.entries()) moved[image] = pieces[point];
  return moved;
}

/** Returns [point]: the piece on it, and the piece's turn relative to this point. */
function solvedPieces({ generators, sets }: Puzzle): string[] {
  if (sets === undefined) return generators[0].images.map((_, point) => `${point + 1}`);
  return sets.flatMap(({ pieces, turns, solved, orientations }) =>
    Array.from({ length: pieces }, (_, place) => {
      const orientation = orientations === undefined ? 0 : orientations[place];
      return facets(solved?.[place] ?? place + 1, turns, orientation);
    }).flat(),
  );
}

/** Returns the name of a piece on each of its points. @param orientation null if the piece's turn is invisible */
function facets(number: number, turns: number, orientation: number | null): string[] {
  return Array.from({ length: turns }, (_, facet) => {
    const turn = orientation === null ? 0 : (orientation - facet + turns) % turns;
    return turn === 0 ? `${number}` : `${number}+${turn}`;
  });
}

/** Returns the pieces on the first point of each place, as text. */
function textOf({ sets }: Puzzle, pieces: readonly string[]): string {
  if (sets === undefined) return pieces.join(' ');
  let point = 0;
  const texts = sets.map((set) => {
    const first = point;
    point += set.pieces * set.turns;
    return Array.from({ length: set.pieces }, (_, place) => pieces[first + place * set.turns]).join(' ');
  });
  return texts.join(' / ');
}

function piecesOfText(puzzle: Puzzle, text: string): string[] {
  const { sets } = puzzle;
  if (sets === undefined) return text.split(' ');
  const parts = text.split(' / ');
  return sets.flatMap(({ pieces, turns, solved, orientations }, set) => {
    const numbers = solved ?? Array.from({ length: pieces }, (_, place) => place + 1);
    return parts[set].split(' ').flatMap((word) => {
      const [number, turn = 0] = word.split('+').map(Number);
      const hidden = orientations?.[numbers.indexOf(number)] === null;
      return facets(number, turns, hidden ? null : turn);
    });
  });
}
