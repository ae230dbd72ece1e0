/** The worker threads of an exploration. */

import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { LayerResult, LayerTask } from './layer-task.js';

export type Pool = Piscina<LayerTask, LayerResult>;

/** Starts `threads` workers; they live until `destroy()`. */
export function startPool(threads: number): Pool {
  return new Piscina({
    filename: fileURLToPath(new URL('../../workers/advance-layer.js', import.meta.url)),
    minThreads: threads,
    maxThreads: threads,
    recordTiming: false,
  });
}
