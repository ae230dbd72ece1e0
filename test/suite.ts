/** The extent of the tests: `npm test` runs a sample of the expensive ones, `npm run test:full` runs everything. */

/** True if everything is run. */
export const FULL = process.env.ANTIPODE_TESTS === 'full';

/** Returns a number of repetitions. */
export function count(daily: number, full: number): number {
  return FULL ? full : daily;
}

/** Returns the rows of a table of tests: all of them or, for `npm test`, the rows with these indices. */
export function rows<Row>(all: readonly Row[], daily: readonly number[]): Row[] {
  return FULL ? [...all] : daily.map((index) => all[index]);
}
