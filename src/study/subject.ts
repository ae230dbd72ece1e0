/** The subject of a report: the texts and drawings that differ between boards and other spaces. */

import { countOf, grouped } from '../base/text.js';
import type { BoardView } from '../space/space.js';
import { type Board, columnOf, formatBoard, isFull, type Metric, mapOf, rowOf } from '../spaces/board/board.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../spaces/board/position.js';
import type { Analysis } from './analysis.js';
import { type Markup, markup } from './markup.js';

export type Subject = ReturnType<typeof ofBoard>;

export type Fact = readonly [name: string, value: Markup];

/** Returns the subject of a report on an analysis. */
export function subjectOf(analysis: Analysis): Subject {
  return analysis.board === null ? ofSpace(analysis) : ofBoard(analysis, analysis.board);
}

/** Definitions of a move. */
const METRICS: Readonly<Record<Metric, string>> = {
  single: 'single: one move slides one tile by one cell, onto the blank',
  multi: 'multi: one move slides one, two or more tiles of a row or column by one cell, towards the blank',
};

function ofBoard({ space }: Analysis, { board, goal, metric }: BoardView) {
  const { rows, columns } = board;
  return {
    ...(BOARD_WORDS as StateWords),
    title: `${space}: distances of the sliding-tile puzzle`,
    heading: `The ${formatBoard(board)} sliding-tile puzzle`,
    /** Drawing of a board's goal. */
    drawing: boardDrawing(board, goal, `goal ${formatPosition(goal)}`) as Markup | null,
    /** Draws or lists states. @param texts texts of the states */
    list: (texts: readonly string[]): Markup =>
      listOf('boards', texts, (text) => boardDrawing(board, parsePosition(text, board), `antipode ${text}`)),
    /** Facts that identify the space. */
    facts: [
      [
        'Board',
        markup`${formatBoard(board)}, ${countOf(rows, 'row')} of ${countOf(columns, 'cell')}${missingText(board)}`,
      ],
      [
        'Goal',
        markup`<code>${formatPosition(goal)}</code>; other goals with the blank on this cell differ only in the names of their tiles`,
      ],
      ['Metric', markup`${METRICS[metric]}`],
    ] as readonly Fact[],
    /** Source of the distances, in words. */
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

function ofSpace(analysis: Analysis): Subject {
  const { space, starts, metric, size, reversible } = analysis;
  const listed = starts.slice(0, MOST_STARTS).map((text) => markup`<code>${text}</code> `);
  const more = starts.length > MOST_STARTS ? `and ${grouped(starts.length - MOST_STARTS)} more` : '';
  const facts: Fact[] = [
    ['Space', markup`<code>${space}</code>, numbered from 0 to ${grouped(size - 1)}`],
    [starts.length === 1 ? 'Start' : 'Starts', markup`${listed}${more}`],
    ['Moves', markup`${reversible ? 'can all be undone' : 'cannot all be undone: distances are those from the start'}`],
  ];
  if (metric !== null) facts.push(['Metric', markup`${metric}`]);
  return {
    ...wordsOf(analysis),
    title: `${space}: distances of the state space`,
    heading: `The state space ${space}`,
    drawing: null,
    list: (texts) => listOf('texts', texts, () => null),
    facts,
    distances: markup`Read from the table. The neighbours of every state were enumerated again, and no neighbour is more than one move further away than its state.`,
  };
}

function listOf(name: string, texts: readonly string[], draw: (text: string) => Markup | null): Markup {
  const items = texts.map((text) => markup`<li>${draw(text)}<code>${text}</code></li>\n`);
  return markup`<ol class="${name}">\n${items}</ol>`;
}

export const BOARD_WORDS = {
  /** Noun for a state, in the singular and in the plural. */
  state: 'position',
  states: 'positions',
  /** Phrases for the state, and for all states, that distances are counted from. */
  origin: 'the goal',
  origins: 'the goal',
  /** Title of an axis of distances. */
  distance: 'distance from the goal',
};

/** Words of a report for the states of its space. */
export type StateWords = Readonly<typeof BOARD_WORDS>;

/** Returns the words for a space. @param board null if it is not enumerated as one */
export function wordsOf({ board, starts }: Pick<Analysis, 'board' | 'starts'>): StateWords {
  if (board !== null) return BOARD_WORDS;
  const [origin, origins] = starts.length === 1 ? ['the start', 'the start'] : ['the nearest start', 'the starts'];
  return { state: 'state', states: 'states', origin, origins, distance: `distance from ${origin}` };
}

/** Returns a word with a capital first letter. */
export function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

/** Side of a cell, in user units. */
const CELL = 32;
const MARGIN = 1.5;
const FONT_SIZE = 15;

/** @param label description for screen readers */
function boardDrawing(board: Board, position: Position, label: string): Markup {
  const { rows, columns } = board;
  const tiles = position.map((tile, cell) => {
    if (tile === BLANK) return null;
    const x = columnOf(board, cell) * CELL;
    const y = rowOf(board, cell) * CELL;
    return markup`<rect x="${x + MARGIN}" y="${y + MARGIN}" width="${CELL - 2 * MARGIN}" height="${CELL - 2 * MARGIN}" rx="3"/><text x="${x + CELL / 2}" y="${y + CELL / 2 + FONT_SIZE * 0.36}">${tile}</text>`;
  });
  const missing = Array.from({ length: rows * columns }, (_, square) => square)
    .filter((square) => !board.squares.includes(square))
    .map((square) => {
      const x = (square % columns) * CELL;
      const y = Math.floor(square / columns) * CELL;
      return markup`<rect class="missing" x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>`;
    });
  const width = columns * CELL;
  const height = rows * CELL;
  return markup`<svg class="board" role="img" aria-label="${label}" viewBox="-2 -2 ${width + 4} ${height + 4}" width="${width + 4}" height="${height + 4}" font-size="${FONT_SIZE}" text-anchor="middle"><rect class="frame" x="-1" y="-1" width="${width + 2}" height="${height + 2}" rx="4"/>${missing}${tiles}</svg>`;
}
