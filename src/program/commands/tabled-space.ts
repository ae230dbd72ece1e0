/**
 * A space with its tables, as `solve` and `compare` use it: a given table, or those of the output folder and small ones made on the spot.
 * Boards differ from other spaces in their texts, and in the goals that symmetries let one table serve.
 */

import { excerpt, InputError, shellCommand } from '../../base/text.js';
import { readText } from '../../base/text-file.js';
import { numbered, type SearchQuestion, type SearchResult, type SearchState } from '../../search/question/question.js';
import { checkEstimates, positionsOfEachDepth, spreadStates, TableSolver } from '../../search/table-solver.js';
import { newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, readState, writeState } from '../../space/definition.js';
import {
  type BoardView,
  basicName,
  isNumbered,
  type NumberedSpace,
  numbersAlike,
  type Space,
  type SpaceSource,
} from '../../space/space.js';
import { type Board, formatBoard, isFull, isLine, isSameBoard, mapOf } from '../../spaces/board/board.js';
import { parseInstances } from '../../spaces/board/instances.js';
import { geometryOf } from '../../spaces/board/numbering.js';
import { BLANK, formatPosition, isSamePosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { randomPosition, type SeededRandom } from '../../spaces/board/random.js';
import { isSolvable, whySeparate } from '../../spaces/board/reachability.js';
import { boardSource, spaceName } from '../../spaces/board-facts.js';
import { openBoard } from '../../spaces/board-space.js';
import { fileNameOf } from '../../spaces/names.js';
import { TableError } from '../../table/contents.js';
import { Table } from '../../table/table.js';
import { standardPath } from '../../table/table-file.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { statesOfFile } from '../arguments/space-argument.js';

/** The moves of a solution and their states; null if no moves lead to the goal. */
export type FoundMoves = Pick<SearchResult, 'moves' | 'states'>;

/** A source of random states, the noun for one of them, and the walks that lead to them, in words. */
type RandomStates = { draw(): SearchState; readonly kind: string; readonly walks?: string };

/** Maximum draws per reached state: states are drawn as random numbers if at least one in this many is reached. */
const TRIES_OF_A_STATE = 1000;
/** Range of the moves of a random walk. */
const SHORTEST_WALK = 50;
const LONGEST_WALK = 100;

/** A space of numbered states, or of colourings of a puzzle with too many states to number. */
export class TabledSpace {
  readonly space: Space<SearchState>;
  /** States that distances are counted from. */
  readonly starts: readonly SearchState[];
  readonly solver: TableSolver;
  /** Noun for a state. */
  readonly noun: 'position' | 'state' = 'state';
  /** The only table to use, if one is given. */
  protected readonly given: Table | undefined;
  readonly #exploring: readonly string[];
  readonly #most: number;
  /** Open tables. */
  protected readonly tables: Table[];

  /**
   * @param space a board without its view, if its states are to be numbers
   * @param starts states that distances are counted from
   * @param given the only table to use
   * @param exploring command that explores the space, for advice
   * @param most maximum states of a space of which a table is made on the spot
   */
  constructor(
    space: Space<SearchState>,
    starts: readonly SearchState[],
    given: Table | undefined,
    exploring: readonly string[] = [],
    most = 0,
  ) {
    this.space = space;
    this.starts = starts;
    this.tables = given === undefined ? [] : [given];
    const walkerFor = (cell: number) => this.tables.find(({ walker }) => walker?.goalCell === cell)?.walker;
    this.solver = TableSolver.of(space, space.board === null ? this.tables : (cell) => walkerFor(cell) ?? undefined);
    this.given = given;
    this.#exploring = exploring;
    this.#most = most;
  }

  /** Name of the space in messages. */
  get name(): string {
    return basicName(this.space);
  }

  /** First fields of the result of a comparison. */
  get facts(): object {
    const { fullName, metric } = this.space;
    return { space: fullName, starts: this.starts.map((start) => this.text(start)), metric };
  }

  text(state: SearchState): string {
    return writeState(this.space, state);
  }

  /** Returns the ends of a path, for --json. */
  ends({ from, to }: SearchQuestion, { states, moves }: FoundMoves): object {
    // Null if an end is one of several.
    const text = (ends: readonly SearchState[]) => (ends.length === 1 ? this.text(ends[0]) : null);
    return {
      space: this.name,
      from: text(states?.slice(0, 1) ?? this.#states(from)),
      to: text(states?.slice(-1) ?? this.#states(to)),
      solvable: moves !== null,
    };
  }

  #states(end: SearchQuestion['to']): readonly SearchState[] {
    return end === undefined ? this.starts : [end as SearchState];
  }

  /**
   * Returns the table that answers a question. If none is open and none is given, opens or makes one.
   * @returns undefined if there is none
   * @throws TableError, WorkerError; SpaceError if the space contradicts itself
   */
  async tableFor(question: SearchQuestion): Promise<Table | undefined> {
    const find = () => {
      const found = this.tables.length === 0 ? undefined : this.solver.tableFor(question);
      return this.tables.find((table) => found === (table.walker ?? table));
    };
    if (this.given === undefined && find() === undefined) await this.open(question);
    return find();
  }

  /** Opens a table of the output folder that answers a question, or makes one if the space is small. @throws as tableFor */
  protected async open(_question: SearchQuestion): Promise<void> {
    if ((this.space.states ?? Number.POSITIVE_INFINITY) <= this.#most) await this.make(this.space.source);
  }

  /**
   * Opens the tables of the output folder whose distances are from the space's start, or from one of the ends.
   * @param ends common ends of all paths to find
   * @throws TableError if a table is damaged, or was made of another space
   */
  async openStandardTables(ends: readonly SearchState[]): Promise<void> {
    const { source } = this.space;
    const own = fromItsStart(this.space);
    const texts = ends.map((end) => this.text(end));
    const others = texts.map((start) => ({ source: { ...own.source, start }, name: `${own.name}-from-${start}` }));
    const paths = [own, ...others].map((each) => standardPath(DEFAULT_FOLDER, each, 'space'));
    for (const path of new Set(paths)) {
      if (path === undefined) continue;
      const table = await Table.open(path, { module: source.kind === 'module' ? source.path : undefined });
      const difference = table.moduleChanged
        ? `was possibly made with another version of ${table.fullName}`
        : numbersAlike(table.space.source, source)
          ? null
          : `numbers the states of ${table.fullName} in another order than this version`;
      if (difference !== null) {
        table.close();
        throw new TableError(`${path}: the table ${difference}; make it again, or name it with --table`);
      }
      this.tables.push(table);
    }
  }

  /** Makes a table in memory. @throws WorkerError; SpaceError if the space contradicts itself */
  protected async make(source: SpaceSource): Promise<void> {
    const { explore } = await import('../../runs/explore.js');
    const { table } = await explore({ space: source, antipodes: 0 });
    this.tables.push(await Table.of(table));
  }

  /** Compares the heuristics of the space with its open tables. @throws SpaceError if one overestimates */
  checkEstimates(): void {
    for (const table of this.tables) checkEstimates(table, tableOrigin(table));
  }

  /** Returns the table that is missing, such as 'table of the whole board' or 'pancake-7.table'; undefined if no table could answer. */
  missingTable({ from, to }: SearchQuestion): string | undefined {
    if (!isNumbered(this.space) || (from !== undefined && to !== undefined)) return undefined;
    return `${fileNameOf(fromItsStart(this.space))}.table`;
  }

  /** Returns the reason why no table answers a question, with advice. */
  refusal({ from, to }: SearchQuestion): string {
    const { reversible } = this.space;
    if (this.given === undefined) {
      const [end] = this.#states(reversible ? to : from);
      return `there is no table of ${this.name} in ${DEFAULT_FOLDER}/ that holds this path: ${this.advice(end)}`;
    }
    const { file, starts: all } = this.given;
    const [start, ...others] = all;
    const starts = others.length === 0 ? `its start '${excerpt(this.text(start))}'` : 'its starts';
    const end = reversible ? 'begin or end' : 'begin';
    return `${file} only holds paths that ${end} at ${starts}: choose such a path, or leave out --table to search`;
  }

  /** Returns how to make a table. @param start the start of its distances */
  advice(start = this.starts[0]): string {
    const from = this.starts.includes(start) ? [] : ['--start', this.text(start)];
    return `make one with: ${shellCommand([...this.#exploring, ...from])}`;
  }

  /* What comparisons ask. */

  /** Reads the states of a file. @throws InputError that names the line, also if the table shows that no path can begin at its state */
  read(path: string, table: Table | undefined): readonly SearchState[] {
    return statesOfFile(path, (line) => {
      const state = readState(this.space, line);
      if (!this.space.reversible || table === undefined || table.distance(state as number) !== null) return state;
      throw new InputError(`no moves lead to the start: remove the line '${line.trim()}'`);
    });
  }

  /** Returns up to this many states of each depth, chosen uniformly. */
  async ofEachDepth(count: number, table: Table): Promise<readonly SearchState[]> {
    const { depthsOfSpace } = await import('../../study/table-replay.js');
    const depths = await depthsOfSpace(table);
    return spreadStates(depths.entries(), table.histogram, count);
  }

  /** @param table from whose reached states all are drawn */
  random(numbers: SeededRandom, table: Table | undefined): RandomStates {
    const space = numbered(this.space);
    if (table === undefined || space.size > TRIES_OF_A_STATE * (space.size - table.notReached)) {
      const walks = ` of random walks of ${SHORTEST_WALK} to ${LONGEST_WALK} moves`;
      return { draw: () => endOfWalk(space, numbers), kind: 'end', walks };
    }
    const draw = (): number => {
      for (;;) {
        const state = numbers.state(space.size);
        if (table.distance(state) !== null) return state;
      }
    };
    return { draw, kind: 'random state' };
  }
}

/** Returns the path of a table, or its origin in words if it has no file. */
export function tableOrigin({ file }: Table): string {
  return file ?? 'a table made on the spot';
}

function fromItsStart(space: Space<SearchState>) {
  const { start: _, ...source } = space.source;
  return { source, name: basicName(space) };
}

/** Takes a random walk from a start. It ends early if no move is possible. */
function endOfWalk(space: NumberedSpace, numbers: SeededRandom): number {
  const next = newNeighbours(space);
  let state = space.starts[numbers.below(space.starts.length)];
  const length = SHORTEST_WALK + numbers.below(LONGEST_WALK - SHORTEST_WALK + 1);
  for (let step = 0; step < length; step++) {
    writeNeighbours(space, state, next);
    const near = next.filter((to) => to !== NO_STATE);
    if (near.length === 0) break;
    state = near[numbers.below(near.length)];
  }
  return state;
}

/** Maximum cells of a board that is enumerated on the spot if it has no table: 2x5 has 1,814,400 states. */
const CELLS_ON_THE_SPOT = 10;
/** Maximum cells of a board whose states can be numbered. */
const MOST_CELLS_OF_A_TABLE = 18;
/** A table gives the distances of this many states in a few seconds. */
const MOST_STATES_READ = 2_000_000;

/** A board, whose states are positions: one table serves the goals that its symmetries give. */
export class TabledBoard extends TabledSpace {
  override readonly noun = 'position';
  readonly #view: BoardView;

  /** @throws TableError if the given table is of another board */
  constructor(view: BoardView, given: Table | undefined) {
    checkBoard(view.board, given);
    const space = openBoard(boardSource(view.board, view.goal, view.metric)) as Space<SearchState>;
    super(space, [view.goal], given);
    this.#view = view;
  }

  override get name(): string {
    return formatBoard(this.#view.board);
  }

  override get facts(): object {
    return { board: this.name, goal: formatPosition(this.#view.goal), metric: this.#view.metric };
  }

  override text(state: SearchState): string {
    return formatPosition(state as Position);
  }

  override ends({ from }: SearchQuestion, { moves }: FoundMoves): object {
    const { board, goal } = this.#view;
    const start = from as Position;
    const reason = moves === null ? { reason: whySeparate(board, start, goal) } : {};
    return { position: formatPosition(start), solvable: moves !== null, ...reason };
  }

  protected override async open({ from }: SearchQuestion): Promise<void> {
    const { board, metric } = this.#view;
    const cells = this.solver.boardPaths?.goalCells(from as Position) ?? [];
    const spaces = cells.map((cell) => ({
      source: boardSource(board, orderedPosition(board, cell), metric),
      name: spaceName(board, cell, metric),
    }));
    for (const space of spaces) {
      const path = standardPath(DEFAULT_FOLDER, space, 'board');
      if (path !== undefined) return void this.tables.push(await Table.open(path, { goal: space.source.goal }));
    }
    if (isLine(board) || board.cells <= CELLS_ON_THE_SPOT) await this.make(spaces[0].source);
  }

  override missingTable(): string {
    return 'table of the whole board';
  }

  override refusal({ from }: SearchQuestion): string {
    const [goalCell, startCell] = [this.#view.goal, from as Position].map((position) => position.indexOf(BLANK));
    const reason =
      this.given === undefined
        ? `there is no table for ${this.space.fullName} in ${DEFAULT_FOLDER}/`
        : `${this.given.file} does not serve goals with the blank on cell ${goalCell} from positions with it on cell ${startCell}`;
    return `${reason}: ${this.advice()}`;
  }

  override advice(): string {
    const { board, goal, metric } = this.#view;
    if (!isLine(board) && board.cells > MOST_CELLS_OF_A_TABLE) {
      return `${this.name} is too large for a table, so search without one`;
    }
    const ofGoal = isSamePosition(goal, orderedPosition(board)) ? '' : ` --goal "${formatPosition(goal)}"`;
    const ofMetric = metric === 'single' ? '' : ` --metric ${metric}`;
    return `make one with: antipode explore ${argumentFor(board)}${ofGoal}${ofMetric}`;
  }

  override read(path: string): readonly Position[] {
    const { board, goal } = this.#view;
    const { starts } = parseInstances(readText(path, 'positions'), path, board, goal);
    const odd = starts.find(({ position }) => !isSolvable(board, position, goal));
    if (odd === undefined) return starts.map(({ position }) => position);
    throw new InputError(
      `${path}, line ${odd.line}: no moves lead to the goal: remove the line '${formatPosition(odd.position)}'`,
    );
  }

  override async ofEachDepth(count: number, { histogram }: Table): Promise<readonly Position[]> {
    const { board, goal, metric } = this.#view;
    if (geometryOf(board).states <= MOST_STATES_READ) return positionsOfEachDepth(this.solver, histogram, count);
    // Enumerating the board again is faster than finding the states of a depth in a large table.
    const { samplePositions } = await import('../../study/board-replay.js');
    return samplePositions(board, goal, histogram, count, { metric });
  }

  override random(numbers: SeededRandom): RandomStates {
    const { board, goal } = this.#view;
    return { draw: () => randomPosition(board, goal, numbers), kind: 'random position' };
  }
}

/** Returns a board as an argument of explore. */
function argumentFor(board: Board): string {
  if (isFull(board)) return formatBoard(board);
  return board.name === mapOf(board).join('/') ? `"${board.name}"` : `--map <file of ${board.name}>`;
}

/** @throws TableError if a table is of another board */
export function checkBoard(board: Board, table: Table | undefined): void {
  const other = table?.walker?.board ?? board;
  if (isSameBoard(other, board)) return;
  throw new TableError(`${table?.file} is a table of ${formatBoard(other)}, not of ${formatBoard(board)}`);
}
