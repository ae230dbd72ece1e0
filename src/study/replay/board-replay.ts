/** The layers of a board, enumerated again by the bit engine. */

import { MOST_THREADS, threadsFor } from '../../base/threads/thread-count.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { keepers } from '../../engines/bits/run/board-search.js';
import { type LayerState, statesOfLayer } from '../../runs/replay/layer-states.js';
import { type ReplayedLayer, replayBitsets, replayLayers } from '../../runs/replay/replay.js';
import type { SpaceFacts } from '../../space/facts.js';
import type { BoardView } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { type Geometry, geometryOf } from '../../spaces/board/numbering/geometry.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { BoardTableClaims } from '../../table/contents/board-claims.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import { BoardCensus, boardCensusBytes } from '../census/board/board-census.js';
import type { CensusOf, LayerCensus } from '../census/board/layer-census.js';
import type { Census } from '../census/census.js';
import { bytesPerDistance, distancesOf } from './board-distances.js';
import type { Columns } from './columns.js';
import type {
  DistancesArray,
  DistancesShape,
  LayerReplay,
  OnLayer,
  PassOptions,
  StatesOfDepth,
} from './layer-replay.js';
import { positionColumns } from './position-columns.js';

/** States/s of a census with heuristics on one thread, measured with 3x4. */
const CENSUS_PER_SECOND = 25e6;

export class BoardLayerReplay implements LayerReplay<LayerState> {
  readonly facts: SpaceFacts;
  readonly board: BoardView;
  readonly histogram: readonly number[];
  readonly label: string;
  readonly threadBytes: number;
  readonly needs: LayerReplay['needs'];
  readonly distancesShape: DistancesShape;
  readonly #table: BoardTableClaims;
  readonly #geometry: Geometry;

  constructor(facts: SpaceFacts, { board, goal, goalCell, metric, histogram }: BoardWalker) {
    const geometry = geometryOf(board);
    const { states, arrangements } = geometry;
    this.#table = { board, goalCell, metric, histogram };
    this.#geometry = geometry;
    this.facts = facts;
    this.board = { board, goal, metric };
    this.histogram = histogram;
    this.label = formatBoard(board);
    const bytesPerValue = bytesPerDistance(histogram.length - 1);
    this.distancesShape = { bytesPerValue, shape: [board.cells, arrangements] };
    const planned = (asked?: number) => planBoard(board, replayBitsets(metric), asked);
    const { bytes: bitsets, threadBytes } = planned();
    const threads = (asked?: number) => planned(asked).threads;
    this.threadBytes = threadBytes;
    this.needs = {
      census: {
        threads: (asked) => threadsFor(asked, states / CENSUS_PER_SECOND, threads(MOST_THREADS)),
        bytes: () => planBoard(board, replayBitsets(metric, true)).bytes + boardCensusBytes(states),
        held: 'its bitsets and counts',
      },
      layers: { threads, bytes: () => bitsets, held: 'its bitsets' },
      distances: { threads, bytes: () => bitsets + states * bytesPerValue, held: 'its bitsets and distances' },
    };
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
