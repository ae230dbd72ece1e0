/**
 * All moves that begin a shortest solution of a position, found by pattern databases.
 *
 * IDA* from the position itself finds the distance d and one solution. Another first move begins a shortest solution,
 * too, if it leads to a position d - 1 moves from the goal. One iteration decides that: a search from that position
 * within the bound d - 1.
 *
 * This search can skip all paths that begin by undoing the first move: the position itself is d moves from the goal. It
 * can also skip replaceable sequences (move-sequences.ts), but only those within its own path. If the first move were
 * part of them, it could be skipped in favour of another that is as good. So each of these searches begins anew, with
 * the automaton's empty beginning.
 */

import { neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { SearchProblem } from '../question/question.js';
import { CompiledPatterns } from './compiled-patterns.js';
import { type CompiledSearch, MOST_SOLUTION_MOVES, MOVE_ORDER } from './compiled-search.js';
import { PatternDatabases } from './pattern-databases.js';
import type { PatternLayout } from './pattern-layout.js';

/** Nodes between two calls of `check`. */
const MILLISECONDS_AT_A_TIME = 3;
/** Minimum bound at which first moves are searched separately. Searches within smaller bounds take hardly any time. */
const SMALL_BOUND = 8;

export interface FirstMovesTask {
  /** The problem, in the metric single, with a goal that the start can reach. */
  readonly problem: Omit<SearchProblem, 'metric'>;
  readonly layout: PatternLayout;
  /** Scratch space of the calling thread. */
  readonly scratch: number;
  /** A shortest solution, if one is known. */
  readonly known: string | null;
}

/**
 * Returns a shortest solution, as the blank's moves, for each move that begins one; only the empty solution if the
 * start is the goal.
 * @param check called every few milliseconds; an error that it throws ends the search
 * @throws TableError if a table is damaged
 */
export function firstMoves(task: FirstMovesTask, check: () => void): string[] {
  const { problem, layout, scratch, known } = task;
  const { board, start, goal } = problem;
  const compiled = (from: Position) =>
    new CompiledPatterns(PatternDatabases.ofAnotherThread(layout, scratch), from, goal);
  const first = known ?? solutionFrom(compiled(start), check);
  if (first === '') return [first];
  const bound = first.length - 1;
  const blank = start.indexOf(BLANK);
  const solutions = MOVE_ORDER.map((move) => {
    if (move === first[0]) return first;
    const cell = neighbour(board, blank, move);
    if (cell < 0) return undefined;
    const behind = start.with(blank, start[cell]).with(cell, BLANK);
    if (bound === 0) return behind.every((tile, at) => tile === goal[at]) ? move : undefined;
    const search = compiled(behind);
    if (search.estimate > bound) return undefined;
    const beginnings =
      bound < SMALL_BOUND
        ? ['']
        : MOVE_ORDER.filter((next) => next !== OPPOSITE[move] && neighbour(board, cell, next) >= 0);
    for (const beginning of beginnings) {
      search.begin(beginning, bound);
      if (isFound(search, check)) return move + beginning + search.moves;
    }
    return undefined;
  });
  return solutions.filter((solution) => solution !== undefined);
}

function solutionFrom(search: CompiledSearch, check: () => void): string {
  if (search.estimate === 0) return '';
  for (let bound = search.estimate; bound <= MOST_SOLUTION_MOVES; bound += search.leastExcess) {
    search.begin('', bound);
    if (isFound(search, check)) return search.moves;
  }
  throw new Error('a reachable goal was not found');
}

function isFound(search: CompiledSearch, check: () => void): boolean {
  for (;;) {
    const outcome = search.run(MILLISECONDS_AT_A_TIME * search.speed);
    if (outcome !== 'paused') return outcome === 'arrived';
    check();
  }
}
