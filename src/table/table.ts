/** Distance tables: the distance of every state from its space's starts, and shortest solutions. */

import { exists } from '#machine/files.js';
import { excerpt, InputError } from '../base/text.js';
import { readState, SpaceError, writeState } from '../space/definition.js';
import { digestOf, type NumberedSpace, nameWithoutGoal, type SpaceFacts, type SpaceSource } from '../space/space.js';
import { trustedSource } from '../space/space-module.js';
import type { Metric } from '../spaces/board/board.js';
import { formatPosition, parsePosition } from '../spaces/board/position.js';
import { openStoredSpace } from '../spaces/open-space.js';
import { BoardWalker } from './board-walker.js';
import { codeOfBoard, codeOfStates } from './codes.js';
import {
  contentsOfSections,
  type Encoding,
  type Neighbourhood,
  NoFileError,
  notReachedIn,
  type TableContents,
  TableError,
  type TableHeader,
} from './contents.js';
import { headerForGoal, isBoardTable, readHeader } from './header.js';
import { contentsOfFile } from './parts.js';
import { type StateWalker, stateWalker } from './state-walker.js';
import { ChunkedFile, MemoryStore, type TableStore } from './store.js';
import { exploredGoal } from './table-file.js';

export interface OpenTableOptions {
  /**
   * Path of the module that defines the table's space, needed if the module was moved or changed since the table was made.
   * Its code is run.
   * @default the module at its recorded path, if it is unchanged
   */
  readonly module?: string | undefined;
  /**
   * Goal of a board: a position with its blank on the cell that the table is for. The table is the same for all of these
   * goals, except for the names of the tiles.
   * @default the goal of the result that `antipode explore` has written beside the table, else the tiles in order
   */
  readonly goal?: string | undefined;
}

/**
 * A distance table: distances and shortest solutions of all states of a space. A table at a path is not loaded: a query
 * reads and checks only the pages that it needs.
 *
 * If moves can be undone, a solution leads from the state to the nearest start. If not, it leads from the nearest start
 * to the state. States are given as numbers, 0 to `space.size` - 1, or as texts. Texts of boards can also be positions
 * from which no moves lead to the goal, which have no numbers.
 *
 * The file of a board's table is the same for every goal with the blank on the same cell. Methods answer for one goal,
 * `walker.goal`: that of `Table.open`, or after `Table.of` the explored one. `walker` and TableSolver answer for others too.
 *
 * @example
 * ```ts
 * import { Table } from 'antipode';
 *
 * using table = await Table.open('3x3.table');
 * table.distance('2 3 4 1 5 x 7 6 8'); // 19
 * table.solve('2 3 4 1 5 x 7 6 8'); // ['u', 'l', 'l', 'd', 'd', ...]
 * table.maxDepth; // 31
 * ```
 */
export class Table implements Disposable {
  /** What the table's header says. @internal */
  readonly header: TableHeader;
  /** Path of the file; null for a table in memory. @internal */
  readonly file: string | null;
  readonly space: NumberedSpace;
  readonly source: SpaceSource;
  /**
   * True if the module given for the space differs from the one of which the table was made, or the table does not
   * record that.
   */
  readonly moduleChanged: boolean;
  /** The name that the table's file carries. */
  readonly fullName: string;
  readonly metric: string | null;
  /** Numbers of the states from which distances are counted. */
  readonly starts: readonly number[];
  /** Number of states of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  readonly encoding: Encoding;
  /** Number of states of the space that moves do not reach. */
  readonly notReached: number;
  /** Faster access to boards, with other goals and orientations; null for other spaces, and for boards in other encodings. */
  readonly walker: BoardWalker | null;
  readonly #store: TableStore;
  readonly #states: StateWalker;

  private constructor(space: NumberedSpace, header: TableHeader, store: TableStore, where: string, isChanged = false) {
    const { facts, histogram, encoding } = header;
    this.header = { facts, histogram, encoding };
    this.file = store instanceof MemoryStore ? null : where;
    this.space = space;
    this.source = facts.source;
    this.moduleChanged = isChanged;
    this.fullName = facts.name;
    this.metric = facts.metric;
    this.starts = facts.starts;
    this.histogram = histogram;
    this.encoding = encoding;
    this.notReached = notReachedIn(header);
    this.walker = isBoardTable(header) ? new BoardWalker(header, store, where) : null;
    this.#store = store;
    const code = this.walker === null ? codeOfStates(header, store, space) : codeOfBoard(this.walker, store);
    this.#states = stateWalker(space, header, code, where);
  }

  /**
   * Opens a table file and its space. The module of a space is loaded if `module` names it, or if it is unchanged at its
   * recorded path. The table must be closed after use, for instance by `using`.
   * @param file path of the table file, or its bytes, which are then held and checked as a whole
   * @throws TableError if the file does not exist, is damaged, truncated or of another version, or if its space has
   * changed, can no longer be made, or is a module that has to be named; InputError if the named module does not exist, the
   * table does not serve the goal, or several goals were explored and none is given
   */
  static async open(file: string | Blob, { module, goal }: OpenTableOptions = {}): Promise<Table> {
    if (typeof file !== 'string') {
      const name = 'name' in file && typeof file.name === 'string' ? file.name : 'the table';
      const contents = contentsOfSections(contentsOfFile(name, new Uint8Array(await file.arrayBuffer())));
      return Table.#open(name, contents, new MemoryStore(contents), module, goal);
    }
    const store = new ChunkedFile(file, readHeader);
    try {
      const { header } = store.checked;
      return await Table.#open(file, header, store, module, goal ?? (await exploredGoal(file, header)));
    } catch (error) {
      store.close();
      throw error;
    }
  }

