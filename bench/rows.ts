/** The figures: one line each on standard output, and all of them for bench/results.json. */

import type { Figure } from './measure.js';

export interface Row {
  readonly what: string;
  readonly figure: Figure;
  readonly unit: 's' | 'positions/s' | 'states/s' | 'nodes/s' | 'queries/s' | 'moves';
  /** Ratios to other figures of the same rounds. */
  readonly note?: string;
}

export const rows: Row[] = [];

export function report(row: Row): void {
  rows.push(row);
  const { median, least, most, runs } = row.figure;
  const text = (value: number) =>
    row.unit === 's' || row.unit === 'moves' ? value.toFixed(3) : Math.round(value).toLocaleString('en-US');
  const spread = runs > 1 ? `${text(least)} to ${text(most)}, ${runs} runs` : '1 run';
  const line = `${row.what.padEnd(42)} ${text(median).padStart(11)} ${row.unit.padEnd(11)} (${spread})`;
  process.stdout.write(row.note === undefined ? `${line}\n` : `${line}  ${row.note}\n`);
}

/** Returns a figure as a multiple of another one. */
export function times(a: Figure, b: Figure): string {
  return (a.median / b.median).toFixed(2);
}
