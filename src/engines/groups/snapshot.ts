/**
 * The planes of a puzzle as checkpoints save them between two layers. A checkpoint consists of the codes of all blocks, plane by plane,
 * and the binary digits of the depths if a table needs them. The frontier and the marks of blocks follow from the codes. The restored
 * frontier includes layers 3, 6 ... before the last one, which does no harm.
 */

import type { WordPlaces } from '../../spaces/permutation/moves/compiled-moves.js';
import { type Snapshot, surveyedSnapshot } from '../snapshot.js';
import {
  codesAddress,
  depthPlanes,
  depthsAddress,
  growDepths,
  NOTHING_HELD,
  PIECE_BYTES,
  type PlanesLayout,
  type SharedPlanes,
  shardsOf,
  surveyPlanes,
  type TableConstants,
  tableConstantsAt,
} from './planes.js';

/** Returns the bytes of the rows of a checkpoint. @param planes number of planes of depths */
export function snapshotRowBytes({ blocks, codesBytes, planeBytes }: PlanesLayout, planes: number): number[] {
  return [blocks * codesBytes, ...new Array<number>(planes).fill(blocks * planeBytes)];
}

/** @param depths true if there are planes of depths */
export function planesSnapshot(planes: SharedPlanes, depths: boolean): Snapshot {
  const { layout, memories, marks } = planes;
  const { blocks, blocksPerShard, codesBytes, planeBytes } = layout;
  const codes = { name: 'codes', blockBytes: codesBytes, address: () => codesAddress(layout, 0) };
  const textOf = (plane: number) => `digit ${plane} of the depths, `;
  const address = (plane: number) => depthsAddress(layout, plane, 0);
  const blockFiles = depths ? [codes, { name: 'depths', blockBytes: planeBytes, address, textOf }] : [codes];
  const isHeld = (block: number) => marks[block] !== NOTHING_HELD;
  const held = { memories, blocks, blocksPerShard, unit: 'blocks', blockFiles, isHeld };
  return surveyedSnapshot(held, {
    rows: (file, depth) => (file === codes.name ? 1 : depthPlanes(depth)),
    grow: (depth) => depths && growDepths(planes, depthPlanes(depth)),
    survey: (depth) => surveyPlanes(planes, depth),
  });
}

/* The bytes of a group's table, converted from its planes piece by piece. */

/** Yields 1 + depth mod 3 of all states in two bits each, or 0 for states that have not been reached. */
export function* codePieces(planes: SharedPlanes, places: WordPlaces): Generator<Uint8Array> {
  const { layout } = planes;
  const { words, planeBytes } = layout;
  const { statesPerBlock, statesPerWord } = places;
  const bitsPerBlock = 2 * statesPerBlock;
  const at = tableConstantsAt(layout.table, places);
  // Bits of the piece, after those of the byte that the previous piece has begun.
  let bits = 0;
  let begun = 0;
  for (const { shard, first, end } of runsOf(planes, Math.ceil(bitsPerBlock / 8))) {
    shard.bytes[at.piece] = begun;
    for (let block = first; block < end; block++) {
      const low = codesAddress(layout, block);
      const types = bitTypesOf(at, places, block);
      const target = at.piece + (bits >> 3);
      shard.kernel.writeCodes(low, low + planeBytes, words, types, at.places, statesPerWord, target, bits & 7);
      bits += bitsPerBlock;
    }
    const whole = bits >> 3;
    bits &= 7;
    begun = shard.bytes[at.piece + whole] & ((1 << bits) - 1);
    yield shard.bytes.slice(at.piece, at.piece + whole);
  }
  if (bits > 0) yield Uint8Array.of(begun);
}

/**
 * Yields the depths of all states, little-endian, or the largest value for states that have not been reached.
 * @param count number of planes of depths
 * @param width bytes per depth: 1, 2 or 4
 */
export function* depthPieces(planes: SharedPlanes, places: WordPlaces, count: number, width: number) {
  const { layout } = planes;
  const { statesPerBlock, statesPerWord } = places;
  const { words, planeBytes, blocksPerShard } = layout;
  const stride = blocksPerShard * planeBytes;
  const at = tableConstantsAt(layout.table, places);
  const blockBytes = width * statesPerBlock;
  for (const { shard, first, end } of runsOf(planes, blockBytes)) {
    for (let block = first; block < end; block++) {
      const low = codesAddress(layout, block);
      const depths = depthsAddress(layout, 0, block);
      const target = at.piece + (block - first) * blockBytes;
      const types = bitTypesOf(at, places, block);
      const digits = [depths, stride, count] as const;
      shard.kernel.writeDepths(low, low + planeBytes, ...digits, words, types, at.bits, statesPerWord, target, width);
    }
    yield shard.bytes.slice(at.piece, at.piece + (end - first) * blockBytes);
  }
}

function bitTypesOf({ bitTypes }: TableConstants, { typeOf, words }: WordPlaces, block: number): number {
  return bitTypes + typeOf[block] * words;
}

/** Yields runs of consecutive blocks of a shard that make about a piece each. */
function* runsOf(planes: SharedPlanes, blockBytes: number) {
  const { blocks, blocksPerShard } = planes.layout;
  const together = Math.max(1, Math.floor(PIECE_BYTES / blockBytes));
  for (const [number, shard] of shardsOf(planes).entries()) {
    const shardEnd = Math.min(blocks, (number + 1) * blocksPerShard);
    for (let first = number * blocksPerShard; first < shardEnd; first += together) {
      yield { shard, first, end: Math.min(shardEnd, first + together) };
    }
  }
}
