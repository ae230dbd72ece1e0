/**
 * Shortens a path by searches for shorter ways between two of its states, a *window*.
 *
 * First the cycles are cut out: what lies between two visits of a state. A search of a window then either replaces it by
 * a shorter path, or proves that it is a shortest one. All parts of a shortest path are shortest. So the next window is
 * always a little wider than the narrowest part that is not proved: windows grow everywhere at the same pace, overlap,
 * and are narrow again around a replaced one. A window whose search needs too many nodes stays as it is.
 *
 * Source: D. Ratner, I. Pohl, "Joint and LPA*: combination of approximation and search", AAAI 1986.
 */

import type { Space } from '../../space/space.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { algorithmsFor } from '../algorithms.js';
import { CompiledProblem } from '../ida-star/compiled-problem.js';
import { linesBetween } from '../question/heuristics.js';
import { defaultBytes, Limits } from '../question/limits.js';
import { LimitError, Watch } from '../question/progress.js';
import { type Path, positionPath, type SearchProblem, type SearchState } from '../question/question.js';
import { prepared } from '../search.js';

/** A path in the course of being shortened. */
export interface ShortenedPath extends Path {
  /** Every part of the path of up to this many moves is a shortest path. It is the path's length if the whole path is. */
  readonly windows: number;
}

/** Growth of the windows: a window within proved parts of this many moves is a quarter wider. */
const GROWTH = 1.25;

/**
 * Shortens a path until no window improves that can be searched.
 * @param search of the path's space
 * @param onProgress called with the path without its cycles, then after each window
 * @throws LimitError at the limit of time; SpaceError; the signal's reason
 */
export async function shortenPath(
  given: Path,
  search: ReturnType<typeof windowSearch>,
  limits: Limits,
  onProgress: (path: ShortenedPath) => void,
): Promise<void> {
  const path = new ProvedPath(given);
  const nextPart = () => {
    const part = path.narrowest();
    const { moves, states, windows } = path;
    onProgress({ moves, states, windows });
    return part;
  };
  try {
    do {
      for (let part = nextPart(); part !== undefined; part = nextPart()) {
        if (limits.isPauseDue()) await limits.pause();
        const width = 2 * Math.ceil((part.width * GROWTH + 1) / 2);
        const end = Math.min(part.begin + width, path.moves.length);
        const begin = Math.max(0, end - width);
        const found = await search(path.states[begin], path.states[end], end - begin, limits);
        if (found === undefined) path.leave(part.begin, end, width - part.width);
        else if (found === null) path.prove(begin, end);
        else path.replace(begin, end, found);
      }
    } while (path.cutCycles());
  } finally {
    if (path.cutCycles()) nextPart();
  }
}

/** A path, and the parts of it that are known to be shortest paths. */
class ProvedPath {
  moves: readonly string[];
  states: readonly SearchState[];
  /** Every part of up to this many moves is a shortest path, since the last call of `narrowest`. */
  windows = 0;
  /** By the index of a state: that of the last one to which the path from it is known to be shortest. It never falls. */
  #reach: number[];
  /** By the index of a state: the end of a window that was left as it is; -1 if there is none. */
  #left: number[];

  constructor({ moves, states }: Path) {
    this.moves = moves;
    this.states = states;
    this.#reach = states.map((_, at) => at);
    this.#left = states.map(() => -1);
    this.cutCycles();
    for (let at = 0; at < this.moves.length; at++) this.prove(at, at + 1);
  }

