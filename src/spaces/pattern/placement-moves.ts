/**
 * The moves of a pattern's states, compiled placement by placement.
 *
 * All states of a placement have the same moves, whose results differ only by the arrangement (./geometry.ts). Most requests are for states
 * in the order of their numbers, or near earlier ones. So the moves of recent placements are kept.
 */

import { DIRECTIONS } from '../board/board.js';
import { onesIn } from '../permutation/ones.js';
import { NO_PLACE, type PatternGeometry, placementOf } from './geometry.js';

/** A move from all states of a placement. */
interface PlacementMove {
  /** Place of the tile in the arrangement. */
  readonly from: number;
  /** Index in DIRECTIONS. */
  readonly direction: number;
  /** First state of the placement to which the move leads. */
  readonly first: number;
  /** [arrangement]: the arrangement after the move. */
  readonly carried: Uint16Array;
}

interface CompiledPlacement {
  readonly placement: number;
  readonly moves: readonly PlacementMove[];
}

/** Number of placements that are kept, a power of two: about 1 MB. */
const KEPT = 1024;

export class PlacementMoves {
  readonly #geometry: PatternGeometry;
  /** [label]: the first move of its tile. */
  readonly #firstMoves: readonly number[];
  /** [placement mod KEPT]: the latest of these placements. */
  readonly #kept: (CompiledPlacement | undefined)[] = new Array(KEPT).fill(undefined);

  /** @param firstMoves [label]: the index of the first move of its tile */
  constructor(geometry: PatternGeometry, firstMoves: readonly number[]) {
    this.#geometry = geometry;
    this.#firstMoves = firstMoves;
  }

  /**
   * Writes the neighbours of a state.
   * @param next receives the states to which moves lead, those of a tile in the order of DIRECTIONS
   * @param none stands for a move that cannot be made
   */
  write(state: number, next: Float64Array, none: number): void {
    const { tiles, arrangements } = this.#geometry;
    const { count, labels } = arrangements;
    const placement = Math.floor(state / count);
    const arrangement = state - placement * count;
    const moves = this.#movesOf(placement);
    next.fill(none);
    for (let index = 0; index < moves.length; index++) {
      const { from, direction, first, carried } = moves[index];
      next[this.#firstMoves[labels[arrangement * tiles + from]] + direction] = first + carried[arrangement];
    }
  }

  #movesOf(placement: number): readonly PlacementMove[] {
    const kept = this.#kept[placement & (KEPT - 1)];
    if (kept?.placement === placement) return kept.moves;
    const moves = compileMoves(this.#geometry, placement);
    this.#kept[placement & (KEPT - 1)] = { placement, moves };
    return moves;
  }
}

function compileMoves(geometry: PatternGeometry, placement: number): PlacementMove[] {
  const { beside, sets, regions, arrangements } = geometry;
  const set = sets[placement];
  const region = regions[placement];
  const moves: PlacementMove[] = [];
  let from = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1, from++) {
    const bit = rest & -rest;
    const place = 31 - Math.clz32(bit);
    for (let direction = 0; direction < DIRECTIONS.length; direction++) {
      const other = beside[place][direction];
      if (other === NO_PLACE || ((region >>> other) & 1) === 0) continue;
      const after = set ^ bit ^ (1 << other);
      const first = placementOf(geometry, after, place) * arrangements.count;
      const carried = arrangements.carried(from, onesIn(after & ((1 << other) - 1)));
      moves.push({ from, direction, first, carried });
    }
  }
  return moves;
}
