/** The seed of a test's random choices: a failing test prints it, and SEED=<n> repeats the choices. */

import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { IDLE } from '#src/base/worker-pool.js';
import { count } from './suite.js';

// A thread costs as much as a small board: those of earlier tests are reused.
Object.assign(IDLE, { threads: 32, milliseconds: 60_000 });

const GIVEN = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

// fast-check prints its own seed. The number of runs is the default for tests that do not set it.
fc.configureGlobal({ numRuns: count(30, 100), ...(GIVEN !== undefined && { seed: GIVEN }) });

/** Returns a seed for the running test. */
export function newSeed(): number {
  const seed = GIVEN ?? Math.floor(Math.random() * 2 ** 32);
  onTestFailed(() => void process.stderr.write(`SEED=${seed} gives the same random choices\n`));
  return seed;
}
