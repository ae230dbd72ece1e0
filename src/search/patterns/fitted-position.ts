/** Positions in the form of pattern databases: by homes, on the board turned so that the goal's blank is on their cell. */

import type { Board } from '../../spaces/board/board.js';
import { boardPath, placesOnPath } from '../../spaces/board/numbering/geometry.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { type Symmetry, symmetriesOf } from '../../spaces/board/symmetry.js';

/** A position and its goal in the form of databases. */
export interface FittedPosition {
  /** The home of the tile on each place. */
  readonly homes: readonly number[];
  /** Cell of the board -> cell in the databases. */
  readonly symmetry: Symmetry;
}

/**
 * Returns a position by homes.
 * @param goalCell the cell of the goal's blank in the databases
 * @returns undefined if no symmetry of the board takes the goal's blank there
 */
export function fittedPosition(
  board: Board,
  goalCell: number,
  start: Position,
  goal: Position,
): FittedPosition | undefined {
  const goalBlank = goal.indexOf(BLANK);
  const symmetry = symmetriesOf(board).find((each) => each[goalBlank] === goalCell);
  if (symmetry === undefined) return undefined;
  const placeOf = placesOnPath(boardPath(board));
  const homeOf = new Array<number>(goal.length);
  for (const [cell, tile] of goal.entries()) homeOf[tile] = placeOf[symmetry[cell]];
  const homes = new Array<number>(start.length);
  for (const [cell, tile] of start.entries()) homes[placeOf[symmetry[cell]]] = homeOf[tile];
  return { homes, symmetry };
}
