/** The worker threads of an exploration. */

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { BatchTask, LayerResult } from './batch.js';

export type Pool = Piscina<BatchTask, LayerResult[]>;

/** Starts `threads` workers; they live until `destroy()`. */
export function startPool(threads: number): Pool {
  return new Piscina({
    filename: fileURLToPath(new URL('../../workers/advance-layers.js', import.meta.url)),
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
  });
}
