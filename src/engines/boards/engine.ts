/** The engine `boards`: in the metric `single` a layer is made of single moves, in the metric `multi` of sweeps along lines. */

import { compileKernel, type MemoryUse } from '../../base/memory.js';
import { WorkerPool } from '../../base/worker-pool.js';
import type { BoardSpaceSource, SpaceFacts } from '../../space/space.js';
import { type Board, formatBoard, type Metric, makeBoard, neighbours } from '../../spaces/board/board.js';
import { BYTES_PER_WORD, numberOf, positionOf, type State, stateAt, stateOf } from '../../spaces/board/numbering.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource } from '../../spaces/board-facts.js';
import type { TableContents } from '../../table/contents.js';
import { type BatchLayer, type BatchThreads, batchedRun, layersInBatches, runBatch } from '../batched-run.js';
import { type Keeping, setProgress } from '../batches.js';
import type { Engine, EnginePlan, MemoryRun, PlanRequest, RunEstimate } from '../engine.js';
import { type Blocks, type BoardPlan, bytesOfCell, cellsAtDepth, layOut, planBoard } from './board-plan.js';
import { allocate, reset, type SharedBoard, seedGoal, tableWords } from './memory.js';
import { firstOf, type KeepingShares } from './observers.js';

export const boardsEngine: Engine = {
  name: 'boards',
  plan: async (source, request) =>
    source.kind === 'board' ? BoardEnginePlan.of(source, request) : { refused: 'is for sliding-tile boards' },
};

/** The plan of a run from one goal of a board. */
export class BoardEnginePlan implements EnginePlan {
  readonly engine = 'boards';
  readonly held = 'its bitsets';
  readonly search: BoardPlan;
  readonly goal: Position;
  readonly request: PlanRequest;
  readonly metric: Metric;
  readonly facts: SpaceFacts;
  readonly reached: number;
  readonly threads: number;
  readonly seconds: number;
  readonly memory: MemoryUse;
  readonly label: string;
  readonly tableBytes: number;
  readonly snapshotRows: readonly number[];

  /** @param search a search of the board, which can serve several goals */
  constructor(search: BoardPlan, goal: Position, request: PlanRequest) {
    const { geometry, bitsets, blocks, threads, seconds } = search;
    const { board, reached } = geometry;
    const { metric = 'single' } = bitsets;
    const [even, odd] = [0, 1].map((depth) => cellsAtDepth(board, metric, goal.indexOf(BLANK), depth));
    this.search = search;
    this.goal = goal;
    this.request = request;
    this.metric = metric;
    this.facts = boardFacts(geometry, goal, metric);
    this.reached = reached;
    this.threads = threads;
    this.seconds = seconds;
    this.memory = search;
    this.label = formatBoard(board);
    // The table takes half of the bytes in memory, in either metric.
    this.tableBytes = request.table ? search.bytes / 2 : 0;
    // A row is a blank cell of a bitset. Rows cover the cells of the larger colour, and all cells of the table.
    const rows = Math.max(even.length, odd.length) + (request.table || metric === 'multi' ? board.cells : 0);
    this.snapshotRows = new Array<number>(rows).fill(bytesOfCell(blocks));
  }

  /** @throws InputError if the source is not a board, or the board is too large to number */
  static of(source: BoardSpaceSource, request: PlanRequest): BoardEnginePlan {
    const board = boardOfSource(source);
    const search = planBoard(board, { metric: source.metric, table: request.table, fresh: false }, request.threads);
    return new BoardEnginePlan(search, parsePosition(source.goal, board), request);
  }

  /** Measures how fast blocks are moved. Sweeps cannot be estimated from that. */
  async estimate(): Promise<RunEstimate> {
    const { geometry, blocks } = this.search;
    const bytesMovedPerSecond = await measureMoves(geometry.board, this.threads);
    const bytes = this.metric === 'single' ? bytesMovedInLayer(geometry.board, blocks) : null;
    const layerSeconds = bytes && bytes / bytesMovedPerSecond;
    return { starts: this.facts.startTexts, speed: { bytesMovedPerSecond }, layerSeconds, seconds: null };
  }

