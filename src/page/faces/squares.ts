/** Reads squares of a chessboard from the texts of states. */

export interface Square {
  /** Column from the left, from 0. */
  readonly column: number;
  /** Row from the top, from 0. */
  readonly row: number;
}

/** Returns the square of a text `column,row` with rows counted from the bottom; null if the text is not a square. */
export function knightSquare(state: string, side: number): Square | null {
  const [squares, wrong] = numbersOf(state);
  if (wrong || squares.length !== 1) return null;
  const [column, up] = squares[0];
  return onBoard({ column, row: side - 1 - up }, side);
}

/** Returns the squares of words `row,column`, both counted from 1 at the top left corner; null if the text is not a state. */
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
