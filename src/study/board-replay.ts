/** The layers of a board, enumerated again by the bit engine, and their census. */

import { branchingOf, furtherPairs } from '../base/statistics.js';
import { MOST_THREADS, threadsFor } from '../base/threads.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { keepers } from '../engines/boards/engine.js';
import { changeByRotation, rotateWindow } from '../permutations/lehmer.js';
import type { BoardView, SpaceFacts } from '../space/space.js';
import { type Board, DIRECTIONS, formatBoard, type Metric } from '../spaces/board/board.js';
import {
  type Geometry,
  geometryOf,
  lowestBit,
  STATES_PER_WORD,
  type Step,
  stepsOf,
  weightsOf,
  writeStateDigits,
} from '../spaces/board/numbering.js';
import { formatPosition } from '../spaces/board/position.js';
import type { BoardWalker } from '../table/board-walker.js';
import type { BoardTableClaims } from '../table/files/board-header.js';
import { type CensusOf, censusOfGoal, heuristicsOf, type LayerCensus, sumOfCensuses } from './layer-census.js';
import {
  type Census,
  type Columns,
  type DistancesArray,
  type DistancesShape,
  type LayerReplay,
  MOST_STATES_COUNTED,
  type OnLayer,
  type Pass,
  type PassOptions,
  type PassPlan,
  type SolutionCounts,
  type StatesOfDepth,
} from './layer-replay.js';
import {
  type LayerState,
  type ReplayedLayer,
  replayBitsets,
  replayLayers,
  statesOfLayer,
  type TableReplay,
} from './repeated-layers.js';

/** States/s of a census with heuristics on one thread, measured with 3x4. */
const CENSUS_PER_SECOND = 25e6;

export class BoardLayerReplay implements LayerReplay<LayerState> {
  readonly facts: SpaceFacts;
  readonly board: BoardView;
  readonly histogram: readonly number[];
  readonly label: string;
  readonly distancesShape: DistancesShape;
  readonly #table: BoardTableClaims;
  readonly #geometry: Geometry;

  constructor(facts: SpaceFacts, { board, goal, goalCell, metric, histogram }: BoardWalker) {
    const geometry = geometryOf(board);
    this.#table = { board, goalCell, metric, histogram };
    this.#geometry = geometry;
    this.facts = facts;
    this.board = { board, goal, metric };
    this.histogram = histogram;
    this.label = formatBoard(board);
    const bytesPerValue = bytesPerDistance(histogram.length - 1);
    this.distancesShape = { bytesPerValue, shape: [board.cells, geometry.arrangements] };
  }

  plan(pass: Pass, asked?: number): PassPlan {
    const { board, metric } = this.#table;
    const { states } = this.#geometry;
    if (pass === 'census') {
      const { bytes, threadBytes, threads } = planBoard(board, replayBitsets(metric, true), MOST_THREADS);
      return {
        bytes: bytes + (states <= MOST_STATES_COUNTED ? BYTES_PER_COUNT * states : 0),
        threadBytes,
        threads: threadsFor(asked, states / CENSUS_PER_SECOND, threads),
        held: 'its bitsets and counts',
      };
    }
    const { bytes, threadBytes, threads } = planBoard(board, replayBitsets(metric), asked);
    if (pass === 'layers') return { bytes, threadBytes, threads, held: 'its bitsets' };
    const distances = states * this.distancesShape.bytesPerValue;
    return { bytes: bytes + distances, threadBytes, threads, held: 'its bitsets and distances' };
  }

