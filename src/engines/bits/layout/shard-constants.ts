/**
 * The beginning of every shard, the same in each: what the kernels look up while they move blocks.
 *
 *     parities  a byte for each sextet of a block: the parity of its digits within the block
 *     maps      u32 entries, one map for each move that has one
 */

import { type Geometry, writeDigits } from '../../../spaces/board/numbering/geometry.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';
import { type Blocks, KERNEL_STEP, type PlacedMove } from './blocks.js';
import { type CompiledMove, movesInto } from './moves.js';

/** Every part of a shard begins on a cache line. */
const CACHE_LINE = 64;
const SEXTET = 6;
/** The five low digits, and v. */
const DIGITS_OF_A_SEXTET = 6;
/** The kernels' own constants lie below this address. */
const KERNEL_DATA = 1024;

/** What the beginning of every shard holds: the parities at `address`, and the maps. */
export interface ShardConstants {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** @returns also the moves into each cell, with the addresses of their maps, and where what follows may begin */
export function shardConstants(
  geometry: Geometry,
  blocks: Blocks,
): { constants: ShardConstants; moves: PlacedMove[][]; end: number } {
  const address = KERNEL_DATA;
  const parities = sextetParities(blocks);
  const maps: { readonly at: number; readonly map: Uint32Array }[] = [];
  let end = align(address + parities.length);
  const place = (map: Uint32Array): number => {
    const at = end;
    maps.push({ at, map });
    end = align(end + map.byteLength);
    return at;
  };
  const moves = Array.from({ length: geometry.board.cells }, (_, cell) =>
    movesInto(geometry, cell).map((move) => placeMove(move, blocks, place)),
  );
  const bytes = new Uint8Array(end - address);
  bytes.set(parities);
  for (const { at, map } of maps) bytes.set(new Uint8Array(map.buffer), at - address);
  return { constants: { address, bytes }, moves, end };
}

/** The next address that a part may begin at. */
export function align(address: number): number {
  return Math.ceil(address / CACHE_LINE) * CACHE_LINE;
}

function placeMove(move: CompiledMove, blocks: Blocks, place: (map: Uint32Array) => number): PlacedMove {
  if (move.kind === 'runs') {
    const { run } = move;
    const entries = run >= blocks.words ? move.map : move.map.map((k) => k * run * BYTES_PER_WORD);
    return { ...move, map: place(entries), runs: entries.length };
  }
  if (move.kind === 'across') {
    const { group, map, ...rest } = move;
    // A group of 6 or 42 words is not a whole number of kernel steps, two of them are.
    const period = Math.min(blocks.paddedWords, group % KERNEL_STEP === 0 ? group : 2 * group);
    const entries = Uint32Array.from({ length: period }, (_, word) => {
      const start = word - (word % group);
      return (start + group <= period ? start + map[word % group] : word) * BYTES_PER_WORD;
    });
    return { ...rest, map: place(entries), period };
  }
  return move;
}

/** Parity of the digits above v, which number the sextets of a block; 0 where a block has no such digits. */
function sextetParities(blocks: Blocks): Uint8Array {
  const digits = new Array<number>(blocks.digits).fill(0);
  const count = Math.max(0, blocks.digits - DIGITS_OF_A_SEXTET);
  return Uint8Array.from({ length: blocks.paddedWords / SEXTET }, (_, sextet) => {
    writeDigits(sextet, digits, 0, count - 1);
    return digits.slice(0, count).reduce((sum, digit) => sum + digit, 0) % 2;
  });
}
