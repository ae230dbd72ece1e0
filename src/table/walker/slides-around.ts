/** The positions one move away from a position, with their distances. Each move reads the table once. */

import { type Board, DIRECTIONS } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { type Slide, slid, slideName, slidesFrom } from '../../spaces/board/slides.js';
import type { NeighbourMove } from '../contents/neighbourhood.js';
import { type MoveIndex, mostCells } from './move-names.js';
import type { TableCursor } from './table-cursor.js';

interface NamedSlide {
  readonly slide: Slide;
  readonly name: string;
  readonly index: MoveIndex;
}

/** The moves from each blank cell, prepared once. */
export class SlidesAround {
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
   * Returns the moves from a position, with the positions that they lead to and their distances.
   * @param distance distance of the position
   * @param cursor must be placed at the position; it is unused if the distance is null
   * @throws TableError if the table cannot be read
   */
  around(position: Position, distance: number | null, cursor: TableCursor): NeighbourMove<Position>[] {
    return this.#ofCell[position.indexOf(BLANK)].map(({ slide, name, index }) => ({
      move: name,
      to: slid(position, slide),
      distance: distance === null ? null : distance + cursor.changeBy(index),
    }));
  }
}
