/**
 * The lessons: some steps each, on the page's own controls. A step sets up a position, says what to do, recognises from the page that it was
 * done, and then says what was seen. `?lesson=parity&at=2` leads to a step.
 */

import { total } from '../../base/statistics.js';
import { countOf, grouped } from '../../base/text.js';
import { linesBetween } from '../../search/question/heuristics.js';
import type { ComparedSearch } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import type { EndedSearch, LessonPlace, LessonStart, View } from '../explorer/view.js';
import { parityName, parityOf, readTiles } from '../states/tiles.js';

export interface Lesson {
  readonly id: string;
  readonly title: string;
  /** Title in a word or two. */
  readonly short: string;
  /** One line for the list of lessons. */
  readonly about: string;
  readonly steps: readonly LessonStep[];
}

export interface LessonStep extends LessonStart {
  readonly title: string;
  readonly text: string;
  /** What to do. */
  readonly task: string;
  /** The controls that are outlined until it is done; lesson.css says which they are. */
  readonly needs: 'edit' | 'board' | 'shuffle' | 'bars' | 'layers' | 'start';
  /** Part of the page that the step is about, if it is not the position. */
  readonly part?: 'searches';
  /** Numbers to watch, each with its name. */
  readonly numbers?: (view: View) => readonly (readonly [name: string, value: string])[];
  readonly done: (view: View) => boolean;
  /** Returns what was seen. */
  readonly seen: (view: View) => string;
}

/* What the lessons read from the position. */

/** Returns the tiles of the state shown and of the goal; null if the space is not a board. */
function tilesIn({ space, state }: View) {
  const { board, goal } = space ?? {};
  const tiles = board && readTiles(state, board);
  const home = board && readTiles(goal ?? '', board);
  return board && tiles && home ? { board, tiles, home } : null;
}

function parityIn(view: View) {
  const here = tilesIn(view);
  return here && parityOf(here.board, here.tiles, here.home);
}

function parityNumbers(view: View) {
  const parity = parityIn(view);
  if (parity === null) return [];
  const { inversions, steps, agrees } = parity;
  return [
    ['Inversions', `${inversions}, ${parityName(inversions)}`],
    ['Steps of the blank', `${steps}, ${parityName(steps)}`],
    ['Odd or even', agrees ? 'both alike' : 'one of each'],
  ] as const;
}

/** Returns the sum of the rows and columns between each tile and its goal cell. */
export function manhattanIn(view: View): number {
  const here = tilesIn(view);
  if (here === null) return 0;
  const { board, tiles, home } = here;
  return total(tiles.map((tile, cell) => (tile === BLANK ? 0 : linesBetween(board, cell, home.indexOf(tile)))));
}

/** Returns the distance in moves, once it is known. */
function movesTo({ distance }: View): string {
  return countOf(Number(distance), 'move');
}

const SOLVED = '1 2 3 4 5 6 7 8 x';
const LOYD = '1 2 3 4 5 6 8 7 x';
const USUAL = '2 3 4 1 5 x 7 6 8';
const ANTIPODE = '8 6 7 2 5 4 3 x 1';
const FIFTEEN = '5 12 10 7 15 11 14 x 8 2 1 13 3 4 6 9';
/** Distance of the 8-puzzle's antipodes. */
const FARTHEST = 31;

/** Returns what a step on the 8-puzzle begins with, and what else it has. */
function eight(needs: LessonStep['needs'], state: string, more: Pick<LessonStep, 'numbers' | 'setup'> = {}) {
  return { needs, space: '3x3', state, ...more };
}

