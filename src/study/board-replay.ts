/**
 * The layers of a board, enumerated again by the bit engine from its table's histogram: for censuses and exports of its states, and for
 * samples of them.
 */

import { freeMemory } from '#machine/machine.js';
import { bytesOf, concatenated, latin1 } from '../base/bytes.js';
import { checkMemory } from '../base/memory.js';
import { branchingOf, furtherPairs } from '../base/statistics.js';
import { MOST_THREADS, threadsFor } from '../base/threads.js';
import { type Bitsets, blockAddress, cellsAtDepth, planBoard } from '../engines/boards/board-plan.js';
import { BoardSearch, keepers, type Observers } from '../engines/boards/engine.js';
import type { SharedBoard } from '../engines/boards/memory.js';
import { firstOf, type KeepingShares } from '../engines/boards/observers.js';
import { onesIn } from '../permutations/lehmer.js';
import type { SpaceFacts } from '../space/space.js';
import { type Board, formatBoard, type Metric } from '../spaces/board/board.js';
import {
  type Geometry,
  geometryOf,
  lowestBit,
  positionOf,
  STATES_PER_WORD,
  type State,
  stateOf,
  tilesByLabel,
  WordArrangements,
} from '../spaces/board/numbering.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '../spaces/board/position.js';
import type { BoardWalker } from '../table/board-walker.js';
import type { TableHeader } from '../table/contents.js';
import type { BoardTableHeader } from '../table/header.js';
import { type CensusOf, censusOfGoal, heuristicsOf, type LayerCensus, sumOfCensuses } from './layer-census.js';
import { type Columns, checkLayer, type LayerReplay, MOST_STATES_COUNTED, type StatesOfDepth } from './layer-replay.js';
import { bytesPerDepth, newDepths } from './state-passes.js';

/** Bytes of the count of a state's shortest solutions. */
const BYTES_PER_COUNT = 8;

/** States/s of a census with heuristics on one thread, measured with 3x4. */
const CENSUS_PER_SECOND = 25e6;

