/** Distance tables: the distance of every state from its space's starts, and shortest solutions. */

import { nameWithoutGoal } from '../space/names.js';
import type { NumberedSpace } from '../space/space.js';
import { digestOf, type SpaceSource } from '../space/space-source.js';
import { readState, writeState } from '../space/space-text.js';
import type { Metric } from '../spaces/board/metric.js';
import { formatPosition, parsePosition } from '../spaces/board/position.js';
import { codeOfBoard, codeOfStates } from './codes.js';
import { isBoardTable } from './contents/board-claims.js';
import { type Encoding, notReachedIn, type TableClaims, type TableContents } from './contents/contents.js';
import type { Neighbourhood } from './contents/neighbourhood.js';
import { ChunkedFile } from './files/chunked-file.js';
import { readHeader } from './files/header.js';
import { MemoryStore, type TableStore } from './files/store.js';
import { reopenSpace, trustedFacts } from './reopen.js';
import { StateWalker } from './state-walker.js';
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
  readonly #states: StateWalker;

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
    const code = this.walker === null ? codeOfStates(claims, store, space) : codeOfBoard(this.walker, store);
    this.#states = new StateWalker(space, claims, code, where);
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
    return this.#states.code(state);
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
    return this.#states.distance(state);
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
    return this.#states.path(state);
  }

  /**
   * Returns the distance of a state, and where each move leads: one solution, and one read of the table for each move.
   * @throws as distance
   */
  neighbourhood(state: number): Neighbourhood<number>;
  neighbourhood(text: string): Neighbourhood<string>;
  neighbourhood(state: number | string): Neighbourhood<number> | Neighbourhood<string> {
    if (typeof state === 'number') return this.#states.neighbourhood(state);
    if (this.walker !== null) return withTexts(this.walker.neighbourhood(state), formatPosition);
    return withTexts(this.#states.neighbourhood(readState(this.space, state)), (to) => writeState(this.space, to));
  }

  /**
   * Returns the states one move nearer to the starts that moves lead to, for each of these moves.
   * @param state that is reached, of a space whose moves can be undone
   * @throws as distance
   * @internal
   */
  nearer(state: number): readonly number[] {
    return this.#states.nearer(state);
  }
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
