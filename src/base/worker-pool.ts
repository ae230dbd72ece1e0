/**
 * Worker threads that all perform the same task. Starting a thread takes some 50 ms of a processor, more than exploring a small board.
 * So the threads of a pool that is left wait a moment for the next pool.
 */

import { unref } from '#machine/machine.js';
import { openPort, type Port, Workers } from '#machine/workers.js';

/** Error of a worker thread that died or threw, so that there is no result. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export class WorkerPool<Task, Result> {
  readonly threads: number;
  readonly #threads: Threads;
  /** True if another pool may have the threads. */
  #hasLeft = false;

  /**
   * Starts the workers, or reuses idle ones. They run until `destroy()` or `leave()`.
   * @param file name of dist/workers without its ending; its default export performs a task
   * @param heapMegabytes heap limit of each worker, without typed arrays, above which it dies; by default that of V8
   */
  constructor(file: string, threads: number, heapMegabytes?: number) {
    this.threads = threads;
    this.#threads = takeThreads(file, threads, heapMegabytes);
  }

  /** Waits until all workers have started. Their file must export `release`, as for `leave`. @throws WorkerError */
  async ready(): Promise<void> {
    try {
      await this.#release();
    } catch (cause) {
      throw workerError('a worker thread could not be started', cause);
    }
  }

  /**
   * Gives every worker the same task.
   * @param when the time of a failure, in the words of its message
   * @param transfer ports in the task, which are transferred to the worker; only for pools of one
   * @throws WorkerError if a worker dies or throws; the signal's reason if it aborts
   */
  async runOnAll(task: Task, when: string, signal?: AbortSignal, transfer: readonly Port[] = []): Promise<Result[]> {
    signal?.throwIfAborted();
    try {
      return (await this.#all(task, 'default', transfer, signal)) as Result[];
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw workerError(`a worker thread failed ${when}, so there is no result`, cause);
    }
  }

  #release(): Promise<unknown> {
    return this.#all(undefined, 'release');
  }

  /** Runs a task on each worker. The signal is not passed to the pool, which would end one worker and keep the others busy. */
  async #all(task: unknown, name: 'default' | 'release', transfer: readonly Port[] = [], signal?: AbortSignal) {
    const threads = this.#threads;
    await threads.released;
    signal?.throwIfAborted();
    if (threads.failure !== undefined) throw threads.failure.cause;
    const abort = () => threads.reject?.(signal?.reason);
    // A promise for this call only. A promise with the pool's lifetime would keep the results of every call.
    const broken = new Promise<never>((_, reject) => {
      threads.reject = reject;
      signal?.addEventListener('abort', abort);
    });
    const run = async () => {
      threads.running++;
      try {
        return await threads.workers.run(task, name, transfer);
      } finally {
        threads.running--;
      }
    };
    try {
      return await Promise.race([Promise.all(Array.from({ length: this.threads }, run)), broken]);
    } catch (cause) {
      threads.failure ??= { cause };
      throw cause;
    } finally {
      threads.reject = undefined;
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the workers. Does nothing after `leave()`: another pool may have them. */
  async destroy(): Promise<void> {
    if (!this.#hasLeft) await this.#threads.workers.destroy();
  }

  /**
   * Leaves the workers to another pool with the same file and number of threads, if they are intact; ends them otherwise. Their file
   * must export `release`, which releases everything that tasks have left in memory. Further calls do nothing.
   * @param sharedBytes bytes of shared memory in the tasks
   * @param clean false if tasks may have left data that `release` cannot release; the workers are then ended
   */
  async leave(sharedBytes: number, clean = true): Promise<void> {
    if (this.#hasLeft) return;
    const threads = this.#threads;
    threads.sharedBytes += sharedBytes;
    if (!clean || !isWorthKeeping(threads)) return this.destroy();
    this.#hasLeft = true;
    threads.released = this.#release();
    waiting.add(threads);
    threads.end = setTimeout(() => {
      waiting.delete(threads);
      void threads.workers.destroy();
    }, IDLE.milliseconds);
    unref(threads.end);
    // If that fails, the pool that reuses them gets the error.
    await threads.released.catch(() => {});
  }
}

/* Tasks of one thread. */

interface ThreadOptions {
  readonly signal?: AbortSignal;
  /** Ports in the task, which are transferred to the thread. */
  readonly ports?: readonly Port[];
  /** True if the thread waits a moment for the next task of its kind; its file must then export `release`. */
  readonly isKept?: boolean;
}

/** Performs a task on a pool of one thread. If it fails, the thread has ended before the error is thrown. @throws as WorkerPool.runOnAll */
export async function onThread<Task, Result>(
  pool: WorkerPool<Task, Result>,
  task: Task,
  when: string,
  { signal, ports, isKept = false }: ThreadOptions = {},
): Promise<Result> {
  try {
    const [result] = await pool.runOnAll(task, when, signal, ports);
    return result;
  } finally {
    await pool.leave(0, isKept);
  }
}

/**
 * Performs a task that sends reports to a port, and null as the last one, on a pool of one thread. If it fails or the signal aborts, the thread
 * has ended before the error is thrown.
 * @param onReport not called after this function has returned
 * @throws as onThread
 */
export async function withReports<Task extends { readonly reports: Port }, Report, Result>(
  pool: WorkerPool<Task, Result>,
  task: Omit<Task, 'reports'>,
  when: string,
  signal: AbortSignal | undefined,
  onReport: (report: Report) => void,
): Promise<Result> {
  let onLast = () => {};
  const delivered = new Promise<void>((resolve) => {
    onLast = resolve;
  });
  const { port: reports, close } = openPort<Report | null>((report) => {
    if (report === null) onLast();
    else onReport(report);
  });
  try {
    const options = { ...(signal && { signal }), ports: [reports], isKept: true };
    const result = await onThread(pool, { ...task, reports } as Task, when, options);
    await delivered;
    return result;
  } finally {
    close();
  }
}

function workerError(what: string, cause: unknown): WorkerError {
  return new WorkerError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

/** The threads of a pool, and of later pools that reuse them. */
class Threads {
  readonly file: string;
  readonly count: number;
  readonly heapMegabytes: number | undefined;
  readonly workers: Workers;
  /** Error of a worker that failed outside of any task. */
  failure: { readonly cause: unknown } | undefined;
  /** Rejects the promise that waits for the workers, if there is one. */
  reject: ((cause: unknown) => void) | undefined;
  /** Number of tasks that have not ended. */
  running = 0;
  /** Resolves when the threads have released the data of earlier tasks. */
  released: Promise<unknown> = Promise.resolve();
  /** Bytes of shared memory in their tasks. */
  sharedBytes = 0;
  /** Timer that ends the threads if they have not been reused. */
  end: ReturnType<typeof setTimeout> | undefined;

  constructor(file: string, count: number, heapMegabytes: number | undefined) {
    this.file = file;
    this.count = count;
    this.heapMegabytes = heapMegabytes;
    const onFailure = (cause: unknown) => {
      this.failure = { cause };
      this.reject?.(cause);
    };
    this.workers = new Workers(file, count, onFailure, heapMegabytes);
  }
}

/** Idle threads. They do not keep the process running. */
const waiting = new Set<Threads>();
/** The maximum number of idle threads, and how long they stay idle. Programs of many short runs, such as tests, may keep more of them. */
export const IDLE = { threads: 16, milliseconds: 1000 };
/** Maximum shared bytes of a reused thread. A thread keeps unused memory until its garbage is collected. */
const MOST_SHARED_BYTES = 16e6;

/** Reuses threads that wait, or starts new ones. */
function takeThreads(file: string, count: number, heapMegabytes?: number): Threads {
  for (const threads of waiting) {
    if (threads.file !== file || threads.count !== count || threads.heapMegabytes !== heapMegabytes) continue;
    waiting.delete(threads);
    clearTimeout(threads.end);
    if (threads.failure === undefined) return threads;
    void threads.workers.destroy();
  }
  return new Threads(file, count, heapMegabytes);
}

function isWorthKeeping({ count, failure, running, sharedBytes }: Threads): boolean {
  const counts = [...waiting].map((threads) => threads.count);
  const others = counts.reduce((sum, waitingCount) => sum + waitingCount, 0);
  return failure === undefined && running === 0 && sharedBytes <= MOST_SHARED_BYTES && others + count <= IDLE.threads;
}
