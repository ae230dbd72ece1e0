/** Distance tables: the distance of every state from its space's starts, and shortest solutions. */

import { InputError } from '../base/input-error.js';
import { SpaceError } from '../space/errors.js';
import { nameWithoutGoal } from '../space/names.js';
import { newNeighbours, predecessorsOf, writeNeighbours } from '../space/neighbours.js';
import type { NumberedSpace } from '../space/space.js';
import { digestOf, type SpaceSource } from '../space/space-source.js';
import { describeState, isState, readState, writeState } from '../space/space-text.js';
import type { Metric } from '../spaces/board/metric.js';
import { formatPosition, parsePosition } from '../spaces/board/position.js';
import { isSolvable } from '../spaces/board/solvable.js';
import { changeOf, codeOfBoard, codeOfStates, type DepthCode, nearerCode } from './codes.js';
import { isBoardTable } from './contents/board-claims.js';
import { type Encoding, notReachedIn, type TableClaims, type TableContents } from './contents/contents.js';
import { TableError } from './contents/errors.js';
import type { Neighbourhood, NeighbourMove } from './contents/neighbourhood.js';
import { ChunkedFile } from './files/chunked-file.js';
import { readHeader } from './files/header.js';
import { MemoryStore, type TableStore } from './files/store.js';
import { nearerStates } from './forward-steps.js';
import { reopenSpace, trustedFacts } from './reopen.js';
import { BoardWalker } from './walker/board-walker.js';

export interface OpenTableOptions {
  /**
   * Path of the module that the table's space comes from, if it has been moved or changed since: its code is run. Other tables
   * need none.
   */
  readonly module?: string | undefined;
}

/**
 * Answers every state of a space. A table in a file is not loaded: a query reads the pages that it needs, and checks them.
 *
 * If moves can be undone, a solution goes from the state to the nearest start, a nearer neighbour at a time. If not, the table
 * holds whole depths, and a solution goes from a start to the state. States are numbers or texts. Texts of boards are answered by
 * the walker, positions from which no moves lead to the goal included; they have no numbers.
 *
 * The table of a board is the same for every goal with the blank on its cell. Its own goal is the ordered one, `walker.goal`, whatever
 * goal was explored; `walker` and TableSolver answer for the others.
 *
 * @example
 * ```ts
 * import { Table } from 'antipode';
 *
 * using table = await Table.open('3x3.table');
 * table.solve('2 3 4 1 5 x 7 6 8'); // ['l', 'd', 'r', ...]
 * ```
 */
export class Table implements Disposable {
  /** The claims of its header. @internal */
  readonly claims: TableClaims;
  readonly space: NumberedSpace;
  readonly source: SpaceSource;
  /** True if the table does not show that the module named for its space is the one that it was made of. */
  readonly moduleChanged: boolean;
  /** The name that the table's file carries. */
  readonly fullName: string;
  readonly metric: string | null;
  /** The states that distances are counted from. */
  readonly starts: readonly number[];
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  readonly encoding: Encoding;
  /** States of the space that moves do not reach. */
  readonly notReached: number;
  /** The fast path of boards, other goals and orientations included; null of other spaces, and of boards in other encodings. */
  readonly walker: BoardWalker | null;
  readonly #store: TableStore;
  readonly #code: DepthCode;
  readonly #isStart: ReadonlySet<number>;
  readonly #next: Float64Array;
  /** The table's path or name, for messages. */
  readonly #where: string;
  #nearer: Uint32Array | undefined;

  private constructor(
    space: NumberedSpace,
    claims: TableClaims,
    store: TableStore,
    where: string,
    moduleChanged = false,
  ) {
    const { facts, histogram, encoding } = claims;
    this.claims = { facts, histogram, encoding };
    this.space = space;
    this.source = facts.source;
    this.moduleChanged = moduleChanged;
    this.fullName = facts.name;
    this.metric = facts.metric;
    this.starts = facts.starts;
    this.histogram = histogram;
    this.encoding = encoding;
    this.notReached = notReachedIn(claims);
    this.walker = isBoardTable(claims) ? new BoardWalker(claims, store, where) : null;
    this.#store = store;
    this.#code = this.walker === null ? codeOfStates(claims, store, space) : codeOfBoard(this.walker, store);
    this.#isStart = new Set(facts.starts);
    this.#next = newNeighbours(space);
    this.#where = where;
  }

