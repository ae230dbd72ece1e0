/** Iteration over the states of a layer, as positions and as numbers. */

import type { Board } from '../../spaces/board/board.js';
import { geometryOf, lowestBit, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { tilesByLabel } from '../../spaces/board/numbering/numbering.js';
import { WordArrangements } from '../../spaces/board/numbering/word-arrangements.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { onesIn } from '../../spaces/permutation/ones.js';
import type { ReplayedLayer } from './replay.js';

/** A state. The object and its tiles are reused for the next state. */
export interface LayerState {
  /** The blank's cell. */
  blank: number;
  /** The number of the arrangement among those of this blank cell, 0..arrangements-1: word * 60 + bit. */
  rank: number;
  /** Tile on each cell. */
  readonly tiles: Uint8Array;
}

/**
 * Yields the states of a layer by blank cell and rank, in ascending order.
 * @param goal names the tiles; its blank is on the cell from which the layers were found
 * @param chosen states to yield, ascending numbers 0..states-1 in that order; by default all
 */
export function* statesOfLayer(
  board: Board,
  goal: Position,
  layer: ReplayedLayer,
  chosen?: Iterable<number>,
): Generator<LayerState> {
  const geometry = geometryOf(board);
  const tileOf = tilesByLabel(geometry, goal);
  const arrangements = new WordArrangements(geometry);
  const { labels } = arrangements;
  const tiles = new Uint8Array(board.cells);
  const state: LayerState = { blank: 0, rank: 0, tiles };
  const next = chosen?.[Symbol.iterator]();
  const choose = () => next?.next().value ?? Number.POSITIVE_INFINITY;
  // The next state to yield, and the number of a half word's first state.
  let wanted = next === undefined ? 0 : choose();
  let first = 0;
  for (const cell of layer.cells) {
    const along = geometry.path.filter((other) => other !== cell);
    state.blank = cell;
    tiles[cell] = BLANK;
    for (const { firstWord, halves } of layer.runs(cell)) {
      for (let half = 0; half < halves.length; half++) {
        const count = onesIn(halves[half]);
        if (count === 0) continue;
        first += count;
        if (wanted >= first) continue;
        const word = firstWord + (half >> 1);
        arrangements.readWord(word, cell);
        let number = first - count;
        for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
          if (next !== undefined) {
            if (number++ !== wanted) continue;
            wanted = choose();
          }
          const bit = (half % 2) * 32 + lowestBit(bits);
          arrangements.readState(bit);
          for (let place = 0; place < labels.length; place++) tiles[along[place]] = tileOf[labels[place]];
          state.rank = word * STATES_PER_WORD + bit;
          yield state;
        }
      }
    }
  }
}
