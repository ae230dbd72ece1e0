/**
 * The planes of a puzzle as checkpoints save them between two layers. A checkpoint consists of the codes of all blocks, plane by plane,
 * and of the depths if a table needs them. The frontier and the marks of blocks follow from the codes. The restored frontier includes
 * layers 3, 6 ... before the last one, which does no harm.
 */

import { shardsOfMemories } from '../../base/memory.js';
import { WORD_BITS, type WordPlaces } from '../../spaces/permutation/moves/compiled-moves.js';
import { BITS } from '../../table/files/contents.js';
import { type Snapshot, surveyedSnapshot } from '../snapshot.js';
import {
  codesAddress,
  depthsOfBlock,
  NOTHING_HELD,
  PIECE_BYTES,
  type PlanesShard,
  type SharedPlanes,
  surveyPlanes,
  type TableConstants,
  tableConstantsAt,
} from './planes.js';

export function planesSnapshot(planes: SharedPlanes): Snapshot {
  const { layout, memories, marks } = planes;
  const { blocks, blocksPerShard, codesBytes } = layout;
  const codes = { name: 'codes', blockBytes: codesBytes, address: () => layout.codes };
  const depths = { name: 'depths', blockBytes: layout.depthBytes, address: () => layout.depths };
  const held = {
    ...{ memories, blocks, blocksPerShard },
    unit: 'blocks',
    blockFiles: layout.depthBytes > 0 ? [codes, depths] : [codes],
    isHeld: (block: number) => marks[block] !== NOTHING_HELD,
  };
  return surveyedSnapshot(held, (depth) => surveyPlanes(planes, depth));
}

/* The bytes of a group's table, converted from its planes piece by piece. */

/** Yields 1 + depth mod 3 of all states in two bits each, or 0 for states that have not been reached. */
export function* codePieces(planes: SharedPlanes, places: WordPlaces): Generator<Uint8Array> {
  const { layout } = planes;
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
      shard.kernel.writeCodes(
        low,
        low + layout.planeBytes,
        layout.words,
        types,
        at.places,
        statesPerWord,
        target,
        bits & 7,
      );
      bits += bitsPerBlock;
    }
    const whole = bits >> 3;
    bits &= 7;
    begun = shard.bytes[at.piece + whole] & ((1 << bits) - 1);
    yield shard.bytes.slice(at.piece, at.piece + whole);
  }
  if (bits > 0) yield Uint8Array.of(begun);
}

/** Arrays of depths. */
const DEPTHS = { depth8: Uint8Array, depth16: Uint16Array, depth32: Uint32Array } as const;

type DepthEncoding = keyof typeof DEPTHS;

/** Returns the encoding of the depths in a table: the smallest that can also hold maxDepth + 1. */
export function depthEncoding(maxDepth: number): DepthEncoding {
  return (['depth8', 'depth16'] as const).find((encoding) => maxDepth + 1 < 2 ** BITS[encoding] - 1) ?? 'depth32';
}

/** Yields the depths of all states, little-endian, after the last layer, in which all states have been reached. */
export function* depthPieces(planes: SharedPlanes, places: WordPlaces, encoding: DepthEncoding): Generator<Uint8Array> {
  const { statesPerBlock, statesPerWord } = places;
  const at = tableConstantsAt(planes.layout.table, places);
  for (const { shard, first, end } of runsOf(planes, statesPerBlock * 4)) {
    const { bytes } = shard;
    const piece = new DEPTHS[encoding]((end - first) * statesPerBlock);
    for (let block = first; block < end; block++) {
      const depths = depthsOfBlock(planes.layout, shard, block);
      const types = bitTypesOf(at, places, block);
      for (let state = 0; state < statesPerBlock; state++) {
        const word = Math.floor(state / statesPerWord);
        const bit = bytes[at.bits + bytes[types + word] * statesPerWord + (state % statesPerWord)];
        piece[(block - first) * statesPerBlock + state] = depths[WORD_BITS * word + bit];
      }
    }
    yield new Uint8Array(piece.buffer);
  }
}

function bitTypesOf({ bitTypes }: TableConstants, { typeOf, words }: WordPlaces, block: number): number {
  return bitTypes + typeOf[block] * words;
}

/** Consecutive blocks of a shard. */
interface BlockRun {
  readonly shard: PlanesShard;
  readonly first: number;
  readonly end: number;
}

/** Yields runs of blocks that make about a piece each. */
function* runsOf(planes: SharedPlanes, blockBytes: number): Generator<BlockRun> {
  const { blocks, blocksPerShard } = planes.layout;
  const together = Math.max(1, Math.floor(PIECE_BYTES / blockBytes));
  const shards: PlanesShard[] = shardsOfMemories(planes.memories, planes.kernel);
  for (const [number, shard] of shards.entries()) {
    const shardEnd = Math.min(blocks, (number + 1) * blocksPerShard);
    for (let first = number * blocksPerShard; first < shardEnd; first += together) {
      yield { shard, first, end: Math.min(shardEnd, first + together) };
    }
  }
}
