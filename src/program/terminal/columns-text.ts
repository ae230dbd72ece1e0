/** Numbers in columns. */

import { styleText } from 'node:util';

/** Returns columns as wide as their longest text, right-aligned, with a head. */
export function columnsText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => text.padStart(widths[column]))
      .join('  ')
      .trimEnd();
  return [styleText('bold', line(head)), ...rows.map(line)].join('\n');
}
