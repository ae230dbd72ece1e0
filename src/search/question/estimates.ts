/**
 * Several heuristics of a position, computed together for a census of all positions of a board.
 *
 * Heuristics need sums over the tiles of a position: costs, and the numbers of its lines (see heuristics.ts). The sums
 * are packed side by side, as fields of four 32-bit lanes, so that one addition per lane adds a tile to all sums. A
 * place that stays the same for many positions is added only once (workers/kernel/census.ts).
 */

import type { Board } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { type Heuristic, type HeuristicName, heuristicFor, type LineConflicts } from './heuristics.js';

/** 32-bit lanes of a position's sums. */
export const LANES = 4;
const LANE_BITS = 32;

/** The place of a sum in the lanes. */
export interface Field {
  readonly lane: number;
  readonly shift: number;
  /** Applied after the shift. */
  readonly mask: number;
}

/** The number of a line, and the tiles that must leave by that number. */
interface LineField extends Field {
  readonly leaving: Uint8Array;
}

/** The sum of a heuristic's tile costs, and the moves that it adds for each tile that must leave its line. */
interface CostField extends Field {
  readonly movesToLeave: number;
}

export class Estimates {
  readonly lines: readonly LineField[];
  /** One field for each heuristic. */
  readonly costs: readonly CostField[];
  /** Upper bound of all estimates. */
  readonly most: number;
  /** Addends of a tile on a cell: [(tile * cells + cell) * LANES + lane]. */
  readonly addends: Uint32Array;

  /** @throws RangeError if the sums do not fit, which happens only on boards too large to enumerate */
  constructor(board: Board, goal: Position, names: readonly HeuristicName[]) {
    const { cells } = board;
    const heuristics = names.map((name) => heuristicFor(name, board, goal));
    const packing = new Packing(cells);
    const costs: CostField[] = [];
    for (const [index, heuristic] of heuristics.entries()) {
      const same = heuristics.findIndex(({ costs }) => costs.cost === heuristic.costs.cost);
      const cost = (tile: number, cell: number) => heuristic.costs.of(tile, cell);
      const field = same < index ? costs[same] : packing.add(mostOf(heuristic, cells), cost);
      costs.push({ ...field, movesToLeave: heuristic.conflicts === undefined ? 0 : 2 });
    }
    // Conflicts depend on board and goal alone, so they are the same for every heuristic that has them.
    const conflicts = heuristics.find((heuristic) => heuristic.conflicts !== undefined)?.conflicts;
    this.costs = costs;
    this.lines = conflicts === undefined ? [] : lineFields(packing, conflicts);
    const leaving = this.lines.reduce((sum, line) => sum + line.leaving.reduce((a, b) => Math.max(a, b), 0), 0);
    this.most = Math.max(...costs.map(({ mask, movesToLeave }) => mask + movesToLeave * leaving));
    this.addends = packing.addends;
  }
}

/** Allocates fields in lanes. */
class Packing {
  readonly #cells: number;
  readonly #bitsLeft = new Array<number>(LANES).fill(LANE_BITS);
  /** As in Estimates. */
  readonly addends: Uint32Array;

  constructor(cells: number) {
    this.#cells = cells;
    this.addends = new Uint32Array(cells * cells * LANES);
  }

  /** @param most maximum of the sum @param amount addend of a tile on a cell */
  add(most: number, amount: (tile: number, cell: number) => number): Field {
    const bits = Math.max(1, LANE_BITS - Math.clz32(most));
    const lane = this.#bitsLeft.findIndex((left) => left >= bits);
    if (lane < 0) throw new RangeError(`the sums of ${this.#cells} cells do not fit into ${LANES} lanes`);
    const shift = LANE_BITS - this.#bitsLeft[lane];
    this.#bitsLeft[lane] -= bits;
    for (let tile = BLANK + 1; tile < this.#cells; tile++) {
      for (let cell = 0; cell < this.#cells; cell++) {
        this.addends[(tile * this.#cells + cell) * LANES + lane] += amount(tile, cell) * 2 ** shift;
      }
    }
    return { lane, shift, mask: 2 ** bits - 1 };
  }
}

function lineFields(packing: Packing, conflicts: LineConflicts): LineField[] {
  return [conflicts.rows, conflicts.columns].flatMap((lines) => {
    if (lines.leaving.length === 0) return [];
    return Array.from({ length: lines.count }, (_, line) => {
      const amount = (tile: number, cell: number) =>
        lines.lineOf[cell] === line ? conflicts.countsIn(lines, tile, cell) : 0;
      return { ...packing.add(lines.radix ** lines.lengths[line] - 1, amount), leaving: lines.leaving };
    });
  });
}

/** Upper bound of a position's sum of costs. */
function mostOf({ costs }: Heuristic, cells: number): number {
  let most = 0;
  for (let tile = BLANK + 1; tile < cells; tile++) {
    most += Math.max(...Array.from({ length: cells }, (_, cell) => costs.of(tile, cell)));
  }
  return most;
}
