/** Chooses the order in which blocks are assigned to portions, so that sources form the longest runs. */

import { ordersOf } from './block-order.js';
import { Portions } from './portions.js';
import { cutStage, type Frontier, runsOf, type Stage } from './stage.js';
import type { StagedBoard, Staging } from './staging.js';

/** Number of bytes that take as long to read as the overhead of a run: 0.1 ms at 1 GB/s. */
const BYTES_WORTH_A_RUN = 100e3;
/** Number of stages that are tried of each order, spread over the blocks. */
const TRIED_STAGES = 2;
/** Some stages of full layers. */
export interface Trial {
  readonly portions: Portions;
  /** Stages of each colour. */
  readonly stages: readonly (readonly Stage[])[];
}

/**
 * Chooses the order in which blocks are assigned to portions, by stages of layers in which nothing can be skipped.
 * @param places number of places in a portion
 * @param colours the cells of even and of odd depths
 */
export function choosePortions(
  staged: StagedBoard,
  places: number,
  colours: readonly [readonly number[], readonly number[]],
  { isWhole, slots }: Pick<Staging, 'isWhole' | 'slots'>,
  slotsOfTarget: number,
): Trial {
  const orders = ordersOf(staged.blockRadices);
  // With a single stage, all orders are equivalent.
  const candidates = isWhole ? orders.slice(0, 1) : orders;
  let best: Trial | undefined;
  let leastCost = Number.POSITIVE_INFINITY;
  for (const order of candidates) {
    const trial = triedStages(staged, new Portions(order, places, colours), slots, slotsOfTarget);
    let cost = 0;
    for (const stages of trial.stages) {
      let costOfColour = 0;
      for (const { sources, targets } of stages) {
        costOfColour +=
          sources.length * staged.slotBytes + (runsOf(sources).length + runsOf(targets).length) * BYTES_WORTH_A_RUN;
      }
      cost += costOfColour / blocksOfStages(stages);
    }
    if (cost < leastCost) {
      best = trial;
      leastCost = cost;
    }
  }
  return best as Trial;
}

/** Returns the number of block numbers in stages. */
export function blocksOfStages(stages: readonly Stage[]): number {
  return stages.reduce((sum, { blocks }) => sum + blocks.length, 0);
}

const EVERYTHING: Frontier = { takes: () => true, gives: () => true, stays: () => true, isRead: () => true };

/** Cuts stages of full layers. @param slotsOfTarget 2 if the layers mark the table, else 1 */
export function triedStages(
  { moves, sources }: Pick<StagedBoard, 'moves' | 'sources'>,
  portions: Portions,
  slots: number,
  slotsOfTarget: number,
): Trial {
  const stages = portions.colours.map((cells) => {
    const layer = { portions, cells, moves, sources, frontier: EVERYTHING };
    const { count } = portions.order;
    const tried: Stage[] = [];
    let end = 0;
    for (let k = 0; k < TRIED_STAGES && end < count; k++) {
      const begin = Math.max(end, Math.floor((k * count) / TRIED_STAGES));
      const stage = cutStage(layer, begin, slots, slotsOfTarget);
      tried.push(stage);
      end = stage.end;
    }
    return tried;
  });
  return { portions, stages };
}