const PARITY: Lesson = {
  id: 'parity',
  title: 'Why half of all positions are unsolvable',
  short: 'Parity',
  about: 'Swap two tiles, and watch two numbers that every move changes together.',
  steps: [
    {
      title: 'Two tiles swapped',
      text: 'Sam Loyd offered 1,000 dollars for a solution of the 15-puzzle with its last two tiles swapped. Nobody has ever won the money.',
      task: 'Press Edit. Choose 7 and then 8, which swaps them.',
      ...eight('edit', SOLVED),
      done: ({ state }) => state === LOYD,
      seen: () => 'With 7 and 8 swapped, no moves lead to the goal: unsolvable. The next steps show why.',
    },
    {
      title: 'What a move changes',
      text: 'Watch two numbers: inversions, and steps of the blank to its corner. An inversion is a pair in the wrong order: a larger number before a smaller one, with the blank as 9.',
      task: 'Make four moves, and watch both numbers.',
      ...eight('board', SOLVED, { numbers: parityNumbers }),
      done: ({ play }) => play.made.length >= 4,
      seen: () =>
        'Each move swaps the blank with a tile, which changes the inversions from even to odd or back. It is also one step of the blank. So both numbers change together: after any number of moves, both are even or both are odd.',
    },
    {
      title: 'What a swap changes',
      text: 'Edit swaps tiles without sliding them, as if they were lifted out of the frame.',
      task: 'Press Edit, and swap any two tiles, but not the blank.',
      ...eight('edit', USUAL, { numbers: parityNumbers }),
      done: (view) => parityIn(view)?.agrees === false,
      seen: (view) => {
        const { inversions = 0, steps = 0 } = parityIn(view) ?? {};
        return `${countOf(inversions, 'inversion')}, but ${countOf(steps, 'step')}: one number is even, the other odd. Every move changes both, so this stays so. But at the goal both are 0. No moves lead there.`;
      },
    },
    {
      title: 'A second swap',
      text: 'Here 7 and 8 are swapped, as in the first step: one number is odd, the other even.',
      task: 'Press Edit, and swap two other tiles, such as 1 and 2.',
      ...eight('edit', LOYD, { numbers: parityNumbers }),
      done: (view) => parityIn(view)?.agrees === true && !!view.distance && view.play.made.length === 0,
      seen: (view) =>
        `Solvable, in ${movesTo(view)}: each swap changes the inversions from even to odd or back, so two swaps leave them even.`,
    },
    {
      title: 'Half of all positions',
      text: 'Swapping 1 and 2 changes the inversions of any position from even to odd or back, but not the steps. So positions form pairs, and at most one of each pair can be solved.',
      task: 'Press Edit, and swap 1 and 2 here as well.',
      ...eight('edit', '1 2 3 4 5 6 x 8 7', { numbers: parityNumbers }),
      done: ({ state, distance }) => state === '2 1 3 4 5 6 x 8 7' && !!distance,
      seen: (view) =>
        `Solvable, in ${movesTo(view)}. Nine places hold 9! = 362,880 positions, so at most 181,440 can be solved. The page has found moves to ${grouped(view.space?.states ?? 0)}: exactly half.`,
    },
  ],
};

/* What the lessons read from the searches of a comparison. */

const BREADTH_FIRST: ComparedSearch = { algorithm: 'bfs', heuristic: null };
const MANHATTAN: ComparedSearch = { algorithm: 'astar', heuristic: 'manhattan' };
const CONFLICT: ComparedSearch = { algorithm: 'astar', heuristic: 'linear-conflict' };

/** Returns what a step has on which searches race on the 8-puzzle. @param text returns what was seen when all of them have ended */
function racing(start: string, compared: readonly ComparedSearch[], text: (ended: readonly EndedSearch[]) => string) {
  const endsIn = ({ ended, state }: View) =>
    compared.flatMap(
      ({ algorithm, heuristic }) =>
        ended?.find((end) => end.state === state && end.algorithm === algorithm && end.heuristic === heuristic) ?? [],
    );
  return {
    ...eight('start', start, { setup: { compared } }),
    part: 'searches' as const,
    done: (view: View) => endsIn(view).length === compared.length,
    seen: (view: View) => text(endsIn(view)),
  };
}

