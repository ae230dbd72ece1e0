/** The built-in boards and puzzles as text. */

import { styleText } from 'node:util';
import { bytesText, countText, grouped, roughTime } from '../../base/text/numbers.js';
import { folded, WIDTH } from './width.js';

/** A space in the list. */
interface ListedSpace {
  readonly space: string;
  readonly summary: string;
  readonly states: number;
  readonly tableBytes: number | null;
  readonly seconds: number | null;
}

const WIDTHS = { space: 16, states: 18, table: 9, time: 9 } as const;
const INDENT = '  ';

const NOTES = [
  'Table: size of the distances in a table, whose file is up to 15 % larger. A space without one has too many states; antipode solve finds single solutions by search.',
  'Time: measured time of the enumeration on two threads of two cores, without set-up and table; see docs/explanations/groups.md. ' +
    'antipode explore <space> --plan estimates it for this machine.',
  'Other sizes: boards such as 3x4, and puzzles with another number after the colon, such as pancake:12.',
];

/** Returns the list: a line of figures for each space, and its description below. @param width of the lines */
export function builtInText(
  { boards, puzzles }: Readonly<Record<'boards' | 'puzzles', readonly ListedSpace[]>>,
  width: number = WIDTH,
): string {
  const head = styleText('bold', row('space', 'states', 'table', 'time'));
  const notes = NOTES.flatMap((note) => folded(note, width));
  return [head, ...[...boards, ...puzzles].flatMap((space) => linesOf(space, width)), '', ...notes].join('\n');
}

function linesOf({ space, summary, states, tableBytes, seconds }: ListedSpace, width: number): string[] {
  const figures = row(
    space,
    Number.isSafeInteger(states) ? grouped(states) : countText(states),
    tableBytes === null ? '-' : bytesText(tableBytes),
    seconds === null ? '-' : roughTime(seconds).replace('less than', '<'),
  );
  return [figures, ...folded(summary, width - INDENT.length).map((line) => `${INDENT}${line}`)];
}

function row(space: string, states: string, table: string, time: string): string {
  return [
    space.padEnd(WIDTHS.space),
    states.padStart(WIDTHS.states),
    table.padStart(WIDTHS.table),
    time.padStart(WIDTHS.time),
  ]
    .join(' ')
    .trimEnd();
}