  /**
   * Opens a table file and its space. A module is loaded if it is named, or if it lies where the table says and is unchanged.
   * @throws TableError if there is no table, it is damaged, cut short or of another version; if its space cannot be made any more
   * or has changed, or is a module that has to be named; InputError if there is no module of that name
   */
  static async open(path: string, { module }: OpenTableOptions = {}): Promise<Table> {
    const file = new ChunkedFile(path, readHeader);
    try {
      const { claims } = file.checked;
      const facts = trustedFacts(claims.facts, path, module);
      const space = await reopenSpace(facts, path);
      const moduleChanged = digestOf(facts.source) !== digestOf(claims.facts.source);
      return new Table(space, { ...claims, facts }, file, path, moduleChanged);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Returns the table of an exploration that is in memory. @throws TableError if its space has changed */
  static async of(contents: TableContents): Promise<Table> {
    const { facts } = contents;
    const where = isBoardTable(contents) ? facts.name : `the table of ${nameWithoutGoal(facts)}`;
    return new Table(await reopenSpace(facts, where), contents, new MemoryStore(contents), where);
  }

  /** The maximum depth. */
  get maxDepth(): number {
    return this.histogram.length - 1;
  }

  close(): void {
    this.#store.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * Returns the number that stands in the table for a state: the depth, or its remainder as src/table/codes.ts has it.
   * @throws InputError if it is not a state; TableError if the table is damaged
   */
  code(state: number): number {
    if (isState(this.space, state)) return this.#code.code(state);
    throw new InputError(
      `a state of ${this.fullName} is a whole number from 0 to ${this.space.size - 1}, found ${state}`,
    );
  }

  /** Yields the bytes of a section in order, in pieces, each valid until the next one. @throws TableError if they are damaged */
  bytes(section: number): Iterable<Uint8Array> {
    return this.#store.bytes(section);
  }

  /**
   * Returns the text that the space writes for a state, however it was typed; also for positions of boards that have no number.
   * @throws InputError if it is not a state; SpaceError
   */
  normalize(text: string): string {
    if (this.walker !== null) return formatPosition(parsePosition(text, this.walker.board));
    return writeState(this.space, readState(this.space, text));
  }

  /**
   * Returns the fewest moves between a state and the nearest start, 0..maxDepth, or null if it is not reached.
   * @throws InputError if it is not a state; TableError if the table is damaged; SpaceError
   */
  distance(state: number | string): number | null {
    if (typeof state === 'string') {
      if (this.walker !== null) return this.walker.distance(state);
      return this.distance(readState(this.space, state));
    }
    if (this.#code.modulus !== null) return this.path(state)?.length ?? null;
    return this.#depthOf(this.code(state), state);
  }

  /**
   * Returns the names of the moves of a shortest solution, or null if the state is not reached. See path.
   * @throws as path
   */
  solve(state: number | string): readonly string[] | null {
    if (typeof state === 'string') {
      if (this.walker !== null) return namesIn(this.walker.solve(state), this.walker.metric);
      return this.solve(readState(this.space, state));
    }
    return this.path(state)?.map((move) => this.space.moves[move]) ?? null;
  }

  /**
   * Returns a shortest solution as indices of moves: if moves can be undone from the state to the nearest start, the first move that
   * comes nearer at each step; otherwise from the nearest start to the state. null if the state is not reached.
   * @throws as distance; TableError if the space has no predecessors and is too large to do without
   */
  path(state: number): readonly number[] | null {
    const code = this.code(state);
    const { modulus, notReached } = this.#code;
    if (modulus !== null) return code === notReached ? null : this.#descend(state, code);
    const depth = this.#depthOf(code, state);
    return depth === null ? null : this.#ascend(state, depth);
  }

  /**
   * Returns the distance of a state, and where each move leads: one solution, and one read of the table for each move.
   * @throws as distance
   */
  neighbourhood(state: number): Neighbourhood<number>;
  neighbourhood(text: string): Neighbourhood<string>;
  neighbourhood(state: number | string): Neighbourhood<number> | Neighbourhood<string> {
    if (typeof state === 'number') return this.#neighbourhood(state);
    if (this.walker !== null) return withTexts(this.walker.neighbourhood(state), formatPosition);
    return withTexts(this.#neighbourhood(readState(this.space, state)), (to) => writeState(this.space, to));
  }

  /**
   * Returns the states one move nearer to the starts that moves lead to, for each of these moves.
   * @param state that is reached, of a space whose moves can be undone
   * @throws as distance
   * @internal
   */
  nearer(state: number): readonly number[] {
    const nearer = nearerCode(this.#code, this.code(state));
    const next = this.#next;
    writeNeighbours(this.space, state, next);
    return Array.from(next).filter((to) => to >= 0 && this.#code.code(to) === nearer);
  }

  #neighbourhood(state: number): Neighbourhood<number> {
    const distance = this.distance(state);
    const code = this.#code.code(state);
    const next = this.#next;
    writeNeighbours(this.space, state, next);
    const moves: NeighbourMove<number>[] = [];
    for (const [move, to] of next.entries()) {
      if (to < 0) continue;
      const beside = this.#beside(distance, code, to);
      if (beside === undefined || (beside ?? 0) > this.maxDepth) throw this.#contradiction(state);
      moves.push({ move: this.space.moves[move], to, distance: beside });
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
      // That state is one further at most, and may be nearer by any number.
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
      writeNeighbours(this.space, state, this.#next);
      const nearer = nearerCode(this.#code, here);
      const move = this.#next.findIndex((to) => to >= 0 && this.#code.code(to) === nearer);
      if (move < 0 || moves.length === this.maxDepth) return this.#deadEnd(from);
      moves.push(move);
      state = this.#next[move];
      here = this.#code.code(state);
    }
    if (here !== this.#code.start) throw this.#contradiction(from);
    return moves;
  }

  /** Returns null if the state is not reached, which the codes of some boards do not give. @throws TableError otherwise */
  #deadEnd(state: number): null {
    const { board } = this.space;
    if (this.#code.notReached === null && board !== null) {
      const position = parsePosition(this.space.format(state), board.board);
      if (!isSolvable(board.board, position, board.goal)) return null;
    }
    throw this.#contradiction(state);
  }

  /** Goes backwards from a state, a nearer one at a time. */
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

  /** Returns the first of the predecessors that has a depth. */
  #predecessor(state: number, depth: number): Step {
    for (const from of predecessorsOf(this.space, state)) {
      if (this.#code.code(from) !== depth) continue;
      const move = this.#moveBetween(from, state);
      if (move < 0) throw this.#wrongPredecessor(state, from);
      return { from, move };
    }
    throw this.#contradiction(state);
  }

  #nearest(state: number, depth: number): Step {
    const depthOf = (each: number) => this.#depthOf(this.#code.code(each), each);
    this.#nearer ??= nearerStates(this.space, depthOf, this.#where);
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
    if (code === this.#code.notReached) return null;
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

function withTexts<S>({ distance, moves }: Neighbourhood<S>, textOf: (state: S) => string): Neighbourhood<string> {
  return { distance, moves: moves.map((move) => ({ ...move, to: textOf(move.to) })) };
}

/** Returns the names of a board's moves that are written one after another. */
function namesIn(moves: string | null, metric: Metric): readonly string[] | null {
  if (moves === null) return null;
  // Single letters need no matching, which takes as long as the walk.
  return metric === 'single' ? moves.split('') : (moves.match(/[udlr]\d+/g) ?? []);
}
