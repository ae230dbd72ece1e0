/** Layers of a puzzle by plain methods: over the words of its compiled moves, one byte at a time, and over colourings. */

import type { GeneratedSpace } from '#src/space/space.js';
import type { BlockNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import {
  type ColouredPuzzle,
  colouredPuzzle,
  type PieceSet,
  type Projections,
} from '#src/spaces/permutation/colourings/puzzle.js';
import {
  type BitPermutations,
  type CompiledMoves,
  PERMUTATION_BITS,
  WORD_BYTES,
} from '#src/spaces/permutation/moves/compiled-moves.js';

/** Returns [state]: its depth, found by moving words along the rows. */
export function depthsByRows(numbering: BlockNumbering, moves: CompiledMoves): Int32Array {
  const depths = new Int32Array(numbering.size).fill(-1);
  const start = addressOf(numbering, moves, numbering.numberOf(numbering.puzzle.solved));
  const visited = new Uint8Array(moves.blocks * moves.words * WORD_BYTES);
  visited[start >> 3] = 1 << (start & 7);
  const numbers = new Map<number, number>();
  for (let state = 0; state < numbering.size; state++) numbers.set(addressOf(numbering, moves, state), state);
  let layer = Uint8Array.from(visited);
  for (let depth = 0; layer.some((byte) => byte !== 0); depth++) {
    layer.forEach((byte, at) => {
      for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) depths[numbers.get(8 * at + bit) ?? -1] = depth;
    });
    const reached = pushed(moves, layer);
    layer = reached.map((byte, at) => byte & ~visited[at]);
    layer.forEach((byte, at) => {
      visited[at] |= byte;
    });
  }
  return depths;
}

/** Returns the bit of a state, counted over all words. */
function addressOf(numbering: BlockNumbering, moves: CompiledMoves, state: number): number {
  const { blocks, words } = numbering;
  const block = Math.floor(state / blocks.states);
  const index = state % blocks.states;
  if (words === null) throw new RangeError('its states are in no words');
  const word = Math.floor(index / words.states);
  const bitType = words.bitTypeOf[blocks.typeOf[block]][word];
  const bit = moves.places.bits[bitType * words.states + (index % words.states)];
  return (block * moves.words + word) * 8 * WORD_BYTES + bit;
}

/** Returns the states to which one move leads from these. */
function pushed(moves: CompiledMoves, layer: Uint8Array): Uint8Array<ArrayBuffer> {
  const reached = new Uint8Array(layer.length);
  const blockBytes = moves.words * WORD_BYTES;
  for (let target = 0; target < moves.blocks; target++) {
    const into = reached.subarray(target * blockBytes, (target + 1) * blockBytes);
    for (let move = 0; move < moves.moves; move++) {
      const at = target * moves.moves + move;
      const source = layer.subarray(moves.sources[at] * blockBytes, (moves.sources[at] + 1) * blockBytes);
      const row = moves.rows.subarray(moves.sourceRows[at] * moves.words, (moves.sourceRows[at] + 1) * moves.words);
      pushWords(moves, row, source, into);
    }
  }
  return reached;
}

function pushWords({ permutations }: CompiledMoves, row: Uint32Array, source: Uint8Array, into: Uint8Array): void {
  row.forEach((entry, word) => {
    const before = source.subarray(word * WORD_BYTES, (word + 1) * WORD_BYTES);
    if (before.every((byte) => byte === 0)) return;
    const target = (entry >>> PERMUTATION_BITS) * WORD_BYTES;
    permutedWord(permutations, entry & ((1 << PERMUTATION_BITS) - 1), before).forEach((byte, i) => {
      into[target + i] |= byte;
    });
  });
}

export interface PlainLayers {
  /** States in the order of a breadth-first search. */
  readonly states: readonly Uint8Array[];
  /** [state]: its depth. */
  readonly depths: readonly number[];
}

/** Returns the states of a puzzle, null if there are more than `most`. */
export function plainLayers({ solved, moves }: ColouredPuzzle, most: number): PlainLayers | null {
  const states = [solved];
  const depths = [0];
  const seen = new Set([solved.join()]);
  for (let state = 0; state < states.length; state++) {
    for (const move of moves) {
      const moved = new Uint8Array(solved.length);
      move.forEach((image, point) => {
        moved[image] = states[state][point];
      });
      const text = moved.join();
      if (seen.has(text)) continue;
      if (states.length === most) return null;
      seen.add(text);
      states.push(moved);
      depths.push(depths[state] + 1);
    }
  }
  return { states, depths };
}

/** Returns exchanges of neighbours in each of these consecutive sets of pieces. */
export function exchanges(...sets: readonly (readonly number[])[]): ColouredPuzzle {
  const points = sets.flat().length;
  let first = 0;
  const generators = sets.flatMap(({ length }) => {
    const start = first;
    first += length;
    return Array.from({ length: length - 1 }, (_, i) => {
      const images = Array.from({ length: points }, (_, point) => point);
      [images[start + i], images[start + i + 1]] = [start + i + 1, start + i];
      return { name: `${start + i}`, images };
    });
  });
  return colouredPuzzle({
    generators,
    sets: sets.map((solved) => ({ name: 'pieces', pieces: solved.length, turns: 1, solved })),
  });
}

/** Random puzzles: one or several sets of pieces, which turn or do not, some of them identical, with moves of all sorts. */

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

/** Returns a source of random whole numbers 0..limit-1, the same for the same seed: mulberry32, by T. Ettinger. */
export function seededNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Returns the numbers 0..length-1 in random order. */
export function shuffled(length: number, random: (limit: number) => number): number[] {
  const numbers = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = random(i + 1);
    [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
  }
  return numbers;
}

/** The steps of a permutation of bits, byte by byte. */

const DISTANCES = [1, 2, 4];

/** Returns a word of 16 bytes with its bits permuted. */
export function permutedWord({ kind, count, bytes }: BitPermutations, index: number, word: Uint8Array): Uint8Array {
  const size = bytes.length / count;
  const own = bytes.subarray(index * size, (index + 1) * size);
  const permuted = new Uint8Array(16);
  if (kind === 'nibbles') {
    for (let nibble = 0; nibble < 32; nibble++) {
      const value = (word[nibble >> 1] >> (4 * (nibble & 1))) & 15;
      for (let i = 0; i < 16; i++) permuted[i] |= own[(nibble * 16 + value) * 16 + i];
    }
    return permuted;
  }
  for (let i = 0; i < 16; i++) {
    let byte = own[i] > 15 ? 0 : word[own[i]];
    for (const [k, distance] of DISTANCES.entries()) {
      const exchange = (byte ^ (byte >> distance)) & own[(k + 1) * 16 + i];
      byte ^= exchange ^ (exchange << distance);
    }
    permuted[i] = byte;
  }
  return permuted;
}
