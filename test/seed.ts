/** The seed of what is random in a test: a failing test prints it, and SEED=<n> gives the same choices again. */

import fc from 'fast-check';
import { onTestFailed } from 'vitest';
import { count } from './suite.js';

const GIVEN = process.env.SEED === undefined ? undefined : Number(process.env.SEED);

// fast-check prints its seed itself. So many choices are made where a test says no number.
fc.configureGlobal({ numRuns: count(30, 100), ...(GIVEN !== undefined && { seed: GIVEN }) });

/** Returns a seed for the test that is running. */
export function newSeed(): number {
  const seed = GIVEN ?? Math.floor(Math.random() * 2 ** 32);
  onTestFailed(() => void process.stderr.write(`SEED=${seed} gives the same random choices\n`));
  return seed;
}
