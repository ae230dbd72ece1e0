/** The layers of the metric in which a move slides a single tile: the cells of one colour after those of the other. */

import type { Layout } from '../memory/addresses.js';
import { type Shard, ShardPlaces } from '../memory/block-places.js';
import { BlockAdvancer, type Marks } from './advance.js';
import type { LayerAdvancer } from './layer-advancer.js';
import type { LayerObserver } from './layer-observer.js';

/** Whether the states of a depth are marked in the table: its bit is floor(depth / 2) mod 2. */
export function isMarked(depth: number): boolean {
  return (depth >> 1) % 2 === 1;
}

export class ColourLayers implements LayerAdvancer {
  readonly rounds = 1;
  readonly #cells: readonly [readonly number[], readonly number[]];
  readonly #hasTable: boolean;
  readonly #blocks: BlockAdvancer;

  /**
   * @param cells that the blank may be on at even and at odd depth
   * @param worker 0..workers-1, which scratch space to use
   */
  constructor(
    layout: Layout,
    cells: readonly [readonly number[], readonly number[]],
    shards: readonly Shard[],
    marks: Marks,
    worker: number,
  ) {
    this.#cells = cells;
    this.#hasTable = layout.table !== 0;
    this.#blocks = new BlockAdvancer(layout, new ShardPlaces(layout, shards, worker), marks, worker);
  }

  units(depth: number): number {
    return this.#cells[depth % 2].length;
  }

  advance(depth: number, _round: number, block: number, unit: number, observer: LayerObserver<unknown>): number {
    const mark = this.#hasTable && isMarked(depth);
    return this.#blocks.advance(this.#cells[depth % 2][unit], block, mark, observer);
  }
}