  async open(): Promise<MemoryRun> {
    const { first, keepFrom } = this.request;
    return this.openWith(new BoardSearch(this.search, keepers({ most: first, from: keepFrom })));
  }

  /** Allocates the memory of a search, or reuses that of its previous goal. */
  async openWith(search: KeepingSearch): Promise<MemoryRun> {
    const { goal } = this;
    const { first, from, signal } = this.request;
    const { geometry, bytes } = this.search;
    try {
      await search.begin(goal, from === undefined);
    } catch (error) {
      search.end();
      throw error;
    }
    const { pool, request, begun } = search;
    return batchedRun({
      plan: this,
      pool,
      request,
      starts: this.facts.startTexts,
      begin: begun,
      memory: () => search.memory,
      bytes: () => bytes,
      firstOf: (kept) => firstOf(kept, search.memory.layout, first).map((state) => numberOf(geometry, state)),
      texts: (states) => stateTexts(this, states),
      snapshot: async () => {
        const { boardSnapshot } = await import('./snapshot.js');
        return boardSnapshot(search.memory, (depth) => search.rebuildColour(depth, signal));
      },
      table: (histogram) => contentsOf(this, histogram, (cell) => tableWords(search.memory, cell)),
    });
  }

  async close(): Promise<void> {}
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
export function stateTexts({ search, goal }: BoardEnginePlan, states: readonly number[]): string[] {
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

/** The workers whose observers take part in a search. */
export interface Observers<Request> {
  /** File of dist/workers that performs a BatchTask with this request. */
  readonly file: string;
  readonly request: Request;
}

/** Returns observers that keep some of the states of each layer. */
export function keepers(keeping: KeepingShares): Observers<KeepingShares> {
  return { file: 'advance-layers', request: keeping };
}

/** A search that keeps the first states of each layer. */
export type KeepingSearch = BoardSearch<Keeping, readonly State[]>;

/** Threads and memory for searches of a board, from one goal after another. */
export class BoardSearch<Request, Observed> {
  readonly plan: BoardPlan;
  readonly request: Request;
  readonly pool: BatchThreads<SharedBoard, Observed, Request>;
  /** Time at which the allocation or clearing of the bitsets began, in milliseconds. */
  begun = 0;
  #memory: SharedBoard | undefined;

  /** Starts the threads; they live until `end()`. */
  constructor(plan: BoardPlan, { file, request }: Observers<Request>) {
    this.plan = plan;
    this.request = request;
    this.pool = new WorkerPool(file, plan.threads);
  }

  /** Bitsets of the current goal, until the search begins with another goal. */
  get memory(): SharedBoard {
    if (this.#memory === undefined) throw new Error('a search was not begun');
    return this.#memory;
  }

  /**
   * Begins with a goal in the memory of the previous goal, whose table is lost.
   * @param seeded true to mark the goal as visited; false to leave the memory zeroed, for layers that are restored
   * @throws MemoryError, WorkerError
   */
  async begin(goal: Position, seeded = true): Promise<void> {
    const { geometry, blocks, bitsets, threads } = this.plan;
    const start = stateOf(geometry, goal, goal);
    const cells = [0, 1].map((depth) => cellsAtDepth(geometry.board, bitsets.metric, start.cell, depth));
    if (this.#memory === undefined) {
      const { layout, constants } = layOut(geometry, blocks, bitsets, threads);
      const kernel = compileKernel('layers');
      await this.pool.ready();
      this.begun = performance.now();
      this.#memory = allocate(layout, constants, kernel, [cells[0], cells[1]], threads);
    } else {
      this.begun = performance.now();
      this.#memory = reset(this.#memory, [cells[0], cells[1]]);
    }
    if (seeded) seedGoal(this.#memory, start);
  }

  /**
   * Searches the layers from the goal, which comes first, without observations.
   * @param lastDepth maximum depth to search
   * @param singly true to hand out one layer at a time, so that it can be read in memory
   * @throws WorkerError if a worker dies; the signal's reason if it aborts
   */
  async *layers({
    lastDepth = Number.POSITIVE_INFINITY,
    singly = false,
    signal,
  }: {
    readonly lastDepth?: number;
    readonly singly?: boolean;
    readonly signal?: AbortSignal | undefined;
  } = {}): AsyncGenerator<BatchLayer<Observed>, void> {
    yield { depth: 0, fresh: 1, observed: [] };
    const options = { after: 0, lastDepth: () => lastDepth, singly: () => singly, signal };
    for await (const { layers } of layersInBatches(this.pool, () => this.memory, this.request, options)) yield* layers;
  }

  /**
   * Restores the states that the cells of one colour held after the layer of a depth, from the states of the other colour before it. In
   * the metric `single`
   *
   *     visited[t] = move(visited[s]) | ...     for the neighbours s of cell t
   *
   * because every state but a lone goal has a nearer neighbour, which was visited earlier. The cells of that layer must be empty, and
   * their table is cleared.
   * @param depth of the last layer, at least 1
   * @returns the number of states that these cells hold
   * @throws as layers
   */
  async rebuildColour(depth: number, signal: AbortSignal | undefined): Promise<number> {
    // The first layer of each colour marks nothing in the table.
    const unmarked = depth % 2;
    setProgress(this.memory, unmarked - 1, 0);
    const batch = { seconds: 0, lastDepth: unmarked };
    const { layers } = await runBatch(this.pool, this.memory, this.request, batch, 'while it restored', signal);
    return layers.reduce((sum, { fresh }) => sum + fresh, 0);
  }

  /** Releases the threads. The memory keeps the results of the last search. */
  end(): void {
    // Not awaited: the threads end, or are made ready for another search, while the caller continues.
    void this.pool.leave(this.#memory === undefined ? 0 : this.plan.bytes);
  }
}

/*
 * The speed of moves.
 *
 * It is measured by searching a small board in memory without a table. The small board is
 * 2x6 for boards of two rows or columns, and 3x4 for all others. The search takes 32 MB, and half a second with one thread.
 *
 * The search moves as many blocks as a known number of layers in which no block can be skipped. On larger boards nearly all the time is
 * spent in layers of this kind. Their blocks may be larger than the 24 KB of the small boards (2.7 MB on 4x4), and then fit less well
 * into the processor's caches.
 */

/** The boards that are searched, and their number of full layers with the same work. */
const NARROW = { board: makeBoard(2, 6), fullLayers: 54 };
const WIDE = { board: makeBoard(3, 4), fullLayers: 44 };

/** Bytes that one thread moves per second on the machine for which the other engines state their speeds. */
const USUAL_BYTES_PER_SECOND = 8e9;

/** Returns the bytes of blocks moved in a layer in which no block can be skipped, counted once for each move into each target. */
export function bytesMovedInLayer(board: Board, blocks: Blocks): number {
  let moves = 0;
  for (let cell = 0; cell < board.cells; cell++) moves += neighbours(board, cell).length;
  // A move and its reverse have targets of different colours.
  return (moves / 2) * blocks.count * blocks.paddedWords * BYTES_PER_WORD;
}

/**
 * Measures the speed of moves.
 * @param like the board that is to be explored
 * @param threads maximum number of worker threads
 * @returns bytes per second of all threads together, counted once for each move into each target
 * @throws WorkerError if a thread dies
 */
export async function measureMoves(like: Board, threads: number): Promise<number> {
  const { board, fullLayers } = Math.min(like.rows, like.columns) <= 2 ? NARROW : WIDE;
  const plan = planBoard(board, { table: false, fresh: false }, threads);
  const search = new BoardSearch(plan, keepers({ most: 0 }));
  try {
    await search.begin(orderedPosition(board));
    const begin = performance.now();
    for await (const _ of search.layers());
    const seconds = (performance.now() - begin) / 1000;
    return (fullLayers * bytesMovedInLayer(board, plan.blocks)) / seconds;
  } finally {
    search.end();
  }
}

/** Returns the speed of this machine's threads together, relative to one thread of the usual machine. @throws as measureMoves */
export async function machineSpeed(threads: number): Promise<number> {
  return (await measureMoves(WIDE.board, threads)) / USUAL_BYTES_PER_SECOND;
}
