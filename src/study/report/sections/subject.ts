/** The subject of a report: the texts and drawings that differ between boards and other spaces. */

import { grouped } from '../../../base/text/numbers.js';
import type { BoardView } from '../../../space/space.js';
import { type Board, formatBoard, isFull, mapOf } from '../../../spaces/board/board.js';
import type { Metric } from '../../../spaces/board/metric.js';
import { formatPosition, parsePosition } from '../../../spaces/board/position.js';
import type { Analysis } from '../../analysis/analyse.js';
import { boardDrawing } from '../charts/board-drawing.js';
import { type Markup, markup } from '../charts/markup.js';
import { type StateWords, wordsOf } from '../charts/state-words.js';

export interface Subject extends StateWords {
  readonly title: string;
  readonly heading: string;
  /** Drawing of a board's goal. */
  readonly drawing: Markup | null;
  /** Draws or lists states. @param texts texts of the states */
  list(texts: readonly string[]): Markup;
  /** Facts that identify the space. */
  readonly facts: readonly Fact[];
  /** Source of the distances, in words. */
  readonly distances: Markup;
}

export type Fact = readonly [name: string, value: Markup];

/** Returns the subject of a report on an analysis. */
export function subjectOf(analysis: Analysis): Subject {
  return { ...wordsOf(analysis), ...(analysis.board === null ? ofSpace(analysis) : ofBoard(analysis, analysis.board)) };
}

type Identity = Omit<Subject, keyof StateWords>;

/** Definitions of a move. */
const METRICS: Readonly<Record<Metric, string>> = {
  single: 'single: one move slides one tile by one cell, onto the blank',
  multi: 'multi: one move slides one, two or more tiles of a row or column by one cell, towards the blank',
};

function ofBoard({ space }: Analysis, { board, goal, metric }: BoardView): Identity {
  const { rows, columns } = board;
  return {
    title: `${space}: distances of the sliding-tile puzzle`,
    heading: `The ${formatBoard(board)} sliding-tile puzzle`,
    drawing: boardDrawing(board, goal, `goal ${formatPosition(goal)}`),
    list(texts) {
      const items = texts.map((text) => {
        const drawing = boardDrawing(board, parsePosition(text, board), `antipode ${text}`);
        return markup`<li>${drawing}<code>${text}</code></li>
`;
      });
      return markup`<ol class="boards">
${items}</ol>`;
    },
    facts: [
      [
        'Board',
        markup`${formatBoard(board)}, ${String(rows)} ${rows === 1 ? 'row' : 'rows'} of ${String(columns)} ${columns === 1 ? 'cell' : 'cells'}${missingText(board)}`,
      ],
      [
        'Goal',
        markup`<code>${formatPosition(goal)}</code>; other goals with the blank on this cell differ only in the names of their tiles`,
      ],
      ['Metric', markup`${METRICS[metric]}`],
    ],
    distances: markup`Not read from the table, which only determines the board, the goal and the number of positions at each distance. All positions were enumerated again, layer by layer from the goal, and the size of each layer agreed with the table.`,
  };
}

/** Returns the rows of a map, because its name need not determine them. */
function missingText(board: Board): string {
  const missing = board.rows * board.columns - board.cells;
  return isFull(board)
    ? ''
    : `, of which ${missing} ${missing === 1 ? 'is' : 'are'} missing: ${mapOf(board).join('/')}`;
}

/** Maximum number of starts listed. */
const MOST_STARTS = 20;

function ofSpace({ space, starts, metric, size, reversible }: Analysis): Identity {
  const listed = starts.slice(0, MOST_STARTS).map((text) => markup`<code>${text}</code> `);
  const more = starts.length > MOST_STARTS ? `and ${grouped(starts.length - MOST_STARTS)} more` : '';
  const facts: Fact[] = [
    ['Space', markup`<code>${space}</code>, numbered from 0 to ${grouped(size - 1)}`],
    [starts.length === 1 ? 'Start' : 'Starts', markup`${listed}${more}`],
    ['Moves', markup`${reversible ? 'can all be undone' : 'cannot all be undone: distances are those from the start'}`],
  ];
  if (metric !== null) facts.push(['Metric', markup`${metric}`]);
  return {
    title: `${space}: distances of the state space`,
    heading: `The state space ${space}`,
    drawing: null,
    list(texts) {
      const items = texts.map(
        (text) => markup`<li><code>${text}</code></li>
`,
      );
      return markup`<ol class="texts">
${items}</ol>`;
    },
    facts,
    distances: markup`Read from the table. The neighbours of every state were enumerated again, and no neighbour is more than one move further away than its state.`,
  };
}
