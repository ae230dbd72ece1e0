/** Worker threads that work on a space. The file that they run calls reportStrayErrors. */

import type { MessagePort } from 'node:worker_threads';
import { WorkerPool } from '../base/worker-pool.js';
import { SpaceError } from './definition.js';

export class SpacePool<Task, Result> extends WorkerPool<Task, Result> {
  /** Gives every worker the same task. @throws as WorkerPool; SpaceError if the module of a space has ended a worker */
  override async runOnAll(
    task: Task,
    when: string,
    signal?: AbortSignal,
    transfer?: readonly MessagePort[],
  ): Promise<Result[]> {
    try {
      return await super.runOnAll(task, when, signal, transfer);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      // Errors lose their class between threads.
      if (cause instanceof Error && cause.name === 'SpaceError') throw new SpaceError(cause.message, { cause });
      throw error;
    }
  }
}
