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
import { type Neighbourhood, type NeighbourMove, TableError, type TableHeader } from './contents.js';

export type StateWalker = ReturnType<typeof stateWalker>;

/** @param where the table's path or name, for messages */
export function stateWalker(space: NumberedSpace, { facts, histogram }: TableHeader, codes: DepthCode, where: string) {
  const { modulus, notReached } = codes;
  const maxDepth = histogram.length - 1;
  const isStart = new Set(facts.starts);
  /** Neighbours of the state at hand. */
  const next = newNeighbours(space);
  /** Steps towards the starts, found once if moves cannot be undone and the space gives no predecessors. */
  let nearerOf: Uint32Array | undefined;

  /** Returns the code of a state. @throws InputError if it is not a state; TableError if the table is damaged */
  function codeOf(state: number): number {
    if (isState(space, state)) return codes.code(state);
    throw new InputError(`a state of ${facts.name} is a whole number from 0 to ${space.size - 1}, found ${state}`);
  }

  /**
   * Returns the fewest moves between a state and the nearest start, or null if the state is not reached.
   * @throws InputError if it is not a state; TableError if the table is damaged; SpaceError
   */
  function distance(state: number): number | null {
    if (modulus !== null) return path(state)?.length ?? null;
    return depthOf(codeOf(state), state);
  }

  /** Returns a shortest solution as indices of moves, or null if the state is not reached. @throws as Table.path */
  function path(state: number): readonly number[] | null {
    const code = codeOf(state);
    if (modulus !== null) return code === notReached ? null : descend(state, code);
    const depth = depthOf(code, state);
    return depth === null ? null : ascend(state, depth);
  }

  /** Returns the nearer state for each move that leads to one. @throws as distance */
  function nearer(state: number): readonly number[] {
    const wanted = nearerCode(codes, codeOf(state));
    writeNeighbours(space, state, next);
    return Array.from(next).filter((to) => to >= 0 && codes.code(to) === wanted);
  }

  /**
   * Returns the distance of a state, and the states that moves lead to with their distances.
   * @throws as distance
   */
  function neighbourhood(state: number): Neighbourhood<number> {
    const depth = distance(state);
    const code = codes.code(state);
    writeNeighbours(space, state, next);
    const moves: NeighbourMove<number>[] = [];
    for (const [move, to] of next.entries()) {
      if (to < 0) continue;
      const other = beside(depth, code, to);
      if (other === undefined || (other ?? 0) > maxDepth) throw contradiction(state);
      moves.push({ move: space.moves[move], to, distance: other });
    }
    return { distance: depth, moves };
  }

  /**
   * Returns the distance of the state that a move leads to.
   * @param distance,code of the state that the move leads from
   * @returns undefined if the table contradicts itself
   */
  function beside(distance: number | null, code: number, to: number): number | null | undefined {
    const other = codes.code(to);
    if (modulus === null) {
      const beside = depthOf(other, to);
      // That state is at most one further, and can be nearer by any number of moves.
      return distance === null || (beside !== null && beside <= distance + 1) ? beside : undefined;
    }
    if (distance === null) return notReached === null || other === notReached ? null : undefined;
    const change = other === notReached ? undefined : changeOf(modulus, code, other);
    return change === undefined || distance + change < 0 ? undefined : distance + change;
  }

  function descend(from: number, code: number): readonly number[] | null {
    const moves: number[] = [];
    let state = from;
    let here = code;
    while (!isStart.has(state)) {
      writeNeighbours(space, state, next);
      const nearer = nearerCode(codes, here);
      const move = next.findIndex((to) => to >= 0 && codes.code(to) === nearer);
      if (move < 0 || moves.length === maxDepth) return deadEnd(from);
      moves.push(move);
      state = next[move];
      here = codes.code(state);
    }
    if (here !== codes.start) throw contradiction(from);
    return moves;
  }

  /** Returns null if the state is not reached, which the codes of some boards do not give. @throws TableError otherwise */
  function deadEnd(state: number): null {
    const { board } = space;
    if (notReached === null && board !== null) {
      const position = parsePosition(space.format(state), board.board);
      if (!isSolvable(board.board, position, board.goal)) return null;
    }
    throw contradiction(state);
  }

  /** Returns the solution from a start, found backwards from the state, each step to a nearer state. */
  function ascend(to: number, distance: number): readonly number[] {
    const moves: number[] = [];
    let state = to;
    for (let depth = distance - 1; depth >= 0; depth--) {
      const from = stateBefore(state, depth);
      writeNeighbours(space, from, next);
      const move = next.indexOf(state);
      if (move < 0) {
        const [there, before] = [state, from].map((each) => describeState(space, each));
        throw new SpaceError(
          `the space ${space.name} contradicts itself: predecessors of state ${there} gives ${before}, from which no move leads there`,
        );
      }
      moves.push(move);
      state = from;
    }
    if (!isStart.has(state)) throw contradiction(to);
    return moves.reverse();
  }

  /** Returns the first state of a depth that a move leads from, by the space's predecessors if it gives them. */
  function stateBefore(state: number, depth: number): number {
    const depthAt = (each: number) => depthOf(codes.code(each), each);
    if (space.predecessors) {
      const from = predecessorStates(space, state).find((each) => codes.code(each) === depth);
      if (from !== undefined) return from;
    } else {
      nearerOf ??= nearerStates(space, depthAt, where);
      const from = nearerOf[state] - 1;
      if (from >= 0 && depthAt(from) === depth) return from;
    }
    throw contradiction(state);
  }

  function depthOf(code: number, state: number): number | null {
    if (code <= maxDepth) return code;
    if (code === notReached) return null;
    throw contradiction(state);
  }

  function contradiction(state: number): TableError {
    return new TableError(
      `${where}: the table contradicts itself at state ${describeState(space, state)}; make it again, or correct the space, whose moves may not match its declarations`,
    );
  }

  return { code: codeOf, distance, path, nearer, neighbourhood };
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
