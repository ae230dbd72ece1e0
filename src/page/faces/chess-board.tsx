/** A chessboard with a knight, or with pieces numbered in reading order. */

import './chess-board.css';
import { type DrawnState, Picture } from '../picture/picture.js';
import { knightSquare, pieceSquares, type Square } from './squares.js';

export interface ChessBoardProps extends DrawnState {
  readonly pieces: 'knight' | 'solitaire';
  readonly side: number;
}

/** Side of the board, margin for the numbers of rows and columns, and minimum radius of a knight, for large and small drawings. */
const SIZES = [
  { board: 300, margin: 18, knight: 9 },
  { board: 88, margin: 0, knight: 6 },
] as const;
/** Maximum side of a board whose squares are drawn. */
const MOST_DRAWN = 30;
const MOST_NUMBERED = 12;

export function ChessBoard({ state, little, pieces, side }: ChessBoardProps) {
  const squares = pieces === 'solitaire' ? pieceSquares(state, side) : oneOf(knightSquare(state, side));
  if (squares === null) return <code class="face">{state}</code>;
  const { board, margin, knight } = SIZES[little ? 1 : 0];
  const cell = board / side;
  const room = side <= MOST_NUMBERED ? margin : 0;
  const radius = Math.max(cell * 0.43, pieces === 'knight' ? knight : 1);
  return (
    <Picture kind="chess" name={state} width={board + room} height={board + room} little={little}>
      <rect class="light" x={room} y="0" width={board} height={board} />
      {side <= MOST_DRAWN && <path class="dark" d={darkSquares(side, cell, room)} />}
      {room > 0 && <Numbers pieces={pieces} side={side} cell={cell} room={room} />}
      {squares.map(({ column, row }, index) => {
        const [x, y] = [room + (column + 0.5) * cell, (row + 0.5) * cell];
        return (
          <g key={index} transform={`translate(${x} ${y}) scale(${radius})`}>
            {pieces === 'knight' ? <path class="piece" d={KNIGHT} /> : <circle class="piece" r="1" />}
            {pieces === 'solitaire' && cell > 12 && (
              <text class="number" y=".36" style={{ fontSize: '1px' }}>
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
      <rect class="frame" x={room} y="0" width={board} height={board} />
    </Picture>
  );
}

/** The outline of a knight that faces left, within -1 to 1 on both axes. */
const KNIGHT =
  'M-.62 .98H.78C.86 .1 .72-.62 .02-.78L-.1-1 -.3-.74C-.62-.6 -.74-.24 -.9 .12L-.7 .38 -.4 .2 -.12 .1C-.1 .46 -.6 .56 -.62 .98Z';

function oneOf(square: Square | null): Square[] | null {
  return square && [square];
}

/** Returns the SVG path of the dark squares, which include the lower left corner. */
function darkSquares(side: number, cell: number, left: number): string {
  const path: string[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = (side - 1 - row) % 2; column < side; column += 2) {
      path.push(`M${left + column * cell} ${row * cell}h${cell}v${cell}h${-cell}z`);
    }
  }
  return path.join('');
}

/** Draws the numbers of rows and columns, as used in the texts of states. */
function Numbers({
  pieces,
  side,
  cell,
  room,
}: Pick<ChessBoardProps, 'pieces' | 'side'> & { cell: number; room: number }) {
  const indices = Array.from({ length: side }, (_, index) => index);
  const first = pieces === 'knight' ? 0 : 1;
  return (
    <g class="numbers">
      {indices.map((index) => (
        <g key={index}>
          <text x={room + (index + 0.5) * cell} y={side * cell + room * 0.85}>
            {index + first}
          </text>
          <text x={room / 2} y={(index + 0.5) * cell} dy=".35em">
            {pieces === 'knight' ? side - 1 - index : index + 1}
          </text>
        </g>
      ))}
    </g>
  );
}
