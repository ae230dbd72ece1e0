/** Medians and their spread. */

export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, least: sorted[0], most: sorted[sorted.length - 1], runs: sorted.length };
}

/** Runs all functions in turn, `rounds` times, so that compared figures are measured under the same load. */
export async function inTurn<Name extends string>(
  rounds: number,
  measured: Readonly<Record<Name, () => Promise<number> | number>>,
): Promise<Record<Name, Figure>> {
  const names = Object.keys(measured) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values[name].push(await measured[name]());
  }
  return Object.fromEntries(names.map((name) => [name, figureOf(values[name])])) as Record<Name, Figure>;
}

export function secondsOf(work: () => void): number {
  const begin = performance.now();
  work();
  return (performance.now() - begin) / 1000;
}
