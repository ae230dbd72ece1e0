/** The subject of a report: what it says of a board, and what of any other space. */

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
  /** The goal of a board, drawn. */
  readonly drawing: Markup | null;
  /** Draws or lists states. @param texts of them */
  list(texts: readonly string[]): Markup;
  /** The facts that identify the space. */
  readonly facts: readonly Fact[];
  /** The origin of the distances, in words. */
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
        markup`<code>${formatPosition(goal)}</code>; other goals with the blank there differ in the tiles\u2019 names alone`,
      ],
      ['Metric', markup`${METRICS[metric]}`],
    ],
    distances: markup`Not read from the table, which tells the board, the goal and how many positions each distance has: all positions were enumerated again, layer by layer from the goal, and each layer was found to have as many.`,
  };
}

/** Returns the rows of a map, which its name may not give. */
function missingText(board: Board): string {
  const missing = board.rows * board.columns - board.cells;
  return isFull(board)
    ? ''
    : `, of which ${missing} ${missing === 1 ? 'is' : 'are'} missing: ${mapOf(board).join('/')}`;
}

/** The most starts that are listed. */
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
    distances: markup`Read from the table. The neighbours of every state were enumerated again, and none was found that is more than one move further away than the state.`,
  };
}
