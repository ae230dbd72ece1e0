/** The blocks of a layer, by the facts of all blocks after the previous layer. */

import { isMarked } from '../../engines/bits/single/colour-layers.js';
import { isStored } from './lanes/lane-slots.js';
import type { LayerBlocks } from './lanes/stage.js';
import type { PortionStore } from './portion-store.js';

/** Returns true if the states of a layer are marked in the table. */
export function isMarkedBy({ hasTable }: PortionStore, depth: number): boolean {
  return hasTable && isMarked(depth);
}

/** Returns the blocks that the stages of a layer are cut from. */
export function blocksOfLayer(store: PortionStore, depth: number): LayerBlocks {
  const { staged, staging, portions } = store;
  const { moves, sources, blocks } = staged;
  const { held, gained, marked } = staging.facts;
  const mark = isMarkedBy(store, depth);
  return {
    portions,
    cells: portions.colours[depth % 2],
    moves,
    sources,
    frontier: {
      takes: (target) => held[target] < blocks.states,
      gives: (source) => gained[source] === 1,
      stays: (target) => isStored(staging, target) || (mark && marked[target] > 0),
      isRead: (source) => isStored(staging, source),
    },
  };
}

/** Prepares the facts for a layer, in which no block has gained anything yet. */
export function beginLayer({ staging, portions, staged }: PortionStore, depth: number): void {
  const { count } = staged.blocks;
  for (const cell of portions.colours[depth % 2]) staging.facts.gained.fill(0, cell * count, (cell + 1) * count);
}