function raceText([{ expanded, layers }, informed]: readonly EndedSearch[]): string {
  const largest = layers.indexOf(Math.max(...layers));
  const first = layers.findIndex((nodes, layer) => nodes !== informed.layers[layer]);
  const times = Math.round(expanded / informed.expanded);
  return `Breadth-first search has expanded ${grouped(expanded)} nodes, A* ${grouped(informed.expanded)}: ${times} times fewer. Up to layer ${first - 1} both expand the same nodes; in layer ${largest} they expand ${grouped(layers[largest])} and ${grouped(informed.layers[largest] ?? 0)}.`;
}

const SEARCHES: Lesson = {
  id: 'astar',
  title: 'Why A* expands fewer nodes than breadth-first search',
  short: 'Searches',
  about: 'Race both on the same position, and see what A* leaves out of each layer.',
  steps: [
    {
      title: 'All directions alike',
      text: 'To expand a position is to try all its moves. Breadth-first search first expands all positions that are one move away, then all that are two moves away, and so on. The goal is 19 moves away.',
      task: 'Press Start, and watch the layers grow.',
      ...racing(USUAL, [BREADTH_FIRST], ([{ expanded, layers }]) => {
        const last = layers.findLastIndex((nodes) => nodes > 0);
        return `It has expanded ${grouped(expanded)} nodes: all positions up to ${last - 1} moves away, in every direction, and some ${last} moves away. A shortest solution visits only 20.`;
      }),
    },
    {
      title: 'An estimate that is never too great',
      text: 'How far is the goal at least? Count how many rows and columns each tile is away from its place, and add them up: this is h. After g moves, a solution that goes on from here has at least f\u00a0=\u00a0g\u00a0+\u00a0h moves.',
      task: 'Make some moves, at least two, and watch the three numbers.',
      ...eight('board', USUAL),
      numbers: (view) => {
        const [g, h] = [view.play.made.length, manhattanIn(view)];
        return [
          ['Moves made (g)', `${g}`],
          ['Estimate (h)', `${h}`],
          ['Sum (f = g + h)', `${g + h}`],
        ];
      },
      done: ({ play, distance }) => play.made.length >= 2 && typeof distance === 'number',
      seen: (view) =>
        `Each move takes one tile one cell nearer or farther: it changes h by one, so f stays or grows by two. And h is never too great: it is ${manhattanIn(view)}, and the distance ${view.distance}.`,
    },
    {
      title: 'The least f first',
      text: 'A node is a position that a search has reached. A* always expands the node with the least f next. It ends at the goal with f\u00a0=\u00a019, so it never expands a node with a greater f.',
      task: 'Press Start. Both searches run on the position of the first step.',
      ...racing(USUAL, [BREADTH_FIRST, MANHATTAN], raceText),
    },
    {
      title: 'A hard position',
      text: 'No position is farther from the goal than this one: 31 moves. So f can grow to 31, and A* leaves out less.',
      task: 'Guess how many nodes A* expands, and press Start.',
      ...racing(
        ANTIPODE,
        [BREADTH_FIRST, MANHATTAN],
        (both) => `${raceText(both)} Far from the goal, most estimates are much too small.`,
      ),
    },
    {
      title: 'A better estimate',
      text: 'Two tiles in their row, but in the wrong order, cannot pass: one has to leave the row and come back. Linear conflict adds these two moves to the Manhattan distance.',
      task: 'Press Start. A* runs with each of the two estimates.',
      ...racing(
        ANTIPODE,
        [MANHATTAN, CONFLICT],
        ([manhattan, conflict]) =>
          `${grouped(manhattan.expanded)} and ${grouped(conflict.expanded)} nodes: the better the estimate, the fewer. With an estimate of 0, A* would expand about as many as breadth-first search here.`,
      ),
    },
  ],
};