/** Returns the replay of a board's table. @param facts those of the table's space @param walker of the table */
export function boardReplay(facts: SpaceFacts, header: TableHeader, walker: BoardWalker): LayerReplay {
  const { board, goal, goalCell, metric, histogram, geometry } = walker;
  const { arrangements, states, reached } = geometry;
  const table = { board, goalCell, metric, histogram };
  const distancesShape = { bytesPerValue: bytesPerDepth(header), shape: [board.cells, arrangements] };
  return {
    facts,
    board: { board, goal, metric },
    histogram,
    distancesShape,
    columns: () => positionColumns(geometry, goal),

    plan(pass, most) {
      const isCensus = pass === 'census';
      const bitsets = replayBitsets(metric, isCensus);
      const { bytes, threadBytes, threads } = planBoard(board, bitsets, isCensus ? MOST_THREADS : most);
      const plan = (held: string, bytesBeside: number) => ({ bytes: bytes + bytesBeside, threadBytes, threads, held });
      if (pass === 'layers') return plan('its bitsets', 0);
      if (pass === 'distances') return plan('its bitsets and distances', states * distancesShape.bytesPerValue);
      return {
        ...plan('its bitsets and counts', states <= MOST_STATES_COUNTED ? BYTES_PER_COUNT * states : 0),
        threads: threadsFor(most, states / CENSUS_PER_SECOND, threads),
      };
    },

    async census({ threads, onProgress, signal }, onLayer) {
      const censuses: LayerCensus[] = [];
      let done = 0;
      const observers = { file: 'census-layers', request: table };
      const replay = { ...table, threads, signal, counted: true };
      for await (const layer of replayLayers<CensusOf, LayerCensus>(replay, observers)) {
        censuses.push(layer.depth === 0 ? censusOfGoal(table) : sumOfCensuses(layer.observed));
        await onLayer(layer);
        done += layer.states;
        onProgress?.(done, reached);
      }
      return {
        // If a neighbour is further than this state, then this state is nearer than the neighbour.
        branchings: censuses.map(({ neighbours }, depth) =>
          branchingOf(neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
        ),
        overall: branchingOf(sumOfCensuses(censuses).neighbours),
        estimates: heuristicsOf(metric).map((heuristic, index) => ({
          heuristic,
          counts: censuses.map(({ estimates }) => estimates[index]),
        })),
      };
    },

    layers: (lastDepth, { threads, signal }) =>
      replayLayers({ ...table, lastDepth, threads, signal }, keepers({ most: 0 })),

    async distances({ threads, onProgress, signal }) {
      const parts = Array.from({ length: board.cells }, () => newDepths(arrangements, distancesShape.bytesPerValue));
      // The goal, which no layer finds, is the first arrangement of its cell.
      parts[goalCell][0] = 0;
      const observers = { file: 'depths-of-layers', request: parts };
      let done = 0;
      for await (const { states } of replayLayers({ ...table, threads, signal }, observers)) {
        done += states;
        onProgress?.(done, reached);
      }
      return parts;
    },
  };
}

/** Returns the columns of a board's rows. Positions are written as bytes, fast enough for millions. @param goal names the tiles */
export function positionColumns(geometry: Geometry, goal: Position): Columns {
  const { board, arrangements, path } = geometry;
  const textOf = (tile: number) => bytesOf(`${formatPosition([tile])} `);
  const blankText = textOf(BLANK);
  const tileTexts = tilesByLabel(geometry, goal).map(textOf);
  // All positions have all tiles, so their texts have the same length; the last space is not part of them.
  const written = concatenated([blankText, ...tileTexts]);
  const text = written.subarray(0, -1);
  const reader = new WordArrangements(geometry);
  const { labels } = reader;
  const cellOf = (state: number) => Math.floor(state / arrangements);
  const rankOf = (state: number) => state - cellOf(state) * arrangements;
  /** [cell]: its place on the path without the blank. */
  let places: readonly number[] = [];
  let blank = -1;
  let wordRead = -1;
  const bytes = (state: number) => {
    const cell = cellOf(state);
    const rank = state - cell * arrangements;
    const word = Math.floor(rank / STATES_PER_WORD);
    if (cell !== blank) {
      blank = cell;
      const along = path.filter((other) => other !== blank);
      places = path.map((_, cell) => along.indexOf(cell));
      wordRead = -1;
    }
    // Neighbouring rows are often in the same word.
    if (word !== wordRead) reader.readWord(word, cell);
    wordRead = word;
    reader.readState(rank - word * STATES_PER_WORD);
    let end = 0;
    for (let cell = 0; cell < places.length; cell++) {
      const tile = cell === blank ? blankText : tileTexts[labels[places[cell]]];
      for (let at = 0; at < tile.length; at++) written[end++] = tile[at];
    }
    return text;
  };
  return {
    text: { name: 'position', of: (state) => latin1(bytes(state)), bytes },
    numbers: [
      { name: 'blank', most: board.cells - 1, distinct: false, of: cellOf },
      { name: 'rank', most: arrangements - 1, distinct: true, of: rankOf },
    ],
  };
}

/* The layers of a board. */

/** All states of one depth, and the results of the workers' observers; none for the goal. */
type ReplayedLayer<Observed> = StatesOfDepth & { readonly states: number; readonly observed: readonly Observed[] };

/** The board of a table, whose histogram the replay must agree with. */
export interface TableReplay extends BoardTableHeader {
  readonly threads: number;
  /** Depth of the last layer to enumerate. By default all layers, and a deeper one is an error. */
  readonly lastDepth?: number;
  /** True if observers count nearer neighbours. @default false */
  readonly counted?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the bitsets of a replay: those of a search, and the states of the last layers. */
export function replayBitsets(metric: Metric, counted = false): Bitsets {
  return { metric, table: false, fresh: true, counted };
}

/**
 * Enumerates the layers 0 to `lastDepth` again.
 * @param observers read each layer on the workers
 * @yields each layer in turn; the next one is searched when iteration continues
 * @throws TableError if the number of states of a layer differs from the histogram; MemoryError, WorkerError; the signal's reason
 */
export async function* replayLayers<Request, Observed>(
  // One more layer than expected, so that an excess is detected.
  { board, goalCell, metric, histogram, threads, lastDepth = histogram.length, counted, signal }: TableReplay,
  observers: Observers<Request>,
): AsyncGenerator<ReplayedLayer<Observed>, void> {
  const plan = planBoard(board, replayBitsets(metric, counted), threads);
  const search = new BoardSearch<Request, Observed>(plan, observers);
  try {
    await search.begin(orderedPosition(board, goalCell));
    let missing = 0;
    for await (const { depth, fresh, observed } of search.layers({ lastDepth, singly: true, signal })) {
      checkLayer(histogram, depth, fresh);
      const cells = cellsAtDepth(board, metric, goalCell, depth);
      const inOrder = (chosen?: Float64Array) => freshStates(search.memory, plan.geometry, cells, chosen);
      yield { depth, states: fresh, inOrder, observed };
      missing = depth + 1;
    }
    if (missing < Math.min(lastDepth + 1, histogram.length)) checkLayer(histogram, missing, 0);
  } finally {
    search.end();
  }
}

/** Yields the numbers of the new states of some blank cells in ascending order. @param chosen as in StatesOfDepth */
function* freshStates(
  { layout, memories, marks }: SharedBoard,
  { arrangements }: Geometry,
  cells: readonly number[],
  chosen: Float64Array | undefined,
): Generator<number> {
  const { blocks, blocksPerShard, fresh } = layout;
  let place = 0;
  let taken = 0;
  for (const cell of cells) {
    for (let block = 0; block < blocks.count; block++) {
      if (marks.gained[cell * blocks.count + block] === 0) continue;
      const { buffer } = memories[Math.floor(block / blocksPerShard)];
      const halves = new Uint32Array(buffer, blockAddress(layout, fresh, cell, block), blocks.words * 2);
      for (let half = 0; half < halves.length; half++) {
        let bits = halves[half];
        if (chosen !== undefined) {
          const count = onesIn(bits);
          place += count;
          if (taken === chosen.length || chosen[taken] >= place) continue;
          place -= count;
        }
        const word = block * blocks.words + (half >> 1);
        const first = cell * arrangements + word * STATES_PER_WORD + (half % 2) * 32;
        for (; bits !== 0; bits &= bits - 1) {
          if (chosen !== undefined && place++ !== chosen[taken]) continue;
          taken++;
          yield first + lowestBit(bits);
        }
      }
    }
  }
}

/* Samples of the layers. */

/**
 * The metric, by default single, and the maximum number of worker threads, 1..256; by default up to the processors of the machine,
 * fewer for small boards.
 */
type LayerSampling = { readonly metric?: Metric; readonly threads?: number };

/**
 * Enumerates a board again, and keeps a pseudorandom but reproducible share of each layer.
 * @param shares 0 to 1, of each depth; 1 keeps all states
 * @returns the states kept of each depth
 * @throws the errors of explore
 */
export async function sampleLayers(
  board: Board,
  goal: Position,
  shares: readonly number[],
  { metric = 'single', threads }: LayerSampling = {},
): Promise<readonly (readonly State[])[]> {
  const plan = planBoard(board, { metric, table: false, fresh: false }, threads);
  checkMemory(formatBoard(board), plan, plan.threads, freeMemory());
  const layers: (readonly State[])[] = [];
  const most = Number.POSITIVE_INFINITY;
  const search = new BoardSearch<KeepingShares, readonly State[]>(plan, keepers({ most, shares }));
  try {
    const start = stateOf(plan.geometry, goal, goal);
    await search.begin(goal);
    for await (const { depth, observed } of search.layers({})) {
      layers.push(firstOf(depth === 0 ? [[start]] : observed, search.memory.layout, most));
    }
  } finally {
    search.end();
  }
  return layers;
}

/**
 * Returns pseudorandom but reproducible positions of every depth.
 * @param histogram number of states of each depth from this goal
 * @param count number of positions per depth; all if there are fewer
 * @throws the errors of explore
 */
export async function samplePositions(
  board: Board,
  goal: Position,
  histogram: readonly number[],
  count: number,
  sampling: LayerSampling = {},
): Promise<Position[]> {
  const geometry = geometryOf(board);
  const layers = await sampleLayers(board, goal, sharesOf(histogram, count), sampling);
  return layers.flatMap((kept) => {
    const wanted = Math.min(count, kept.length);
    const chosen = Array.from(
      { length: wanted },
      (_, index) => kept[Math.floor(((index + 0.5) * kept.length) / wanted)],
    );
    return chosen.map((state) => positionOf(geometry, goal, state));
  });
}

/** Returns the share to keep of each layer: slightly more states than requested, so that there are never too few. */
export function sharesOf(histogram: readonly number[], count: number): number[] {
  return histogram.map((states) => Math.min(1, (3 * count + 20) / states));
}