  static async #open(where: string, ofFile: TableHeader, store: TableStore, module?: string, goal?: string) {
    const header = goal === undefined ? ofFile : headerForGoal(ofFile, goal, where);
    const facts = trustedFacts(header.facts, where, module);
    const space = await reopenSpace(facts, where);
    const moduleChanged = digestOf(facts.source) !== digestOf(header.facts.source);
    return new Table(space, { ...header, facts }, store, where, moduleChanged);
  }

  /**
   * Returns the table of an exploration, in memory.
   * @param contents the `table` of an exploration
   * @throws TableError if its space has changed
   */
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
   * Returns the number that the table stores for a state: the depth, or a remainder of it as src/table/codes.ts describes.
   * @param state 0 to `space.size` - 1
   * @throws InputError if it is not a state; TableError if the table is damaged
   */
  code(state: number): number {
    return this.#states.code(state);
  }

  /** The header, and the bytes of each section in pieces that are valid until the next one. @internal */
  get contents(): TableContents {
    return { ...this.header, bytes: (section) => this.bytes(section) };
  }

  /**
   * Yields the bytes of a section in order, in pieces, each valid until the next one.
   * @param section cell of the blank in tables of boards, else 0
   * @throws TableError if the bytes are damaged
   */
  bytes(section: number): Iterable<Uint8Array> {
    return this.#store.bytes(section);
  }

  /**
   * Returns the standard text of a state, also for positions of boards that have no number.
   * @param text any text that the space reads as the state
   * @throws InputError if it is not a state; SpaceError
   */
  normalize(text: string): string {
    if (this.walker !== null) return formatPosition(parsePosition(text, this.walker.board));
    return writeState(this.space, readState(this.space, text));
  }

  /**
   * Returns the fewest moves between a state and the nearest start, 0 to maxDepth, or null if the state is not reached.
   * @param state number or text of the state
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
   * Returns the names of the moves of a shortest solution, or null if the state is not reached. `path` describes its direction.
   * @param state number or text of the state
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
   * Returns a shortest solution as indices in `space.moves`, or null if the state is not reached. If moves can be
   * undone, it leads from the state to the nearest start, by the first move that leads nearer at each step. Otherwise
   * it leads from the nearest start to the state.
   * @param state 0 to `space.size` - 1
   * @throws as distance; TableError if moves cannot be undone and the space is too large for solutions without
   * predecessors
   */
  path(state: number): readonly number[] | null {
    return this.#states.path(state);
  }

  /**
   * Returns the distance of a state, and the states one move away with their distances. This takes one solution, and
   * one read of the table for each move.
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
   * Returns the nearer state for each move that leads one move nearer to the starts.
   * @param state a reached state of a space whose moves can be undone
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

/** Returns the names of a board's moves, written in one text. */
function namesIn(moves: string | null, metric: Metric): readonly string[] | null {
  if (moves === null) return null;
  // Matching takes as long as the solution itself, and single letters do not need it.
  return metric === 'single' ? moves.split('') : (moves.match(/[udlr]\d+/g) ?? []);
}

/**
 * Opens the space of a table.
 * @param where the table's path or name, for messages
 * @throws TableError if the space cannot be opened, or has changed since
 */
async function reopenSpace(header: SpaceFacts, where: string): Promise<NumberedSpace> {
  let space: NumberedSpace;
  try {
    space = await openStoredSpace(header.source);
  } catch (error) {
    if (!(error instanceof InputError || error instanceof SpaceError)) throw error;
    throw new TableError(`${where}: its space can no longer be opened: ${error.message}`, { cause: error });
  }
  const { size, reversible, moves, starts } = header;
  for (const [what, now, before] of [
    ['its number of states is', space.size, size],
    ['reversible is', space.reversible, reversible],
    ['its moves are', space.moves.join(' '), moves.join(' ')],
    ['its starts are', space.starts.join(' '), starts.join(' ')],
  ] as const) {
    if (now === before) continue;
    const texts = `${what} now ${excerpt(String(now))}, but ${excerpt(String(before))} in the table`;
    throw new TableError(`${where}: its space has changed: ${texts}; make it again`);
  }
  return space;
}

/**
 * Returns the facts in a table's header with a trusted source.
 * @param path path of the table, for messages
 * @param module path of the module that the user has named for the space
 * @throws TableError if the space's module is not trusted; NoFileError if it does not exist; InputError if the named module
 * does not exist
 */
export function trustedFacts(facts: SpaceFacts, path: string, module: string | undefined): SpaceFacts {
  try {
    return { ...facts, source: trustedSource(facts.source, module) };
  } catch (error) {
    if (!(error instanceof SpaceError)) throw error;
    const { source } = facts;
    const FoundError = source.kind === 'module' && !exists(source.path) ? NoFileError : TableError;
    throw new FoundError(`${path}: ${error.message}`, { cause: error });
  }
}
