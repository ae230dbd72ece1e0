/** Threads that work together: their number, and the rounds in which they search layers. Starting them is in worker-pool.ts. */

import { MOST_SHARING, processors } from '#machine/machine.js';
import { InputError } from './text.js';

export const MOST_THREADS = 256;

/**
 * Work that is worth a thread, in seconds of one processor. Starting a thread takes 50 to 75 ms of a processor, and compiling its code
 * again takes up to the same time. Measured with whole processes on 2 cores that others used too: a second thread made work of 0.15 s a
 * fifth slower, and work of 0.4 s as fast or a fifth faster.
 */
const SECONDS_PER_THREAD = 0.1;

/** Returns the number of threads that the machine offers. */
export function offeredThreads(): number {
  return Math.min(processors(), MOST_THREADS);
}

/**
 * Returns the number of threads for work of a known size.
 * @param most maximum number of threads; by default as many as the machine offers and the work justifies
 * @param seconds approximate time of the work on one thread
 * @param pieces number of pieces that threads claim; more threads than pieces would find nothing to do
 * @returns at least 1
 */
export function threadsFor(most: number | undefined, seconds: number, pieces: number): number {
  return Math.max(1, Math.min(most ?? defaultThreads(seconds), pieces, MOST_SHARING));
}

function defaultThreads(seconds: number): number {
  return Math.min(offeredThreads(), Math.floor(seconds / SECONDS_PER_THREAD));
}

/** Validates a number of threads. @throws InputError if the number of threads is not a whole number from 1 to 256 */
export function checkThreads(threads: number): void {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return;
  throw new InputError(`threads must be a whole number from 1 to ${MOST_THREADS}, found ${threads}`);
}

/** Waits for work until a signal aborts; the work itself then continues. @throws the signal's reason */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/*
 * Synchronizes workers that search the layers of a batch together, by counters in shared memory. Each worker takes claims until none is
 * left, then waits for the others. The last worker to arrive decides if there is another layer.
 *
 * A task for each layer would be simpler, but a round trip to the coordinator takes 0.2 to 0.5 ms if threads must be woken. That is
 * more than most layers of 2x5 take, and a noticeable part of 2x6 with its 80 layers. If a worker dies, the workers that wait for it
 * are ended with the pool.
 */

const NEXT_CLAIM = 0;
const JOINED = 1;
const ARRIVED = 2;
/** Index of the round's number, on which waiting workers sleep. */
const ROUND = 3;
/** Index of a flag: 1 if a worker found something in this round. */
const FOUND = 4;
/** Index of a flag: 1 if another round follows. */
const MORE = 5;
/** Index of a flag: 1 if a worker has failed, so that the others must end too. */
const BROKEN_OFF = 6;
const COUNTERS = 7;

/** Greater than any number of claims. */
const NO_CLAIM = 1 << 30;

/** Number of reads of the round before a worker sleeps: about 50 microseconds, the time of a wake-up. */
const SPINS = 5000;

export function newRoundCounters(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
}

/** Returns a number for a worker that joins, from 0. */
export function join(counters: Int32Array): number {
  return Atomics.add(counters, JOINED, 1);
}

/** Returns the next claim of this round, from 0. */
export function claim(counters: Int32Array): number {
  return Atomics.add(counters, NEXT_CLAIM, 1);
}

/** Returns the number of claims that were requested in this round, including unsuccessful requests. */
export function claims(counters: Int32Array): number {
  return Atomics.load(counters, NEXT_CLAIM);
}

/** Prepares the counters for the first round of a batch. No worker may be active meanwhile. */
export function beginRounds(counters: Int32Array): void {
  Atomics.store(counters, NEXT_CLAIM, 0);
  Atomics.store(counters, ARRIVED, 0);
  Atomics.store(counters, FOUND, 0);
}

/** Ends a failed round for all workers, which get no further claims or rounds. */
export function breakOff(counters: Int32Array): void {
  Atomics.store(counters, NEXT_CLAIM, NO_CLAIM);
  Atomics.store(counters, BROKEN_OFF, 1);
  Atomics.store(counters, MORE, 0);
  Atomics.add(counters, ROUND, 1);
  Atomics.notify(counters, ROUND);
}

/**
 * Ends a worker's round, and waits until all workers have ended theirs, or one has broken off.
 * @param found true if this worker found anything
 * @param spin true to read the round repeatedly before sleeping, if each worker has its own processor
 * @param another called on the last worker to arrive, if anything was found; returns true if there is time for another round
 * @returns true if another round follows; the same for all workers
 */
export function endRound(
  counters: Int32Array,
  workers: number,
  spin: boolean,
  found: boolean,
  another: () => boolean,
): boolean {
  if (found) Atomics.store(counters, FOUND, 1);
  const round = Atomics.load(counters, ROUND);
  // Read after the round, because a worker that breaks off changes the round last.
  if (Atomics.load(counters, BROKEN_OFF) === 1) return false;
  if (Atomics.add(counters, ARRIVED, 1) === workers - 1) {
    const more = Atomics.load(counters, FOUND) === 1 && another();
    Atomics.store(counters, MORE, more ? 1 : 0);
    beginRounds(counters);
    Atomics.store(counters, ROUND, (round + 1) | 0);
    Atomics.notify(counters, ROUND);
    return more;
  }
  awaitEnd(counters, round, spin ? SPINS : 0);
  return Atomics.load(counters, MORE) === 1;
}

/** Waits until a round has ended. A small function: V8 compiles it for its loop, and would compile with it all that its caller calls. */
function awaitEnd(counters: Int32Array, round: number, reads: number): void {
  for (let left = reads; left > 0 && Atomics.load(counters, ROUND) === round; left--);
  while (Atomics.load(counters, ROUND) === round) Atomics.wait(counters, ROUND, round);
}
