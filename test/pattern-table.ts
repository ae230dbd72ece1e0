/** Tables of patterns with one bit per state, made only from the depths of the plain search. */

import { factsOf, type NumberedSpace } from '#src/space/space.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import type { TableContents } from '#src/table/contents.js';
import { plainPatternSearch } from './plain-pattern-search.js';
import { type SpaceTableFile, saved } from './verify/table/space-files.js';

export interface PlainPatternTable {
  readonly space: NumberedSpace;
  readonly contents: TableContents;
  /** Depth of each state; -1 if it is unreachable. */
  readonly depths: Int32Array;
}

/** Returns the table of a pattern. @param blankCell cell of the blank in the goal, whose tiles are in order */
export async function plainPatternTable(
  boardName: string,
  tiles: readonly number[],
  blankCell?: number,
): Promise<PlainPatternTable> {
  const board = parseBoard(boardName);
  const goal = orderedPosition(board, blankCell);
  const space = await openNumberedSpace(patternSource(board, goal, tiles));
  const depths = new Int32Array(space.size).fill(-1);
  for (const { position, depth } of plainPatternSearch(mapOf(board), goal, tiles)) {
    depths[space.parse(position.map((tile) => (tile === 0 ? 'x' : tile < 0 ? '.' : tile)).join(' '))] = depth;
  }
  const histogram: number[] = [];
  for (const depth of depths) if (depth >= 0) histogram[depth] = (histogram[depth] ?? 0) + 1;
  const bytes = bitsOf(depths, tiles.length);
  return { space, depths, contents: { facts: factsOf(space), histogram, encoding: 'mod4', bytes: () => [bytes] } };
}

/** Saves the table of a pattern. */
export function savePatternTable(folder: string, { contents }: PlainPatternTable): Promise<SpaceTableFile> {
  return saved(contents, folder, contents.facts.name.replaceAll(/\W/g, '-'));
}

/** Returns the bits of all states, followed by the bits of reached states if not all are reached. */
function bitsOf(depths: Int32Array, tiles: number): Uint8Array {
  const address = addresses(tiles);
  const placements = depths.length / address.arrangements.length;
  const bitset = placements * address.bits;
  const showsReached = depths.includes(-1);
  const bytes = new Uint8Array(((showsReached ? 2 : 1) * bitset) / 8);
  const set = (bit: number) => {
    bytes[Math.floor(bit / 8)] |= 1 << (bit % 8);
  };
  for (const [state, depth] of depths.entries()) {
    if (depth < 0) continue;
    const placement = Math.floor(state / address.arrangements.length);
    const bit = placement * address.bits + address.arrangements[state % address.arrangements.length];
    if (depth % 4 >= 2) set(bit);
    if (showsReached) set(bitset + bit);
  }
  return bytes;
}

/** Returns the bits of a placement, and the bit of each arrangement by the digits v x y z w of its rank. */
function addresses(tiles: number): { bits: number; arrangements: number[] } {
  const radices = [5, 4, 3, 2].map((radix) => (radix <= tiles ? radix : 1));
  const count = Array.from({ length: tiles }, (_, index) => index + 1).reduce((product, k) => product * k, 1);
  const [xs, ys, zs, ws] = radices;
  const vectors = count / (xs * ys * zs * ws);
  const arrangements: number[] = [];
  for (let v = 0; v < vectors; v++)
    for (let x = 0; x < xs; x++)
      for (let y = 0; y < ys; y++)
        for (let z = 0; z < zs; z++)
          for (let w = 0; w < ws; w++) arrangements.push(128 * v + 64 * w + 12 * x + 3 * y + z);
  return { bits: 128 * vectors, arrangements };
}
