/** The plan of a search through a board: its numbering, blocks, bytes and threads. It is made once and handed down. */

import type { MemoryNeeds } from '../../../base/memory.js';
import { defaultThreads } from '../../../base/threads/thread-count.js';
import type { Board } from '../../../spaces/board/board.js';
import { type Geometry, geometryOf } from '../../../spaces/board/numbering/geometry.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';
import { type Blocks, bitsetBytes, blocksOf, SCRATCH_BLOCKS } from './blocks.js';
import { type Bitsets, bitsetCount } from './layout.js';

export interface BoardPlan extends Required<MemoryNeeds> {
  readonly geometry: Geometry;
  readonly blocks: Blocks;
  readonly bitsets: Bitsets;
  readonly threads: number;
}

/**
 * States that one thread enumerates per second, cold: 640 million were measured of 3x4, 200 million by the sweeps of `multi`.
 * Of a map of 20 million states it is half as many, and less of smaller boards, which are done before a second thread has started.
 */
const STATES_PER_SECOND = 500e6;
const STATES_SWEPT_PER_SECOND = 150e6;

/**
 * Plans a search; nothing is allocated.
 * @param threads worker threads; by default as many as are worth their start
 * @param times how often the board is enumerated with the same threads
 * @throws InputError if the board is too large to number
 */
export function planBoard(board: Board, bitsets: Bitsets, threads?: number, times = 1): BoardPlan {
  const geometry = geometryOf(board);
  const blocks = blocksOf(geometry);
  const perSecond = bitsets.metric === 'multi' ? STATES_SWEPT_PER_SECOND : STATES_PER_SECOND;
  return {
    geometry,
    blocks,
    bitsets,
    bytes: bitsetBytes(geometry, blocks) * bitsetCount(geometry, bitsets),
    threadBytes: SCRATCH_BLOCKS * blocks.paddedWords * BYTES_PER_WORD,
    threads: threads ?? defaultThreads((times * geometry.states) / perSecond),
  };
}
