/** Numbers in columns. */

import { styleText } from 'node:util';

const GAP = 2;

/**
 * Returns right-aligned columns with a head, each as wide as its longest text.
 * @param width characters of a line; columns that do not fit follow below, after a copy of the first one. By default all fit
 */
export function columnsText(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (row: readonly string[], columns: readonly number[]) =>
    columns
      .map((column) => row[column].padStart(widths[column]))
      .join(' '.repeat(GAP))
      .trimEnd();
  return tablesOf(widths, width)
    .map((columns) => [styleText('bold', line(head, columns)), ...rows.map((row) => line(row, columns))].join('\n'))
    .join('\n\n');
}

/** Divides the columns into tables that fit. */
function tablesOf(widths: readonly number[], width: number): number[][] {
  const tables: number[][] = [[0]];
  let used = widths[0];
  for (let column = 1; column < widths.length; column++) {
    const more = GAP + widths[column];
    if (used + more > width && tables[tables.length - 1].length > 1) {
      tables.push([0]);
      used = widths[0];
    }
    tables[tables.length - 1].push(column);
    used += more;
  }
  return tables;
}