  columns(): Columns<LayerState> {
    return positionColumns(this.#geometry);
  }

  text({ tiles }: LayerState): string {
    return formatPosition([...tiles]);
  }

  async census({ threads, onProgress, signal }: PassOptions, onLayer: OnLayer<LayerState>): Promise<Census> {
    const request: CensusOf = this.#table;
    const census = new BoardCensus(request);
    let done = 0;
    const observers = { file: 'census-layers.cjs', request, counting: true };
    for await (const layer of replayLayers<CensusOf, LayerCensus>({ ...this.#table, threads, signal }, observers)) {
      census.add(layer);
      await onLayer(this.#statesOf(layer));
      done += layer.states;
      onProgress?.(done, this.#geometry.reached);
    }
    return census.result();
  }

  async layers(last: number, { threads, signal }: PassOptions, onLayer: OnLayer<LayerState>): Promise<void> {
    const replay = { ...this.#table, lastDepth: last, threads, signal };
    for await (const layer of replayLayers(replay, keepers({ most: 0 }))) await onLayer(this.#statesOf(layer));
  }

  async distances({ threads, onProgress, signal }: PassOptions): Promise<DistancesArray> {
    let done = 0;
    const parts = await distancesOf({ ...this.#table, threads, signal }, (states) => {
      done += states;
      onProgress?.(done, this.#geometry.reached);
    });
    return { ...this.distancesShape, parts };
  }

  #statesOf(layer: ReplayedLayer): StatesOfDepth<LayerState> {
    const { board, goal } = this.board;
    return { depth: layer.depth, inOrder: (chosen) => statesOfLayer(board, goal, layer, chosen) };
  }
}

/** Distances for one cell of the blank, by rank; unreached states have the largest value of the type. */
export type DistancesOfCell = Uint8Array | Uint16Array;

/** Returns the bytes of a distance. One value is reserved for unreached states. */
export function bytesPerDistance(maxDepth: number): 1 | 2 {
  return maxDepth < 255 ? 1 : 2;
}

/**
 * Replays all layers and writes the distance of each state.
 * @param onLayer called after each layer with its number of states
 * @returns an array for each cell of the blank, in shared memory, with one or two bytes per state
 * @throws the errors of replayLayers
 */
async function distancesOf(
  replay: Omit<TableReplay, 'lastDepth'>,
  onLayer: (states: number) => void,
): Promise<DistancesOfCell[]> {
  const { board, goalCell, histogram } = replay;
  const { arrangements } = geometryOf(board);
  const bytes = bytesPerDistance(histogram.length - 1);
  const distances = Array.from({ length: board.cells }, () => {
    const shared = new SharedArrayBuffer(bytes * arrangements);
    return bytes === 1 ? new Uint8Array(shared).fill(0xff) : new Uint16Array(shared).fill(0xffff);
  });
  // The goal, which no layer finds, is the first arrangement of its cell.
  distances[goalCell][0] = 0;
  const observers = { file: 'depths-of-layers.cjs', request: distances };
  for await (const { states } of replayLayers(replay, observers)) onLayer(states);
  return distances;
}

export function positionColumns({ board, arrangements }: Geometry): Columns<LayerState> {
  const text = new PositionWriter(board.cells);
  let tiles: Uint8Array = new Uint8Array(0);
  return {
    text: {
      name: 'position',
      take(state) {
        tiles = state.tiles;
        return text.bytes;
      },
      write: (bytes, begin) => text.write(tiles, bytes, begin),
      text: () => text.of(tiles),
    },
    numbers: [
      { name: 'blank', most: board.cells - 1, distinct: false, of: ({ blank }) => blank },
      { name: 'rank', most: arrangements - 1, distinct: true, of: ({ rank }) => rank },
    ],
  };
}

const SPACE = 0x20;

/** Writes positions as bytes in the notation of formatPosition, fast enough for millions. */
class PositionWriter {
  /** Bytes of a position's text: constant, because every position has all tiles. */
  readonly bytes: number;
  /** The text of each tile. */
  readonly #texts: readonly Uint8Array[];
  readonly #buffer: Buffer;

  /** @param cells number of cells of the board */
  constructor(cells: number) {
    this.#texts = Array.from({ length: cells }, (_, tile) => Buffer.from(formatPosition([tile]), 'latin1'));
    this.bytes = this.#texts.reduce((sum, text) => sum + text.length, cells - 1);
    this.#buffer = Buffer.allocUnsafe(this.bytes);
  }

  /** Writes a position. @returns the offset of its end */
  write(tiles: Uint8Array, bytes: Uint8Array, begin: number): number {
    let end = begin;
    for (let cell = 0; cell < tiles.length; cell++) {
      if (cell > 0) bytes[end++] = SPACE;
      const text = this.#texts[tiles[cell]];
      for (let at = 0; at < text.length; at++) bytes[end++] = text[at];
    }
    return end;
  }

  of(tiles: Uint8Array): string {
    return this.#buffer.toString('latin1', 0, this.write(tiles, this.#buffer, 0));
  }
}

/** The census of a board, summed layer by layer from the counts of the workers' observers. */
class BoardCensus {
  readonly #of: CensusOf;
  readonly #solutions: BoardSolutions | null;
  readonly #censuses: LayerCensus[] = [];
  readonly #counts: SolutionCounts[] = [];

  constructor(of: CensusOf) {
    const { board, metric } = of;
    this.#of = of;
    this.#solutions = geometryOf(board).states <= MOST_STATES_COUNTED ? new BoardSolutions(board, metric) : null;
  }

  /** Adds a layer. Layers must be added in order, beginning with the goal. */
  add(layer: ReplayedLayer<LayerCensus>): void {
    this.#censuses.push(layer.depth === 0 ? censusOfGoal(this.#of) : sumOfCensuses(layer.observed));
    if (this.#solutions !== null) this.#counts.push(this.#solutions.count(layer));
  }

  /** Returns the census of the layers so far. */
  result(): Census {
    const censuses = this.#censuses;
    return {
      // If a neighbour is further than this state, then this state is nearer than the neighbour.
      branchings: censuses.map(({ neighbours }, depth) =>
        branchingOf(neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
      ),
      overall: branchingOf(sumOfCensuses(censuses).neighbours),
      solutions: this.#counts,
      estimates: heuristicsOf(this.#of.metric).map((heuristic, index) => ({
        heuristic,
        counts: censuses.map(({ estimates }) => estimates[index]),
      })),
    };
  }
}

const BYTES_PER_COUNT = 8;

/**
 * The number of shortest solutions of each position: 1 for the goal, and for any other position the sum over its neighbours that are
 * nearer to the goal. Layers are counted in order, so these neighbours have been counted before. Counts of odd depths are stored as
 * negative numbers. The sign distinguishes neighbours in the previous layer from those in the same layer, which exist if a move can
 * slide several tiles.
 */
class BoardSolutions {
  readonly #geometry: Geometry;
  readonly #steps: readonly (readonly (Step | undefined)[])[];
  readonly #goesOn: boolean;
  readonly #weights: readonly number[];
  /**
   * Counts by [cell * arrangements + arrangement]; 0 if not counted yet, negative at odd depths. Exact below 2^53: on full boards of up
   * to 10 million states the maximum is 350 in the metric `single` (2x5, the goal's blank in the middle of a row).
   */
  readonly #counts: Float64Array;
  readonly #digits: number[];
  readonly #window: Int32Array;

  constructor(board: Board, metric: Metric) {
    const geometry = geometryOf(board);
    this.#geometry = geometry;
    this.#steps = stepsOf(geometry);
    this.#goesOn = metric === 'multi';
    this.#weights = weightsOf(geometry);
    this.#counts = new Float64Array(geometry.states);
    this.#digits = new Array<number>(geometry.digits).fill(0);
    this.#window = new Int32Array(geometry.digits);
  }

  /** Counts the solutions of a layer. Layers must be counted in order, beginning with the goal. */
  count({ depth, states, cells, runs }: ReplayedLayer): SolutionCounts {
    const { arrangements } = this.#geometry;
    const sign = depth % 2 === 0 ? 1 : -1;
    let sum = 0;
    let maximum = 0;
    for (const cell of cells) {
      for (const { firstWord, halves } of runs(cell)) {
        for (let half = 0; half < halves.length; half++) {
          for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
            const word = firstWord + (half >> 1);
            const bit = (half % 2) * 32 + lowestBit(bits);
            const solutions = depth === 0 ? 1 : this.#sumOfNeighbours(cell, word, bit, -sign);
            this.#counts[cell * arrangements + word * STATES_PER_WORD + bit] = sign * solutions;
            sum += solutions;
            if (solutions > maximum) maximum = solutions;
          }
        }
      }
    }
    return { mean: sum / states, maximum };
  }

  /** @param sign sign of the counts of nearer neighbours */
  #sumOfNeighbours(cell: number, word: number, bit: number, sign: number): number {
    const { arrangements, parityAt } = this.#geometry;
    const steps = this.#steps;
    writeStateDigits(word, bit, parityAt[cell], this.#digits);
    let solutions = 0;
    for (let direction = 0; direction < DIRECTIONS.length; direction++) {
      let step = steps[cell][direction];
      if (step === undefined) continue;
      this.#window.set(this.#digits);
      let arrangement = word * STATES_PER_WORD + bit;
      while (step !== undefined) {
        const { to, first, last, rotation }: Step = step;
        if (first !== last) arrangement += changeByRotation(this.#window, first, last, rotation, this.#weights);
        solutions += Math.max(0, sign * this.#counts[to * arrangements + arrangement]);
        if (!this.#goesOn) break;
        rotateWindow(this.#window, first, last, rotation);
        step = steps[to][direction];
      }
    }
    return solutions;
  }
}