  /** Returns the narrowest part that is known to be shortest and could grow; undefined if there is none. */
  narrowest(): { readonly begin: number; readonly width: number } | undefined {
    const { length } = this.moves;
    this.windows = length;
    let begin = -1;
    let width = length;
    for (let at = 0; this.#reach[at] < length; at++) {
      const known = this.#reach[at] - at;
      this.windows = Math.min(this.windows, known);
      if (known >= width || this.#left[at] >= 0) continue;
      begin = at;
      width = known;
    }
    return begin < 0 ? undefined : { begin, width };
  }

  /** Notes that a part is a shortest path. */
  prove(begin: number, end: number): void {
    for (let at = begin; at < end; at++) this.#reach[at] = Math.max(this.#reach[at], end);
  }

  /** Notes that a window is left as it is, and this many windows that begin soon after it. */
  leave(begin: number, end: number, windows: number): void {
    this.#left.fill(end, begin, begin + windows);
  }

  /** Replaces a part by a shortest path. */
  replace(begin: number, end: number, { moves, states }: Path): void {
    const last = begin + moves.length;
    const shift = last - end;
    this.#reach = [
      ...this.#reach.slice(0, begin).map((reach) => Math.min(reach, begin)),
      ...moves.map(() => last),
      ...this.#reach.slice(end).map((reach) => reach + shift),
    ];
    this.#left = [
      ...this.#left.slice(0, begin).map((left) => (left > begin ? -1 : left)),
      ...moves.map(() => -1),
      ...this.#left.slice(end).map((left) => (left < 0 ? -1 : left + shift)),
    ];
    this.moves = [...this.moves.slice(0, begin), ...moves, ...this.moves.slice(end)];
    this.states = [...this.states.slice(0, begin), ...states, ...this.states.slice(end + 1)];
  }

  /** Removes what lies between two visits of a state. @returns true if there was such a state */
  cutCycles(): boolean {
    const keys = this.states.map(String);
    const lastVisits = new Map(keys.map((key, at) => [key, at]));
    let cut = 0;
    for (let at = 0; at + cut < keys.length; at++) {
      const last = (lastVisits.get(keys[at + cut]) as number) - cut;
      if (last > at) this.replace(at, last, { moves: [], states: [this.states[at]] });
      cut += last - at;
    }
    return cut > 0;
  }
}

/** Maximum nodes that IDA* generates for a window, and the other searches, which keep them: half a second. */
const MOST_NODES = 2 ** 26;
const MOST_KEPT = 2 ** 21;
/** Nodes that IDA* generates between two looks at the clock. */
const NODES_AT_A_TIME = 2 ** 14;

/**
 * Returns the search of a space's windows: IDA* on boards in the metric single, else from both ends. Windows of 30 moves
 * take IDA* 1 ms on 5x5, and a search from both ends 500 ms.
 * @param bytes memory for the nodes of one window
 * @returns a function of both states and the moves of the known path, which returns a shortest path; null if the known one is shortest;
 * undefined if the search needs too many nodes
 */
export function windowSearch(space: Space, bytes = defaultBytes()) {
  const algorithm = algorithmsFor(space).includes('bidirectional') ? 'bidirectional' : 'bfs';
  return async (from: SearchState, to: SearchState, moves: number, limits: Limits) => {
    const own = new Limits({ seconds: limits.millisecondsLeft / 1000, bytes, signal: limits.signal });
    own.begin();
    try {
      if (space.board?.metric === 'single') {
        const problem = { ...space.board, start: from as Position, goal: to as Position };
        return await shorterByIdaStar(problem, moves, own);
      }
      const watch = new Watch(() => {
        throw new LimitError('the window has too many nodes');
      });
      watch.due = MOST_KEPT / space.moves.length;
      const chosen = { algorithm, heuristic: null, limits: own, watch, threads: 1 } as const;
      const { path } = await (await prepared(space, { from, to }, chosen, {}))();
      return path !== null && path.moves.length < moves ? path : null;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      limits.checkTime();
      return undefined;
    }
  };
}

/** Maximum cells of a line for linear conflict: with its tables of longer lines, compiling takes longer than it saves. */
const LONGEST_LINE = 6;

/** Searches a window of a board; the last bounds of IDA*, in which it would find the known path, are left out. */
async function shorterByIdaStar(problem: SearchProblem, moves: number, limits: Limits) {
  const { board, start, goal } = problem;
  // Compiling takes longer than most searches.
  if (manhattanDistance(problem) >= moves) return null;
  const heuristic = Math.max(board.rows, board.columns) > LONGEST_LINE ? 'manhattan' : 'linear-conflict';
  const compiled = new CompiledProblem({ kind: 'problem', board, start, goal, heuristic }, limits);
  let nodes = 0;
  for (let bound = compiled.estimate; bound < moves; bound += compiled.leastExcess) {
    compiled.begin('', bound);
    for (let outcome = 'paused'; outcome === 'paused'; nodes += compiled.generated) {
      if (nodes >= MOST_NODES) return undefined;
      if (limits.isPauseDue()) await limits.pause();
      outcome = compiled.run(NODES_AT_A_TIME);
      if (outcome === 'arrived') return positionPath(problem, compiled.moves);
    }
  }
  return null;
}

function manhattanDistance({ board, start, goal }: SearchProblem): number {
  const goalCells: number[] = [];
  for (const [cell, tile] of goal.entries()) goalCells[tile] = cell;
  return start.reduce((sum, tile, cell) => sum + (tile === BLANK ? 0 : linesBetween(board, cell, goalCells[tile])), 0);
}
