/** The engine `boards`: in the metric `single` a layer is made of single moves, in the metric `multi` of sweeps along lines. */

import type { MemoryNeeds } from '../../base/memory.js';
import type { BoardSpaceSource, SpaceFacts } from '../../space/space.js';
import { formatBoard, type Metric } from '../../spaces/board/board.js';
import { numberOf, positionOf, type State, stateAt, stateOf } from '../../spaces/board/numbering.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource, goalFacts } from '../../spaces/board-facts.js';
import type { TableContents } from '../../table/files/contents.js';
import type { Engine, EnginePlan, FoundLayer, MemoryRun, Need, RunEstimate } from '../engine.js';
import { type BoardPlan, bytesOfCell, planBoard } from './board-plan.js';
import { BoardSearch, cellsAtDepth, keepers } from './board-search.js';
import { tableWords } from './memory.js';
import { firstOf, type Keeping } from './observers.js';
import type { BoardSnapshot, SavedBits } from './snapshot.js';

export const boardsEngine: Engine = {
  name: 'boards',
  plan: async (source, need) =>
    source.kind === 'board' ? BoardEnginePlan.of(source, need) : { refused: 'is for sliding-tile boards' },
};

/** A search that keeps the first states of each layer. */
export type KeepingSearch = BoardSearch<Keeping, readonly State[]>;

/** The plan of a run from one goal of a board. */
export class BoardEnginePlan implements EnginePlan {
  readonly engine = 'boards';
  readonly held = 'its bitsets';
  readonly search: BoardPlan;
  readonly goal: Position;
  readonly need: Need;
  readonly metric: Metric;
  readonly facts: SpaceFacts;
  readonly reached: number;
  readonly threads: number;
  readonly needs: MemoryNeeds;
  readonly label: string;
  readonly tableBytes: number;
  /** Properties that determine the contents of checkpoints. */
  readonly savedBits: SavedBits;
  readonly snapshotRows: readonly number[];

  /** @param search a search of the board, which can serve several goals */
  constructor(search: BoardPlan, goal: Position, need: Need) {
    const { geometry, bitsets, blocks, threads } = search;
    const { board, reached } = geometry;
    const { metric = 'single' } = bitsets;
    const [even, odd] = [0, 1].map((depth) => cellsAtDepth(board, metric, goal.indexOf(BLANK), depth));
    this.search = search;
    this.goal = goal;
    this.need = need;
    this.metric = metric;
    this.facts = goalFacts(geometry, goal, metric);
    this.reached = reached;
    this.threads = threads;
    this.needs = search;
    this.label = formatBoard(board);
    // The table takes half of the bytes in memory, in either metric.
    this.tableBytes = need.table ? search.bytes / 2 : 0;
    this.savedBits = { metric, table: need.table, cells: [even, odd] };
    // A row is a blank cell of a bitset. Rows cover the cells of the larger colour, and all cells of the table.
    const rows = Math.max(even.length, odd.length) + (need.table || metric === 'multi' ? board.cells : 0);
    this.snapshotRows = new Array<number>(rows).fill(bytesOfCell(blocks));
  }

  /** @throws InputError if the source is not a board, or the board is too large to number */
  static of(source: BoardSpaceSource, need: Need): BoardEnginePlan {
    const board = boardOfSource(source);
    const search = planBoard(board, { metric: source.metric, table: need.table, fresh: false }, need.threads);
    return new BoardEnginePlan(search, parsePosition(source.goal, board), need);
  }

  /** Measures how fast blocks are moved. Sweeps cannot be estimated from that. */
  async estimate(): Promise<RunEstimate> {
    const { bytesMovedInLayer, measureMoves } = await import('./speed.js');
    const { geometry, blocks } = this.search;
    const bytesMovedPerSecond = await measureMoves(geometry.board, this.threads);
    const layerSeconds = bytesMovedInLayer(geometry.board, blocks) / bytesMovedPerSecond;
    return {
      starts: this.facts.startTexts,
      speed: { bytesMovedPerSecond },
      layerSeconds: this.metric === 'single' ? layerSeconds : null,
      seconds: null,
    };
  }

  async open(): Promise<BoardRun> {
    const { first, keepFrom } = this.need;
    return BoardRun.begin(this, new BoardSearch(this.search, keepers({ most: first, from: keepFrom })));
  }

  async close(): Promise<void> {}
}

/** The layers of a board, with its bitsets in memory. */
export class BoardRun implements MemoryRun {
  readonly bytes: number;
  readonly #plan: BoardEnginePlan;
  readonly #search: KeepingSearch;

  private constructor(plan: BoardEnginePlan, search: KeepingSearch) {
    this.#plan = plan;
    this.#search = search;
    this.bytes = plan.search.bytes;
  }

  /** Allocates the memory of a search, or reuses that of its previous goal. */
  static async begin(plan: BoardEnginePlan, search: KeepingSearch): Promise<BoardRun> {
    try {
      await search.begin(plan.goal, plan.need.from === undefined);
    } catch (error) {
      search.end();
      throw error;
    }
    return new BoardRun(plan, search);
  }

  get starts(): readonly string[] {
    return this.#plan.facts.startTexts;
  }

  get seconds(): number {
    return this.#search.seconds;
  }

  async *layers(singly?: () => boolean): AsyncGenerator<FoundLayer, void> {
    const { search, goal, need } = this.#plan;
    const { geometry } = search;
    const start = stateOf(geometry, goal, goal);
    const after = need.from && need.from.histogram.length - 1;
    const course = { after, singly, signal: need.signal };
    for await (const { depth, fresh, observed, seconds, isLatest } of this.#search.layers(course)) {
      const first = firstOf(depth === 0 ? [[start]] : observed, this.#search.memory.layout, need.first);
      yield {
        depth,
        fresh,
        first: first.map((state) => numberOf(geometry, state)),
        seconds,
        bytesRead: 0,
        bytesWritten: 0,
        isLatest,
      };
    }
  }

  async snapshot(): Promise<BoardSnapshot> {
    const module = await import('./snapshot.js');
    const { savedBits, need } = this.#plan;
    const rebuild = (depth: number) => this.#search.rebuildColour(depth, need.signal);
    return new module.BoardSnapshot(savedBits, this.#search.memory, rebuild);
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    return textsOf(this.#plan, states);
  }

  contents(histogram: readonly number[]): TableContents {
    return contentsOf(this.#plan, histogram, (cell) => tableWords(this.#search.memory, cell));
  }

  async close(): Promise<void> {
    this.#search.end();
  }
}

/** Returns a board's table. @param bytes returns the words of a blank cell */
export function contentsOf(
  { facts, metric }: BoardEnginePlan,
  histogram: readonly number[],
  bytes: (cell: number) => Iterable<Uint8Array>,
): TableContents {
  return { facts, histogram, encoding: metric === 'single' ? 'mod4' : 'mod3-planes', bytes };
}

/** Returns the positions of states as texts, sorted by their tiles. */
export function textsOf({ search, goal }: BoardEnginePlan, states: readonly number[]): string[] {
  const { geometry } = search;
  return states
    .map((state) => positionOf(geometry, goal, stateAt(geometry, state)))
    .sort(comparePositions)
    .map(formatPosition);
}

function comparePositions(a: Position, b: Position): number {
  const different = a.findIndex((tile, cell) => tile !== b[cell]);
  return different < 0 ? 0 : a[different] - b[different];
}
