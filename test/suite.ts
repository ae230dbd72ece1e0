/** How much the tests do: `npm test` takes a sample of what is expensive, `npm run test:full` all of it. */

/** Whether everything is run. */
export const FULL = process.env.ANTIPODE_TESTS === 'full';

/** Returns how often something is done. */
export function count(daily: number, full: number): number {
  return FULL ? full : daily;
}

/** Returns the rows of a table of tests: all of them, or for `npm test` those with these indices. */
export function rows<Row>(all: readonly Row[], daily: readonly number[]): Row[] {
  return FULL ? [...all] : daily.map((index) => all[index]);
}
