/**
 * Lets workers go through the layers of a batch together, by counters in shared memory: each takes claims until none is
 * left, then waits for the others, and the last one to arrive decides whether there is another layer.
 *
 * A task for each layer would be simpler, but a round trip to the coordinator and back takes 0.2 to 0.5 ms where threads
 * have to be woken, which is more than most layers of 2x5 take, and 80 of them are a noticeable part of 2x6. A worker that
 * waits for one that has died is ended with the pool.
 */

const NEXT_CLAIM = 0;
const JOINED = 1;
const ARRIVED = 2;
/** Number of the round; waiting workers sleep on it. */
const ROUND = 3;
/** 1 if a worker found something in this round. */
const FOUND = 4;
/** 1 if another round follows. */
const MORE = 5;
/** 1 if a worker has given up, and the others are to end too. */
const BROKEN_OFF = 6;
const COUNTERS = 7;

/** Above every number of claims. */
const NO_CLAIM = 1 << 30;

/** Looks at the round this often before going to sleep: about 50 microseconds, a wake-up's time. */
const SPINS = 5000;

export function newRoundCounters(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * COUNTERS));
}

/** A number for each worker that joins, from 0. */
export function join(counters: Int32Array): number {
  return Atomics.add(counters, JOINED, 1);
}

/** The next claim of this round, from 0. */
export function claim(counters: Int32Array): number {
  return Atomics.add(counters, NEXT_CLAIM, 1);
}

/** Returns the claims of this round that have been taken, or asked for in vain. */
export function claims(counters: Int32Array): number {
  return Atomics.load(counters, NEXT_CLAIM);
}

/** Makes the counters ready for the first round of a batch; while no worker is at work. */
export function beginRounds(counters: Int32Array): void {
  Atomics.store(counters, NEXT_CLAIM, 0);
  Atomics.store(counters, ARRIVED, 0);
  Atomics.store(counters, FOUND, 0);
}

/** Ends the round for all workers, who are given no further claim, and no further round: this one has failed. */
export function breakOff(counters: Int32Array): void {
  Atomics.store(counters, NEXT_CLAIM, NO_CLAIM);
  Atomics.store(counters, BROKEN_OFF, 1);
  Atomics.store(counters, MORE, 0);
  Atomics.add(counters, ROUND, 1);
  Atomics.notify(counters, ROUND);
}

/**
 * Ends a worker's round, and waits until all workers have ended theirs, or one has broken off.
 * @param found whether this worker found anything
 * @param spin whether to look again and again before going to sleep, where each worker has a processor of its own
 * @param another asked on the last worker to arrive, where anything was found: is there time for another round?
 * @returns whether another round follows; the same for all
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
  // Looked at after the round: who breaks off changes the round last.
  if (Atomics.load(counters, BROKEN_OFF) === 1) return false;
  if (Atomics.add(counters, ARRIVED, 1) === workers - 1) {
    const more = Atomics.load(counters, FOUND) === 1 && another();
    Atomics.store(counters, MORE, more ? 1 : 0);
    beginRounds(counters);
    Atomics.store(counters, ROUND, (round + 1) | 0);
    Atomics.notify(counters, ROUND);
    return more;
  }
  for (let looks = spin ? SPINS : 0; looks > 0 && Atomics.load(counters, ROUND) === round; looks--);
  while (Atomics.load(counters, ROUND) === round) Atomics.wait(counters, ROUND, round);
  return Atomics.load(counters, MORE) === 1;
}
