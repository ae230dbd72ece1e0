/** How a report was made, so that it can be made again. */

import type { Analysis } from '../analysis/analyse.js';
import { type Board, formatBoard, isFull, mapOf } from '../board/board.js';
import { formatPosition } from '../board/position.js';
import { secondsText } from '../text/numbers.js';
import { type Markup, markup } from './markup.js';

/** What an analysis does not know of itself. */
export interface Provenance {
  /** What was asked for, as it would be typed. */
  readonly command: string;
  /** Of the program. */
  readonly version: string;
  /** Path of the table. */
  readonly table: string;
  readonly date: Date;
}

/** What counts as one move. */
const METRICS: Readonly<Record<Analysis['metric'], string>> = {
  single: 'single: one move slides one tile by one cell, onto the blank',
  multi: 'multi: one move slides one, two or more tiles of a row or column by one cell, towards the blank',
};

/** The rows of a map, which its name may not tell. */
function missingText(board: Board): string {
  const missing = board.rows * board.columns - board.cells;
  return isFull(board)
    ? ''
    : `, of which ${missing} ${missing === 1 ? 'is' : 'are'} missing: ${mapOf(board).join('/')}`;
}

export function provenanceSection(analysis: Analysis, { command, version, table, date }: Provenance): Markup {
  const { board, goal, metric, threads, seconds } = analysis;
  const iso = date.toISOString();
  const facts: (readonly [string, Markup])[] = [
    ['Command', markup`<code>${command}</code>`],
    ['Program', markup`antipode ${version}`],
    ['Date', markup`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`],
    [
      'Board',
      markup`${formatBoard(board)}, ${String(board.rows)} ${board.rows === 1 ? 'row' : 'rows'} of ${String(board.columns)} ${board.columns === 1 ? 'cell' : 'cells'}${missingText(board)}`,
    ],
    [
      'Goal',
      markup`<code>${formatPosition(goal)}</code>; other goals with the blank there differ in the tiles\u2019 names alone`,
    ],
    ['Metric', markup`${METRICS[metric]}`],
    ['Table', markup`<code>${table}</code>`],
    ['Threads', markup`${threads}`],
    ['Time', markup`${secondsText(seconds)} for the analysis`],
    [
      'Distances',
      markup`Not read from the table, which tells the board, the goal and how many positions each distance has: all positions were enumerated again, layer by layer from the goal, and each layer was found to have as many.`,
    ],
  ];
  return markup`<section aria-labelledby="provenance">
<h2 id="provenance">How this was made</h2>
<dl class="provenance">
${facts.map(
  ([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>
`,
)}</dl>
</section>
`;
}
