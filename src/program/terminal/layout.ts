/** Texts up to the width of the terminal: folded lines, facts in two columns under a title, numbers in columns, and examples. */

import { styleText } from 'node:util';
import type { Output } from './process.js';

/** Columns of output that is not a terminal. */
export const WIDTH = 80;

/** Returns the columns of a terminal; undefined if the stream is not a terminal, because text for programs is not folded. */
export function columnsOf({ isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>): number | undefined {
  // A terminal of unknown width reports 0.
  return isTTY ? columns || WIDTH : undefined;
}

/** Returns a text in lines of up to `width` characters. A longer word has its own line; a number and its unit stay together. */
export function folded(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(/ (?![KMGTPE]?B\b|bytes?\b|s\b|min\b|hours\b|days\b)/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export const NAME_WIDTH = 20;

/** A name and a value. One without a name continues the one above; one that does not apply is `false`. */
export type FactLine = readonly [name: string, value: string] | false;

/**
 * Returns the facts under their title, one per line.
 * @param width characters of a line; longer lines are folded. By default unlimited
 */
export function factsText(title: string, facts: readonly FactLine[], width = Number.POSITIVE_INFINITY): string {
  const lines = facts.flatMap((fact) => {
    if (fact === false) return [];
    const [name, value] = fact;
    return folded(value, width - NAME_WIDTH).map((line, at) => `${(at === 0 ? name : '').padEnd(NAME_WIDTH)}${line}`);
  });
  return [...folded(title, width).map((line) => styleText('bold', line)), ...lines].join('\n');
}

/** Between columns. */
export const GAP = '  ';

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
      .join(GAP)
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
    const more = GAP.length + widths[column];
    if (used + more > width && tables[tables.length - 1].length > 1) {
      tables.push([0]);
      used = widths[0];
    }
    tables[tables.length - 1].push(column);
    used += more;
  }
  return tables;
}

/** Returns examples, each purpose above its command line. Lines are not folded, so that they can be copied. */
export function examplesText(examples: Readonly<Record<string, string>>): string {
  const lines = Object.entries(examples).flatMap(([purpose, line]) => [`  ${purpose}:`, `    ${line}`]);
  return ['', 'Examples:', ...lines].join('\n');
}
