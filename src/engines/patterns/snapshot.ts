/**
 * The bitsets of a pattern as checkpoints save them between two layers. The marks of placements follow from the visited states, see
 * surveyBitsets.
 */

import { ShardedSnapshot, shardPieces } from '../sharded-snapshot.js';
import { type BitsetLayout, marksOf, type SharedBitsets, surveyBitsets } from './bitsets.js';

/** Returns the bytes of the rows of a checkpoint. */
export function bitsetRowBytes({ placements, blockBytes, table }: BitsetLayout): number[] {
  return new Array<number>(table === 0 ? 1 : 2).fill(placements * blockBytes);
}

/** Yields the bytes of a bitset. @param address of the bitset in each shard */
export function* bitsetPieces({ memories, layout }: SharedBitsets, address: number): Generator<Uint8Array> {
  const { placements, placementsPerShard, blockBytes } = layout;
  for (const { shard, bytes, begin } of shardPieces(placementsPerShard * blockBytes, 0, placements * blockBytes)) {
    yield new Uint8Array(memories[shard].buffer, address + begin, bytes);
  }
}

export function bitsetsSnapshot(bitsets: SharedBitsets): ShardedSnapshot {
  const { layout, memories, id, progress } = bitsets;
  const { placements, placementsPerShard, blockBytes, visited, table } = layout;
  const marks = memories.map((_, shard) => marksOf(bitsets, shard));
  const file = (name: string, address: number) => ({ name, blockBytes, rows: () => 1, address: () => address });
  return new ShardedSnapshot({
    ...{ id, progress, memories, blocks: placements, blocksPerShard: placementsPerShard },
    unit: 'placements',
    blockFiles: table === 0 ? [file('visited', visited)] : [file('visited', visited), file('table', table)],
    isHeld: (placement) => marks[Math.floor(placement / placementsPerShard)][placement % placementsPerShard] !== 0,
    survey: (depth) => surveyBitsets(bitsets, depth),
  });
}
