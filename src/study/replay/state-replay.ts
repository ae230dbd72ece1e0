/** The layers of a space whose table holds depths in any order of states: read from the table, and sorted. */

import { threadsFor } from '../../base/threads/thread-count.js';
import {
  bytesPerDepth,
  type DepthArray,
  depthsBytes,
  depthsOfSpace,
  threadsForDepths,
} from '../../runs/replay/space-depths.js';
import type { SpaceFacts } from '../../space/facts.js';
import type { Table } from '../../table/table.js';
import type { Census } from '../census/census.js';
import { positionMean } from '../census/states/position-mean.js';
import { PIECE } from '../census/states/state-census.js';
import { stateCensusBytes, takeStateCensus, visitsOfCensus } from '../census/states/take-census.js';
import type { Columns } from './columns.js';
import { bytesOfOrder, LayerOrder } from './layer-order.js';
import type { DistancesArray, DistancesShape, LayerReplay, OnLayer, PassOptions } from './layer-replay.js';
import { stateColumns } from './state-columns.js';

/** States/s whose depths and neighbours one thread finds, measured with pancake:9. */
const CENSUS_PER_SECOND = 2e6;

export class StateLayerReplay implements LayerReplay<number> {
  readonly facts: SpaceFacts;
  readonly board = null;
  readonly histogram: readonly number[];
  readonly label: string;
  readonly threadBytes = 0;
  readonly needs: LayerReplay['needs'];
  readonly distancesShape: DistancesShape;
  readonly #table: Table;

  constructor(facts: SpaceFacts, table: Table) {
    const { size } = facts;
    const { histogram } = table;
    this.#table = table;
    this.facts = facts;
    this.histogram = histogram;
    this.label = facts.name;
    this.distancesShape = { bytesPerValue: bytesPerDepth(table.claims), shape: [size] };
    const depths = depthsBytes(table.claims);
    const threads = (asked?: number) => threadsForDepths(table.claims, asked);
    this.needs = {
      census: {
        threads: (asked) => threadsFor(asked, size / CENSUS_PER_SECOND, Math.ceil(size / PIECE)),
        bytes: (by) => depths + stateCensusBytes(size, histogram.length, by),
        held: 'its depths and counts',
      },
      layers: { threads, bytes: () => depths + bytesOfOrder(size), held: 'its distances' },
      distances: { threads, bytes: () => depths, held: 'its distances' },
    };
  }

  columns(field?: (text: string) => string): Columns<number> {
    return stateColumns(this.#table.space, field);
  }

  text(state: number): string {
    return this.#table.space.format(state);
  }

  async census({ threads, onProgress, signal }: PassOptions, onLayer: OnLayer<number>): Promise<Census> {
    const { space, histogram } = this.#table;
    const of = space.size * (1 + visitsOfCensus(space.size));
    const depths = await depthsOfSpace(this.#table, { threads, onProgress: (done) => onProgress?.(done, of), signal });
    const census = await takeStateCensus(space, depths, histogram, {
      threads,
      onProgress: (done) => onProgress?.(space.size + done, of),
      signal,
    });
    const lastDepth = histogram.length - 1;
    await this.#giveLayers(depths, lastDepth, onLayer);
    const { pattern } = space;
    return pattern === null ? census : { ...census, positionMean: positionMean(pattern.geometry, depths, lastDepth) };
  }

  async layers(last: number, { threads, signal }: PassOptions, onLayer: OnLayer<number>): Promise<void> {
    await this.#giveLayers(await depthsOfSpace(this.#table, { threads, signal }), last, onLayer);
  }

  async distances({ threads, onProgress, signal }: PassOptions): Promise<DistancesArray> {
    const depths = await depthsOfSpace(this.#table, { threads, signal, ...(onProgress && { onProgress }) });
    return { ...this.distancesShape, parts: [depths] };
  }

  async #giveLayers(depths: DepthArray, last: number, onLayer: OnLayer<number>): Promise<void> {
    const order = new LayerOrder(depths, this.histogram, last);
    for (let depth = 0; depth <= last; depth++) {
      await onLayer({ depth, inOrder: (chosen) => order.statesOf(depth, chosen) });
    }
  }
}
