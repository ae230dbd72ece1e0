/** The layers of a board, enumerated again by the bit engine, and their census. */

import { branchingOf, furtherPairs } from '../base/statistics.js';
import { MOST_THREADS, threadsFor } from '../base/threads.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { keepers } from '../engines/boards/engine.js';
import type { BoardView, NumberedSpace, SpaceFacts } from '../space/space.js';
import {
  type Geometry,
  geometryOf,
  STATES_PER_WORD,
  tilesByLabel,
  WordArrangements,
} from '../spaces/board/numbering.js';
import { BLANK, formatPosition, type Position } from '../spaces/board/position.js';
import type { BoardWalker } from '../table/board-walker.js';
import type { BoardTableClaims } from '../table/files/header.js';
import type { Table } from '../table/table.js';
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
import { numbersOfLayer, type ReplayedLayer, replayBitsets, replayLayers } from './repeated-layers.js';
import { bytesPerDepth, newDepths } from './space-depths.js';
import { SolutionCounter } from './state-passes.js';

/** Bytes of the count of a state's shortest solutions. */
const BYTES_PER_COUNT = 8;

/** States/s of a census with heuristics on one thread, measured with 3x4. */
const CENSUS_PER_SECOND = 25e6;

export class BoardLayerReplay implements LayerReplay {
  readonly facts: SpaceFacts;
  readonly board: BoardView;
  readonly histogram: readonly number[];
  readonly distancesShape: DistancesShape;
  readonly #table: BoardTableClaims;
  readonly #geometry: Geometry;
  readonly #space: NumberedSpace;

  constructor(facts: SpaceFacts, { space, claims }: Table, { board, goal, goalCell, metric, histogram }: BoardWalker) {
    const geometry = geometryOf(board);
    this.#space = space;
    this.#table = { board, goalCell, metric, histogram };
    this.#geometry = geometry;
    this.facts = facts;
    this.board = { board, goal, metric };
    this.histogram = histogram;
    this.distancesShape = { bytesPerValue: bytesPerDepth(claims), shape: [board.cells, geometry.arrangements] };
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

  columns(): Columns {
    return positionColumns(this.#geometry, this.board.goal);
  }

  async census({ threads, onProgress, signal }: PassOptions, onLayer: OnLayer): Promise<Census> {
    const request: CensusOf = this.#table;
    const { states, reached } = this.#geometry;
    const counted = states <= MOST_STATES_COUNTED ? new SolutionCounter(this.#space, signal) : null;
    const censuses: LayerCensus[] = [];
    const solutions: SolutionCounts[] = [];
    let done = 0;
    const observers = { file: 'census-layers.cjs', request, counting: true };
    for await (const layer of replayLayers<CensusOf, LayerCensus>({ ...this.#table, threads, signal }, observers)) {
      censuses.push(layer.depth === 0 ? censusOfGoal(request) : sumOfCensuses(layer.observed));
      const found = this.#statesOf(layer);
      if (counted) solutions.push(await counted.count(found));
      await onLayer(found);
      done += layer.states;
      onProgress?.(done, reached);
    }
    return {
      // If a neighbour is further than this state, then this state is nearer than the neighbour.
      branchings: censuses.map(({ neighbours }, depth) =>
        branchingOf(neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
      ),
      overall: branchingOf(sumOfCensuses(censuses).neighbours),
      solutions,
      estimates: heuristicsOf(request.metric).map((heuristic, index) => ({
        heuristic,
        counts: censuses.map(({ estimates }) => estimates[index]),
      })),
    };
  }

  async layers(last: number, { threads, signal }: PassOptions, onLayer: OnLayer): Promise<void> {
    const replay = { ...this.#table, lastDepth: last, threads, signal };
    for await (const layer of replayLayers(replay, keepers({ most: 0 }))) await onLayer(this.#statesOf(layer));
  }

  async distances({ threads, onProgress, signal }: PassOptions): Promise<DistancesArray> {
    const { board, goalCell } = this.#table;
    const { arrangements, reached } = this.#geometry;
    const parts = Array.from({ length: board.cells }, () => newDepths(arrangements, this.distancesShape.bytesPerValue));
    // The goal, which no layer finds, is the first arrangement of its cell.
    parts[goalCell][0] = 0;
    const observers = { file: 'depths-of-layers.cjs', request: parts };
    let done = 0;
    for await (const { states } of replayLayers({ ...this.#table, threads, signal }, observers)) {
      done += states;
      onProgress?.(done, reached);
    }
    return { ...this.distancesShape, parts };
  }

  #statesOf(layer: ReplayedLayer): StatesOfDepth {
    return { depth: layer.depth, inOrder: (chosen) => numbersOfLayer(this.#geometry, layer, chosen) };
  }
}

/** Returns the columns of a board's rows. Positions are written as bytes, fast enough for millions. @param goal names the tiles */
export function positionColumns(geometry: Geometry, goal: Position): Columns {
  const { board, arrangements, path } = geometry;
  const textOf = (tile: number) => Buffer.from(`${formatPosition([tile])} `);
  const blankText = textOf(BLANK);
  const tileTexts = tilesByLabel(geometry, goal).map(textOf);
  // All positions have all tiles, so their texts have the same length; the last space is not part of them.
  const written = Buffer.concat([blankText, ...tileTexts]);
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
    text: { name: 'position', of: (state) => bytes(state).toString('latin1'), bytes },
    numbers: [
      { name: 'blank', most: board.cells - 1, distinct: false, of: cellOf },
      { name: 'rank', most: arrangements - 1, distinct: true, of: rankOf },
    ],
  };
}
