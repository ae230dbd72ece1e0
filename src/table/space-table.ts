/** The distance table of a state space: distances from its starts, and shortest solutions. */

import { InputError } from '../base/input-error.js';
import { NO_STATE } from '../space/definition.js';
import { SpaceError } from '../space/errors.js';
import { nameWithoutGoal } from '../space/names.js';
import { newNeighbours, predecessorsOf, writeNeighbours } from '../space/neighbours.js';
import type { NumberedSpace } from '../space/space.js';
import type { SpaceSource } from '../space/space-source.js';
import { describeState, isState } from '../space/space-text.js';
import { spaceOf } from './claimed-space.js';
import { BITS, type Encoding, type TableClaims, type TableContents } from './contents.js';
import { TableError } from './errors.js';
import { codesInMemory, FileCodes, type SpaceCodes } from './files/space-codes.js';
import { claimsOfHeader } from './files/space-format.js';
import { nearerStates } from './forward-steps.js';
import { checkedDistance, distanceByCode, type SpaceMove, type SpaceNeighbourhood } from './space-neighbourhood.js';

/**
 * Answers every state of a space. A table in a file is not loaded: a query reads the pages that it needs, and checks them.
 *
 * Where moves can be undone, the table holds the depth mod 3, and a neighbour is nearer where it has one less: with d mod 3
 * known, d - 1, d and d + 1 are three different numbers. A solution goes from the state to the nearest start, and the number
 * of its moves is the distance. Elsewhere the table holds the depth, and a solution goes from a start to the state.
 */
export class SpaceTable implements Disposable {
  readonly space: NumberedSpace;
  readonly source: SpaceSource;
  /** The full name of the space. */
  readonly name: string;
  readonly metric: string | null;
  /** Where distances are counted from. */
  readonly starts: readonly number[];
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  readonly encoding: Encoding;
  /** States of the space that moves do not reach. */
  readonly notReached: number;
  readonly #codes: SpaceCodes;
  readonly #isStart: ReadonlySet<number>;
  readonly #next: Float64Array;
  /** Where the table comes from, for messages. */
  readonly #where: string;
  #nearer: Uint32Array | undefined;

  private constructor(
    space: NumberedSpace,
    { facts, histogram, encoding }: TableClaims,
    codes: SpaceCodes,
    where: string,
  ) {
    this.space = space;
    this.source = facts.source;
    this.name = facts.name;
    this.metric = facts.metric;
    this.starts = facts.starts;
    this.histogram = histogram;
    this.encoding = encoding;
    this.notReached = histogram.reduce((rest, count) => rest - count, facts.size);
    this.#codes = codes;
    this.#isStart = new Set(facts.starts);
    this.#next = newNeighbours(space);
    this.#where = where;
  }

  /**
   * Opens a table file and makes its space.
   * @throws TableError where there is no such table, or it is damaged, cut short, of another version, or that of a board; where its space
   * cannot be made any more, or has become another one
   */
  static async open(path: string): Promise<SpaceTable> {
    const codes = new FileCodes(path);
    try {
      const claims = claimsOfHeader(codes.header);
      return new SpaceTable(await spaceOf(claims.facts, path), claims, codes, path);
    } catch (error) {
      codes.close();
      throw error;
    }
  }

  /** The table of an exploration that is in memory. @throws TableError where its space has become another one */
  static async of(contents: TableContents): Promise<SpaceTable> {
    const where = `the table of ${nameWithoutGoal(contents.facts)}`;
    return new SpaceTable(await spaceOf(contents.facts, where), contents, codesInMemory(contents), where);
  }

  /** The greatest distance. */
  get maxDepth(): number {
    return this.histogram.length - 1;
  }

