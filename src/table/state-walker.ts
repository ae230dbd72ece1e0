/**
 * Distances and solutions of numbered states, from the codes of a table.
 *
 * If moves can be undone, a solution descends from the state to the nearest start, each move to a nearer neighbour. If not, the
 * table holds whole depths, and the solution from a start is found backwards, from the state to a start.
 */

import { grouped, InputError } from '../base/text.js';
import { newNeighbours, predecessorStates, writeNeighbours } from '../space/answers.js';
import { describeState, isState, NO_STATE, SpaceError } from '../space/definition.js';
import type { NumberedSpace } from '../space/space.js';
import { parsePosition } from '../spaces/board/position.js';
import { isSolvable } from '../spaces/board/reachability.js';
import { changeOf, type DepthCode, nearerCode } from './codes.js';
import { type Neighbourhood, type NeighbourMove, TableError, type TableHeader } from './files/contents.js';

export class StateWalker {
  readonly #space: NumberedSpace;
  /** The name of the space, for messages. */
  readonly #name: string;
  readonly #maxDepth: number;
  readonly #isStart: ReadonlySet<number>;
  readonly #code: DepthCode;
  /** The table's path or name, for messages. */
  readonly #where: string;
  /** Neighbours of the state at hand. */
  readonly #next: Float64Array;
  /** Steps towards the starts, found once if moves cannot be undone and the space gives no predecessors. */
  #nearer: Uint32Array | undefined;

  constructor(space: NumberedSpace, { facts, histogram }: TableHeader, code: DepthCode, where: string) {
    this.#space = space;
    this.#name = facts.name;
    this.#maxDepth = histogram.length - 1;
    this.#isStart = new Set(facts.starts);
    this.#code = code;
    this.#where = where;
    this.#next = newNeighbours(space);
  }

