/** The worker threads of an exploration. */

import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import type { BatchTask, LayerResult } from './batch.js';

export type Pool = Piscina<BatchTask, LayerResult[]>;

/** Starts `threads` workers; they live until `destroy()`. */
export function startPool(threads: number): Pool {
  return new Piscina({
    filename: createRequire(import.meta.url).resolve('#worker'),
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
  });
}