  close(): void {
    this.#codes.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * What stands in the table for a state: 0 or 1 + distance mod 3 where the encoding is 'mod3', else the distance or the largest number.
   * @throws InputError where it is no state; TableError where the table is damaged
   */
  code(state: number): number {
    if (isState(this.space, state)) return this.#codes.code(state);
    throw new InputError(`a state of ${this.name} is a whole number from 0 to ${this.space.size - 1}, found ${state}`);
  }

  /** The codes of all states in order, in pieces, each valid until the next one. @throws TableError where the table is damaged */
  bytes(): Iterable<Uint8Array> {
    return this.#codes.bytes();
  }

  /**
   * Fewest moves between a state and the nearest start, 0..maxDepth, or null where it is not reached.
   * @throws InputError where it is no state; TableError where the table is damaged; SpaceError
   */
  distance(state: number): number | null {
    if (this.encoding === 'mod3') return this.solve(state)?.length ?? null;
    return this.#depthOf(this.code(state), state);
  }

  /**
   * A shortest solution, as indices of moves: where moves can be undone from the state to the nearest start, the first move that
   * comes nearer at each step; elsewhere from the nearest start to the state. null where the state is not reached.
   * @throws as distance; TableError where the space has no predecessors and is too large to do without
   */
  solve(state: number): readonly number[] | null {
    const code = this.code(state);
    if (this.encoding === 'mod3') return code === 0 ? null : this.#descend(state, code);
    const depth = this.#depthOf(code, state);
    return depth === null ? null : this.#ascend(state, depth);
  }

  /**
   * The distance of a state, and where each move leads: a descent, and one look at the table for each move.
   * @returns distances as `distance` gives them, of the states that moves lead to as well
   * @throws as distance
   */
  neighbourhood(state: number): SpaceNeighbourhood {
    const distance = this.distance(state);
    const next = this.#next;
    writeNeighbours(this.space, state, next);
    const moves: SpaceMove[] = [];
    for (let move = 0; move < next.length; move++) {
      const to = next[move];
      if (to === NO_STATE) continue;
      const code = this.#codes.code(to);
      const beside =
        this.encoding === 'mod3' ? distanceByCode(distance, code) : checkedDistance(distance, this.#depthOf(code, to));
      if (beside === undefined || (beside ?? 0) > this.maxDepth) throw this.#contradiction(state);
      moves.push({ move, to, distance: beside });
    }
    return { distance, moves };
  }

  #descend(from: number, code: number): readonly number[] {
    const moves: number[] = [];
    let state = from;
    let residue = code - 1;
    while (!this.#isStart.has(state)) {
      residue = (residue + 2) % 3;
      writeNeighbours(this.space, state, this.#next);
      const move = this.#next.findIndex((to) => to >= 0 && this.#codes.code(to) === residue + 1);
      if (move < 0 || moves.length === this.maxDepth) throw this.#contradiction(from);
      moves.push(move);
      state = this.#next[move];
    }
    if (residue !== 0) throw this.#contradiction(from);
    return moves;
  }

  /** Backwards from a state, a nearer one at a time. */
  #ascend(to: number, distance: number): readonly number[] {
    const moves: number[] = [];
    let state = to;
    for (let depth = distance - 1; depth >= 0; depth--) {
      const { from, move } = this.space.predecessors ? this.#predecessor(state, depth) : this.#nearest(state, depth);
      moves.push(move);
      state = from;
    }
    if (!this.#isStart.has(state)) throw this.#contradiction(to);
    return moves.reverse();
  }

  /** The first of the predecessors that has a depth. */
  #predecessor(state: number, depth: number): Step {
    for (const from of predecessorsOf(this.space, state)) {
      if (this.#codes.code(from) !== depth) continue;
      const move = this.#moveBetween(from, state);
      if (move < 0) throw this.#wrongPredecessor(state, from);
      return { from, move };
    }
    throw this.#contradiction(state);
  }

  #nearest(state: number, depth: number): Step {
    const depthOf = (each: number) => this.#depthOf(this.#codes.code(each), each);
    this.#nearer ??= nearerStates(this.space, this.#codes, depthOf, this.#where);
    const from = this.#nearer[state] - 1;
    if (from < 0 || depthOf(from) !== depth) throw this.#contradiction(state);
    return { from, move: this.#moveBetween(from, state) };
  }

  #moveBetween(from: number, to: number): number {
    writeNeighbours(this.space, from, this.#next);
    return this.#next.indexOf(to);
  }

  #depthOf(code: number, state: number): number | null {
    if (code <= this.maxDepth) return code;
    if (code === 2 ** BITS[this.encoding] - 1) return null;
    throw this.#contradiction(state);
  }

  #contradiction(state: number): TableError {
    return new TableError(
      `${this.#where}: the table contradicts itself at state ${describeState(this.space, state)}; make it again, or mend the space, whose moves may not be what it says`,
    );
  }

  #wrongPredecessor(state: number, from: number): SpaceError {
    return new SpaceError(
      `the space ${this.space.name} contradicts itself: predecessors of state ${describeState(this.space, state)} gives ${describeState(this.space, from)}, from which no move leads there`,
    );
  }
}

interface Step {
  readonly from: number;
  readonly move: number;
}
