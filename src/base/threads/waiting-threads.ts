/**
 * The threads of worker pools. To start one takes some 50 ms of a processor, more than to explore a small board, so those of a pool
 * that is left wait a moment for the next one.
 */

import { createRequire } from 'node:module';
import { Piscina } from 'piscina';

/** The threads of a pool, and of those that take them over from it. */
export class Threads {
  readonly file: string;
  readonly count: number;
  readonly heapMegabytes: number | undefined;
  readonly piscina: Piscina;
  /** What a worker failed of outside of any task. */
  failure: { readonly cause: unknown } | undefined;
  /** Rejects what waits for the workers, if anything does. */
  reject: ((cause: unknown) => void) | undefined;
  /** Tasks that have not ended. */
  running = 0;
  /** Ends when they have let go of what earlier tasks have left behind. */
  released: Promise<unknown> = Promise.resolve();
  /** Of memory that their tasks were given to share. */
  sharedBytes = 0;
  /** Ends them where nobody has taken them over. */
  end: NodeJS.Timeout | undefined;

  constructor(file: string, count: number, heapMegabytes: number | undefined) {
    this.file = file;
    this.count = count;
    this.heapMegabytes = heapMegabytes;
    this.piscina = new Piscina({
      filename: createRequire(import.meta.url).resolve(`#workers/${file}`),
      minThreads: count,
      maxThreads: count,
      recordTiming: false,
      ...(heapMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
    });
    this.piscina.on('error', (cause) => {
      this.failure = { cause };
      this.reject?.(cause);
    });
  }

  /** A task on one of them. @param name of the export that does it */
  async run(task: unknown, name = 'default'): Promise<unknown> {
    this.running++;
    try {
      return await this.piscina.run(task, { name });
    } finally {
      this.running--;
    }
  }
}

/** Threads that nobody uses. They do not keep the process running. */
const waiting = new Set<Threads>();
/** For so long, in milliseconds. */
const LONGEST_WAIT = 1000;
/** So many at most. */
const MOST_WAITING = 16;
/** A thread keeps memory that it no longer uses until its garbage is collected: those that have shared more are not used again. */
const MOST_SHARED_BYTES = 16e6;

/** Threads that wait and are such, or else new ones. */
export function threadsOf(file: string, count: number, heapMegabytes?: number): Threads {
  for (const threads of waiting) {
    if (threads.file !== file || threads.count !== count || threads.heapMegabytes !== heapMegabytes) continue;
    waiting.delete(threads);
    clearTimeout(threads.end);
    if (threads.failure === undefined) return threads;
    void threads.piscina.destroy();
  }
  return new Threads(file, count, heapMegabytes);
}

function isWorthKeeping({ count, failure, running, sharedBytes }: Threads): boolean {
  const counts = [...waiting].map((threads) => threads.count);
  const others = counts.reduce((sum, waitingCount) => sum + waitingCount, 0);
  return failure === undefined && running === 0 && sharedBytes <= MOST_SHARED_BYTES && others + count <= MOST_WAITING;
}

/**
 * Lets threads wait for `threadsOf`, where all is well with them; ends them otherwise.
 * @param release makes them let go of what tasks have left behind
 */
export async function keepOrEnd(threads: Threads, release: () => Promise<unknown>): Promise<void> {
  if (!isWorthKeeping(threads)) return threads.piscina.destroy();
  threads.released = release();
  waiting.add(threads);
  threads.end = setTimeout(() => {
    waiting.delete(threads);
    void threads.piscina.destroy();
  }, LONGEST_WAIT).unref();
  // Where that fails, whoever takes them over is told.
  await threads.released.catch(() => {});
}
