/** How a report was made, so that it can be made again. */

import { grouped, secondsText } from '../../../base/text/numbers.js';
import { type Board, formatBoard, isFull, mapOf } from '../../../spaces/board/board.js';
import { formatPosition } from '../../../spaces/board/position.js';
import type { Analysis } from '../../analysis/analyse.js';
import type { SpaceAnalysis } from '../../analysis/analyse-space.js';
import { type Markup, markup } from '../charts/markup.js';

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

type Fact = readonly [string, Markup];

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

/** So many starts are listed. */
const MOST_STARTS = 20;

export function provenanceSection(analysis: Analysis, provenance: Provenance): Markup {
  const { board, goal, metric } = analysis;
  return section(
    analysis,
    provenance,
    [
      [
        'Board',
        markup`${formatBoard(board)}, ${String(board.rows)} ${board.rows === 1 ? 'row' : 'rows'} of ${String(board.columns)} ${board.columns === 1 ? 'cell' : 'cells'}${missingText(board)}`,
      ],
      [
        'Goal',
        markup`<code>${formatPosition(goal)}</code>; other goals with the blank there differ in the tiles\u2019 names alone`,
      ],
      ['Metric', markup`${METRICS[metric]}`],
    ],
    markup`Not read from the table, which tells the board, the goal and how many positions each distance has: all positions were enumerated again, layer by layer from the goal, and each layer was found to have as many.`,
  );
}

export function spaceProvenanceSection(analysis: SpaceAnalysis, provenance: Provenance): Markup {
  const { space, starts, metric, size, reversible } = analysis;
  const listed = starts.slice(0, MOST_STARTS).map((text) => markup`<code>${text}</code> `);
  const more = starts.length > MOST_STARTS ? `and ${grouped(starts.length - MOST_STARTS)} more` : '';
  const facts: Fact[] = [
    ['Space', markup`<code>${space}</code>, numbered from 0 to ${grouped(size - 1)}`],
    [starts.length === 1 ? 'Start' : 'Starts', markup`${listed}${more}`],
    ['Moves', markup`${reversible ? 'can all be undone' : 'cannot all be undone: distances are those from the start'}`],
  ];
  if (metric !== null) facts.push(['Metric', markup`${metric}`]);
  return section(
    analysis,
    provenance,
    facts,
    markup`Read from the table. The neighbours of every state were enumerated again, and none was found that is more than one move further away than the state.`,
  );
}

function section(
  { threads, seconds }: { readonly threads: number; readonly seconds: number },
  { command, version, table, date }: Provenance,
  subject: readonly Fact[],
  distances: Markup,
): Markup {
  const iso = date.toISOString();
  const facts: readonly Fact[] = [
    ['Command', markup`<code>${command}</code>`],
    ['Program', markup`antipode ${version}`],
    ['Date', markup`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`],
    ...subject,
    ['Table', markup`<code>${table}</code>`],
    ['Threads', markup`${threads}`],
    ['Time', markup`${secondsText(seconds)} for the analysis`],
    ['Distances', distances],
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
