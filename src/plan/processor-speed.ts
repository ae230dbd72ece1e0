/** Measures how fast the processors do the work of a layer on disk. */

import { availableParallelism } from 'node:os';
import { crc32 } from 'node:zlib';
import { measureMoves } from '../engines/bits/move-speed.js';
import type { Board } from '../spaces/board/board.js';

export interface ProcessorSpeed {
  /** Bytes of blocks moved, counted once for each move into each target. */
  readonly bytesMovedPerSecond: number;
  /** Bytes of blocks in files, whose checksums are computed and compared. */
  readonly bytesCheckedPerSecond: number;
}

/**
 * Measures the speed of all threads together.
 * @param board the board to explore
 * @param threads maximum number of worker threads
 * @throws WorkerError if a thread dies
 */
export async function measureProcessors(board: Board, threads: number): Promise<ProcessorSpeed> {
  return {
    bytesMovedPerSecond: await measureMoves(board, threads),
    bytesCheckedPerSecond: measureChecksums(threads),
  };
}

const CHECKED_BYTES = 1 << 20;
const CHECKS = 64;

/** Returns the speed of all threads together, up to the number of processors. */
export function measureChecksums(threads: number): number {
  const bytes = new Uint8Array(CHECKED_BYTES).fill(1);
  const begin = performance.now();
  for (let check = 0; check < CHECKS; check++) crc32(bytes);
  const seconds = (performance.now() - begin) / 1000;
  return (Math.min(threads, availableParallelism()) * CHECKED_BYTES * CHECKS) / seconds;
}
