/** The spaces that searches are tested on: boards, graphs, the 3x3x3 cube, lines and planes. */

import { product } from '#src/permutations/permutation.js';
import type { AlgorithmName } from '#src/search/question/progress.js';
import { type SearchOptions, search } from '#src/search/search.js';
import { TableSolver } from '#src/search/table-solver.js';
import { NO_STATE, type SpaceDefinition, type StateHeuristic } from '#src/space/definition.js';
import type { GeneratedSpace, LargePuzzle, Space } from '#src/space/space.js';
import { type Board, boardOf, type Metric } from '#src/spaces/board/board.js';
import { orderedPosition, type Position, parsePosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { openBoard } from '#src/spaces/board-space.js';
import { openSpace } from '#src/spaces/open-space.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { cube } from '../permutations/groups.js';

export function boardSpace(shape: string | Board, goal?: string | Position, metric: Metric = 'single'): Space {
  const board = boardOf(shape);
  const end = typeof goal === 'string' ? parsePosition(goal, board) : (goal ?? orderedPosition(board));
  return openBoard(boardSource(board, end, metric));
}

interface BoardQuestion {
  readonly board: string | Board;
  readonly start: string | Position;
  readonly goal?: string | Position;
  readonly metric?: Metric;
}

/** Searches a board. Returns the result with its moves as a text. */
export async function searchBoard(
  algorithm: AlgorithmName,
  { board, start, goal, metric }: BoardQuestion,
  options: SearchOptions = {},
) {
  const result = await search(boardSpace(board, goal, metric), { from: start }, { algorithm, ...options });
  return { ...result, moves: result.moves?.join('') ?? null };
}

/** Explores a board with the ordered goal of a cell. */
export async function tableOf(shape: string, goalCell: number, metric: Metric = 'single'): Promise<BoardWalker> {
  const board = boardOf(shape);
  const { table } = await exploreBoard({ board, goal: orderedPosition(board, goalCell), metric, antipodes: 0 });
  if (table === null) throw new Error('no table was made');
  return walkerOf(table);
}

export function boardTables(
  board: string | Board,
  goal: Position,
  find: (goalCell: number) => BoardWalker | undefined,
  metric: Metric = 'single',
): TableSolver {
  return TableSolver.of(boardSpace(board, goal, metric), find);
}

/** Returns the solution of a position; null if there is none, undefined if no table answers. */
export function solutionOf(tables: TableSolver, from: Position): string | null | undefined {
  const answer = tables.answer({ from });
  return answer && (answer.moves?.join('') ?? null);
}

/** [state][move]: the state that it leads to, or NO_STATE. */
export type Graph = readonly (readonly number[])[];

/** Returns the space of a graph, with other fields if given. */
export function spaceOf(graph: Graph, given: Partial<SpaceDefinition> = {}): SpaceDefinition {
  return {
    name: 'graph',
    size: graph.length,
    starts: [0],
    moves: Array.from({ length: Math.max(...graph.map((row) => row.length)) }, (_, move) => `m${move}`),
    reversible: false,
    neighbours(state, next) {
      next.fill(NO_STATE);
      next.set(graph[state]);
    },
    format: (state) => `s${state}`,
    parse: (text) => Number(text.slice(1)),
    ...given,
  };
}

/** States in a row, with 0 as the start. */
export function line(size: number, steps: StateHeuristic): SpaceDefinition {
  return spaceOf([[0, 0]], {
    name: 'line',
    size,
    reversible: true,
    heuristics: { steps },
    neighbours(state, next) {
      next[0] = state > 0 ? state - 1 : NO_STATE;
      next[1] = state < size - 1 ? state + 1 : NO_STATE;
    },
  });
}

/** Squares of a huge board of 2^40 squares, one step up, down, left or right. */
export function plane(heuristic: StateHeuristic): SpaceDefinition {
  const side = SIDE_OF_PLANE;
  return spaceOf([[0, 0, 0, 0]], {
    name: 'plane',
    size: side * side,
    reversible: true,
    heuristics: { heuristic },
    neighbours(state, next) {
      const column = state % side;
      next[0] = column > 0 ? state - 1 : NO_STATE;
      next[1] = column < side - 1 ? state + 1 : NO_STATE;
      next[2] = state >= side ? state - side : NO_STATE;
      next[3] = state < side * side - side ? state + side : NO_STATE;
    },
  });
}

export const SIDE_OF_PLANE = 2 ** 20;

const FACES = ['L', 'R', 'B', 'F', 'D', 'U'];

/** The 3x3x3 cube on 54 facelets, too large to be numbered. Every turn of a face is one move. */
export const RUBIK: GeneratedSpace = {
  kind: 'generators',
  name: 'rubik',
  generators: cube(3, [0, 2]).moves.flatMap((quarter, face) => {
    const half = product(quarter, quarter);
    return [
      { name: FACES[face], images: [...quarter] },
      { name: `${FACES[face]}2`, images: [...half] },
      { name: `${FACES[face]}'`, images: [...product(half, quarter)] },
    ];
  }),
};

export async function openRubik(): Promise<LargePuzzle> {
  return (await openSpace(RUBIK)) as LargePuzzle;
}

/** Returns the colouring after moves. */
export function movedBy(puzzle: LargePuzzle, state: Uint8Array, moves: readonly string[]): Uint8Array {
  return moves.reduce((from, name) => {
    const images = puzzle.group.puzzle.moves[puzzle.moves.indexOf(name)];
    const next = new Uint8Array(from.length);
    for (const [point, colour] of from.entries()) next[images[point]] = colour;
    return next;
  }, state);
}