/** Returns the number of positions up to a distance, and the number of those at it. */
function reached({ distribution }: View, depth: number | null): string {
  return grouped(total(distribution?.histogram.slice(0, Number(depth) + 1) ?? []));
}
function newAt({ distribution }: View, depth: number | null): string {
  return grouped(distribution?.histogram[Number(depth)] ?? 0);
}

const GOD: Lesson = {
  id: 'god',
  title: "What God's number is, and how one knows",
  short: "God's number",
  about: 'Grow the layers of all positions, until there is nothing left to find.',
  steps: [
    {
      title: 'How far is it?',
      text: 'The distance of a position is the number of moves of its shortest solution. Some positions are farther away than others.',
      task: 'Press Shuffle.',
      ...eight('shuffle', SOLVED),
      done: ({ distance, play }) => !!distance && play.made.length === 0,
      seen: (view) => `This position is ${movesTo(view)} away. How far is the farthest one?`,
    },
    {
      title: 'All positions at once',
      text: 'The chart counts the positions at each distance, all 181,440 of them. Most need 20 moves or more, but hardly any need 30.',
      task: 'Choose the last bar of the chart.',
      ...eight('bars', USUAL),
      done: ({ chosenDepth }) => chosenDepth === FARTHEST,
      seen: (view) =>
        `${newAt(view, FARTHEST)} positions are ${FARTHEST} moves away, and none is farther. They are the antipodes, and ${FARTHEST} is God's number: the most moves that a perfect player can need.`,
    },
    {
      title: 'Layer by layer',
      text: 'A search from the goal proves that none is farther. It makes every move from each position of a layer. The positions that were not found before are the next layer.',
      task: 'Find all layers: press Next layer, or drag.',
      ...eight('layers', SOLVED, { setup: { grown: 0 } }),
      numbers: (view) => [
        ['Layer', `${view.grown}`],
        ['New positions', newAt(view, view.grown)],
        ['Found so far', `${reached(view, view.grown)} of ${grouped(view.space?.states ?? 0)}`],
      ],
      done: ({ grown }) => grown === FARTHEST,
      seen: (view) =>
        `From the ${newAt(view, FARTHEST)} positions of layer ${FARTHEST}, moves lead only back: there is no layer ${FARTHEST + 1}. All ${reached(view, FARTHEST)} positions were reached, so none is farther.`,
    },
    {
      title: 'An antipode',
      text: 'This is one of the farthest positions. Three tiles can move.',
      task: 'Make a move, any move.',
      ...eight('board', ANTIPODE),
      done: ({ play, distance }) => play.made.length > 0 && typeof distance === 'number',
      seen: ({ distance }) =>
        `Distance ${distance}. Every move from an antipode of this puzzle leads nearer to the goal: undo yours, and try the other tiles.`,
    },
    {
      title: 'Larger boards',
      text: 'The 15-puzzle has 57,657,600 times as many positions. They were all reached as well: in 2005, layer by layer, on disks.',
      task: 'Press Shuffle for one of them.',
      ...{ needs: 'shuffle', space: '4x4', state: FIFTEEN },
      done: ({ state, play }) => state !== FIFTEEN && play.made.length === 0,
      seen: ({ space, distribution }) =>
        `They are too many for a table on this page, which solves this position by a search with estimates. A search on disks has found God's number: ${space?.maxDepth}, with ${distribution?.histogram.at(-1)} antipodes. The 24-puzzle has 7.76 × 10²⁴ positions, too many to visit. Its God's number is unknown, and at least 152.`,
    },
  ],
};

export const LESSONS: readonly Lesson[] = [PARITY, SEARCHES, GOD];

/** Returns the lesson and the step at a place; null if there is none. Steps are counted from 1. */
export function lessonAt(place: LessonPlace | null) {
  const lesson = LESSONS.find(({ id }) => id === place?.id);
  const step = lesson?.steps[(place?.at ?? 0) - 1];
  return place && lesson && step ? { place, lesson, step } : null;
}
