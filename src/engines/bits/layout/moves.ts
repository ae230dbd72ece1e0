/**
 * Compiled moves: what one move of the blank does to all states of a blank cell at once.
 *
 * A move from the place u of the path to the place v rotates a window of the arrangement, so it rewrites the
 * Lehmer digits of that window and no others (src/spaces/board/numbering/geometry.ts). Seen from the words, it is one of four kinds:
 *
 * | the window lies | the move |
 * |---|---|
 * | nowhere: u and v are consecutive | `same`: every word to the same place |
 * | in the word digits | `runs`: runs of words change places within groups of runs, the same way in every group |
 * | in the low digits | `low`: one permutation of the bits of every word, by exchanges (workers/kernel/layers.ts) |
 * | across both | `across`: a map of words, the exchange of the last word digit with the first low digit, exchanges |
 *
 * Moves are pulled: a move belongs to its target cell, and maps say where a target's words come from. (The
 * map of an `across` move that ends with its words says where they go; see orAcrossDescending.)
 *
 * The beginning of every shard holds what the kernels look up while they move blocks, the same in each:
 *
 *     parities  a byte for each sextet of a block: the parity of its digits within the block
 *     maps      u32 entries, one map for each move that has one
 */

import { neighbours } from '../../../spaces/board/board.js';
import {
  BYTES_PER_WORD,
  type Geometry,
  LOW_DIGITS,
  readDigits,
  windowOf,
  wordsBelow,
  writeDigits,
} from '../../../spaces/board/numbering/geometry.js';
import { inverse, type Rotation, rotateWindow } from '../../../spaces/permutation/lehmer.js';
import { type Blocks, KERNEL_STEP, type PlacedMove } from './blocks.js';

export interface SameMove {
  readonly kind: 'same';
  /** The cell that the blank comes from. */
  readonly source: number;
}

export interface RunsMove {
  readonly kind: 'runs';
  readonly source: number;
  /** Words of a group; groups follow one another. */
  readonly group: number;
  /** Words of a run; a group is map.length runs. */
  readonly run: number;
  /** Run of the target group -> run of the source group. */
  readonly map: Uint32Array;
}

export interface LowMove {
  readonly kind: 'low';
  readonly source: number;
  readonly rotation: Rotation;
  /** Set of flags, EXCHANGE_XY etc. of the kernel. */
  readonly exchanges: number;
  /** Parity of the arrangement where the digits z and w are exchanged. */
  readonly parity: 0 | 1;
}

export interface AcrossMove {
  readonly kind: 'across';
  readonly source: number;
  readonly rotation: Rotation;
  readonly exchanges: number;
  readonly parity: 0 | 1;
  /** Words of a group. */
  readonly group: number;
  /**
   * Word of a group -> word of a group. For 'first-to-last', where the words move first: target -> source. For
   * 'last-to-first', where they move last: source -> target.
   */
  readonly map: Uint32Array;
}

export type CompiledMove = SameMove | RunsMove | LowMove | AcrossMove;

/** All moves that end with the blank on `target`. */
export function movesInto(geometry: Geometry, target: number): CompiledMove[] {
  return neighbours(geometry.board, target).map((source) => compileMove(geometry, source, target));
}

function compileMove(geometry: Geometry, source: number, target: number): CompiledMove {
  const { digits } = geometry;
  const { first, last, rotation } = windowOf(geometry, source, target);
  const low = digits - LOW_DIGITS;
  if (first === last) return { kind: 'same', source };
  if (last < low) {
    const group = wordsBelow(digits - first);
    const run = wordsBelow(digits - 1 - last);
    return { kind: 'runs', source, group, run, map: windowMap(digits, first, last, inverse(rotation)) };
  }
  const firstExchange = Math.max(first, low) - low;
  const lastExchange = last - 1 - low;
  let exchanges = 0;
  for (let e = firstExchange; e <= Math.min(lastExchange, 2); e++) exchanges |= 1 << e;
  const before = rotation === 'first-to-last' ? low + 2 - first : last - 1 - (low + 2);
  const parity = (geometry.parityAt[source] + before) % 2 === 0 ? 0 : 1;
  if (first >= low) return { kind: 'low', source, rotation, exchanges, parity };
  const group = wordsBelow(digits - first);
  const map = windowMap(digits, first, low - 1, rotation === 'first-to-last' ? inverse(rotation) : rotation);
  return { kind: 'across', source, rotation, exchanges, parity, group, map };
}

/** What a rotation of the window first..last makes of each value of its digits. */
function windowMap(digits: number, first: number, last: number, rotation: Rotation): Uint32Array {
  const scratch = new Array<number>(digits).fill(0);
  let values = 1;
  for (let j = first; j <= last; j++) values *= digits - j;
  const map = new Uint32Array(values);
  for (let value = 0; value < values; value++) {
    writeDigits(value, scratch, first, last);
    rotateWindow(scratch, first, last, rotation);
    map[value] = readDigits(scratch, first, last);
  }
  return map;
}

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