  /** Returns the code of a state. @throws InputError if it is not a state; TableError if the table is damaged */
  code(state: number): number {
    if (isState(this.#space, state)) return this.#code.code(state);
    throw new InputError(
      `a state of ${this.#name} is a whole number from 0 to ${this.#space.size - 1}, found ${state}`,
    );
  }

  /**
   * Returns the fewest moves between a state and the nearest start, or null if the state is not reached.
   * @throws InputError if it is not a state; TableError if the table is damaged; SpaceError
   */
  distance(state: number): number | null {
    if (this.#code.modulus !== null) return this.path(state)?.length ?? null;
    return this.#depthOf(this.code(state), state);
  }

  /** Returns a shortest solution as indices of moves, or null if the state is not reached. @throws as Table.path */
  path(state: number): readonly number[] | null {
    const code = this.code(state);
    const { modulus, notReached } = this.#code;
    if (modulus !== null) return code === notReached ? null : this.#descend(state, code);
    const depth = this.#depthOf(code, state);
    return depth === null ? null : this.#ascend(state, depth);
  }

  /** Returns the nearer state for each move that leads to one. @throws as distance */
  nearer(state: number): readonly number[] {
    const nearer = nearerCode(this.#code, this.code(state));
    const next = this.#next;
    writeNeighbours(this.#space, state, next);
    return Array.from(next).filter((to) => to >= 0 && this.#code.code(to) === nearer);
  }

  /**
   * Returns the distance of a state, and the states that moves lead to with their distances.
   * @throws as distance
   */
  neighbourhood(state: number): Neighbourhood<number> {
    const distance = this.distance(state);
    const code = this.#code.code(state);
    const next = this.#next;
    writeNeighbours(this.#space, state, next);
    const moves: NeighbourMove<number>[] = [];
    for (const [move, to] of next.entries()) {
      if (to < 0) continue;
      const beside = this.#beside(distance, code, to);
      if (beside === undefined || (beside ?? 0) > this.#maxDepth) throw this.#contradiction(state);
      moves.push({ move: this.#space.moves[move], to, distance: beside });
    }
    return { distance, moves };
  }

  /**
   * Returns the distance of the state that a move leads to.
   * @param distance,code of the state that the move leads from
   * @returns undefined if the table contradicts itself
   */
  #beside(distance: number | null, code: number, to: number): number | null | undefined {
    const { modulus, notReached } = this.#code;
    const other = this.#code.code(to);
    if (modulus === null) {
      const beside = this.#depthOf(other, to);
      // That state is at most one further, and can be nearer by any number of moves.
      return distance === null || (beside !== null && beside <= distance + 1) ? beside : undefined;
    }
    if (distance === null) return notReached === null || other === notReached ? null : undefined;
    const change = other === notReached ? undefined : changeOf(modulus, code, other);
    return change === undefined || distance + change < 0 ? undefined : distance + change;
  }

  #descend(from: number, code: number): readonly number[] | null {
    const moves: number[] = [];
    let state = from;
    let here = code;
    while (!this.#isStart.has(state)) {
      writeNeighbours(this.#space, state, this.#next);
      const nearer = nearerCode(this.#code, here);
      const move = this.#next.findIndex((to) => to >= 0 && this.#code.code(to) === nearer);
      if (move < 0 || moves.length === this.#maxDepth) return this.#deadEnd(from);
      moves.push(move);
      state = this.#next[move];
      here = this.#code.code(state);
    }
    if (here !== this.#code.start) throw this.#contradiction(from);
    return moves;
  }

  /** Returns null if the state is not reached, which the codes of some boards do not give. @throws TableError otherwise */
  #deadEnd(state: number): null {
    const { board } = this.#space;
    if (this.#code.notReached === null && board !== null) {
      const position = parsePosition(this.#space.format(state), board.board);
      if (!isSolvable(board.board, position, board.goal)) return null;
    }
    throw this.#contradiction(state);
  }

  /** Returns the solution from a start, found backwards from the state, each step to a nearer state. */
  #ascend(to: number, distance: number): readonly number[] {
    const moves: number[] = [];
    let state = to;
    for (let depth = distance - 1; depth >= 0; depth--) {
      const from = this.#stateBefore(state, depth);
      writeNeighbours(this.#space, from, this.#next);
      const move = this.#next.indexOf(state);
      if (move < 0) {
        const [there, before] = [state, from].map((each) => describeState(this.#space, each));
        throw new SpaceError(
          `the space ${this.#space.name} contradicts itself: predecessors of state ${there} gives ${before}, from which no move leads there`,
        );
      }
      moves.push(move);
      state = from;
    }
    if (!this.#isStart.has(state)) throw this.#contradiction(to);
    return moves.reverse();
  }

  /** Returns the first state of a depth that a move leads from, by the space's predecessors if it gives them. */
  #stateBefore(state: number, depth: number): number {
    const depthOf = (each: number) => this.#depthOf(this.#code.code(each), each);
    if (this.#space.predecessors) {
      const from = predecessorStates(this.#space, state).find((each) => this.#code.code(each) === depth);
      if (from !== undefined) return from;
    } else {
      this.#nearer ??= nearerStates(this.#space, depthOf, this.#where);
      const from = this.#nearer[state] - 1;
      if (from >= 0 && depthOf(from) === depth) return from;
    }
    throw this.#contradiction(state);
  }

  #depthOf(code: number, state: number): number | null {
    if (code <= this.#maxDepth) return code;
    if (code === this.#code.notReached) return null;
    throw this.#contradiction(state);
  }

  #contradiction(state: number): TableError {
    return new TableError(
      `${this.#where}: the table contradicts itself at state ${describeState(this.#space, state)}; make it again, or correct the space, whose moves may not match its declarations`,
    );
  }
}

/** Maximum number of states of a pass, with four bytes each: 400 MB. */
const MOST_STATES = 100_000_000;

/**
 * Finds for each state a nearer one that leads to it, in one forward pass over all states: for spaces whose moves cannot be undone, and
 * that give no predecessors.
 * @param depthOf returns the depth of a state, null if it is not reached
 * @returns for each state 1 + the first one, by number, that leads to it and is one move nearer; 0 if there is none
 * @throws TableError if the space is too large for that
 */
function nearerStates(space: NumberedSpace, depthOf: (state: number) => number | null, name: string): Uint32Array {
  if (space.size > MOST_STATES) {
    throw new TableError(
      `${name}: the moves of this space cannot be undone, so solutions of more than ${grouped(MOST_STATES)} states need its predecessors; ask for distances, or add predecessors to the space`,
    );
  }
  const nearer = new Uint32Array(space.size);
  const next = newNeighbours(space);
  for (let state = 0; state < space.size; state++) {
    const depth = depthOf(state);
    if (depth === null) continue;
    writeNeighbours(space, state, next);
    for (const to of next) {
      if (to !== NO_STATE && nearer[to] === 0 && depthOf(to) === depth + 1) nearer[to] = state + 1;
    }
  }
  return nearer;
}
