/** A position and the positions one move away, with their distances: one descent, and one look at the table for each move. */

import { type Board, DIRECTIONS } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { type Slide, slid, slideName, slidesFrom } from '../../spaces/board/slides.js';
import { type MoveIndex, mostCells } from './move-names.js';
import type { TableCursor } from './table-cursor.js';

/** A position's distance, and what lies around it. */
export interface Neighbourhood {
  /** Fewest moves to the goal; null where no moves lead there. */
  readonly distance: number | null;
  /** All moves from the position, in the order in which solutions prefer them. */
  readonly moves: readonly NeighbourMove[];
}

export interface NeighbourMove {
  /** The blank's direction u, d, l or r; in the metric `multi` followed by how many cells it goes, such as u2. */
  readonly move: string;
  /** Where it leads. */
  readonly position: Position;
  /** From there: one less than before where the move is optimal; null where that of the position is. */
  readonly distance: number | null;
}

interface NamedSlide {
  readonly slide: Slide;
  readonly name: string;
  readonly index: MoveIndex;
}

/** The moves from each cell, made once. */
export class Moves {
  readonly #ofCell: readonly (readonly NamedSlide[])[];

  constructor(board: Board, metric: Metric) {
    const most = mostCells(board, metric);
    this.#ofCell = Array.from({ length: board.cells }, (_, cell) =>
      slidesFrom(board, cell, metric).map((slide) => ({
        slide,
        name: slideName(slide, metric),
        index: DIRECTIONS.indexOf(slide.direction) * most + slide.count - 1,
      })),
    );
  }

  /**
   * @param distance of the position
   * @param cursor placed there; it is not asked where the distance is null
   * @throws TableError where the table cannot be read
   */
  around(position: Position, distance: number | null, cursor: TableCursor): NeighbourMove[] {
    return this.#ofCell[position.indexOf(BLANK)].map(({ slide, name, index }) => ({
      move: name,
      position: slid(position, slide),
      distance: distance === null ? null : distance + cursor.changeBy(index),
    }));
  }
}
