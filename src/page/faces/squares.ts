/** Squares of a chess board in the texts of states. */

export interface Square {
  /** Counted from 0, from the left. */
  readonly column: number;
  /** Counted from 0, from the top. */
  readonly row: number;
}

/** Returns the square of `column,row`, rows counted from the bottom; null if the text is not one. */
export function knightSquare(state: string, side: number): Square | null {
  const [squares, wrong] = numbersOf(state);
  if (wrong || squares.length !== 1) return null;
  const [column, up] = squares[0];
  return onBoard({ column, row: side - 1 - up }, side);
}

/** Returns the squares of `row,column`, both from 1 on from the top left corner; null if the text is not a state. */
export function pieceSquares(state: string, side: number): Square[] | null {
  const [pairs, wrong] = numbersOf(state);
  const squares = pairs.map(([row, column]) => onBoard({ column: column - 1, row: row - 1 }, side));
  return wrong || squares.includes(null) ? null : (squares as Square[]);
}

function numbersOf(state: string): [(readonly [number, number])[], boolean] {
  const words = state.trim().split(/\s+/);
  const pairs = words.map((word) => word.split(',').map(Number) as [number, number]);
  return [pairs, !words.every((word) => /^\d+,\d+$/.test(word))];
}

function onBoard(square: Square, side: number): Square | null {
  const inside = (at: number) => at >= 0 && at < side;
  return inside(square.column) && inside(square.row) ? square : null;
}
