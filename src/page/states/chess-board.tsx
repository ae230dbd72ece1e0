/**
 * A chessboard with a knight, or with pieces numbered row by row, from below. A tap on a square moves the piece that can come there, if it is the
 * only one; otherwise a tap on the piece chooses it. Pieces can also be dragged.
 */

import { useRef } from 'preact/hooks';
import { useGestures } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { readSquares, wordOfSquare } from './state-texts.js';

interface ChessBoardProps extends DrawnState {
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

export function ChessBoard({ state, little, touch, pieces, side }: ChessBoardProps) {
  const occupied = readSquares(state, pieces, side) ?? [];
  const { board, margin, knight } = SIZES[little ? 1 : 0];
  const cell = board / side;
  const room = side <= MOST_NUMBERED ? margin : 0;
  const identities = useIdentities(occupied);
  const { possible, best, make, setUp } = touch;
  const ends = setUp ? [] : [...possible].map((name) => ({ name, ...endsOf(name) }));
  const { held, moving, picture } = useGestures({
    ...{ state, little },
    partAt({ x, y }) {
      const [column, row] = [Math.floor((x - room) / cell), Math.floor(y / cell)];
      return column >= 0 && column < side && row >= 0 && row < side ? row * side + column : -1;
    },
    canHold: (square) => occupied.includes(square),
    onChoice(from, to) {
      if (setUp) {
        const piece = pieces === 'knight' ? 0 : occupied.indexOf(from ?? -1);
        if (piece < 0 || occupied.includes(to)) return false;
        const words = occupied.with(piece, to).map((square) => wordOfSquare(square, pieces, side));
        setUp(words.join(' '));
        return true;
      }
      const moves = ends.filter((move) => move.to === to && (from === null || move.from === from));
      if (moves.length === 1) make(moves[0].name);
      return moves.length === 1;
    },
  });

  /** Returns the squares between which a move leads. */
  function endsOf(move: string): { readonly from: number; readonly to: number } {
    if (pieces === 'knight') {
      const [right, up] = [Number(move.slice(0, 2)), Number(move.slice(2))];
      return { from: occupied[0], to: occupied[0] + right - up * side };
    }
    const from = occupied[Number(move.slice(0, -1)) - 1];
    const step = { u: -side, d: side, l: -1, r: 1 }[move.slice(-1)] ?? 0;
    return { from, to: from + (occupied.includes(from + step) ? 2 : 1) * step };
  }

  if (occupied.length === 0) return <code class="face">{state}</code>;
  const radius = Math.max(cell * 0.43, pieces === 'knight' ? knight : 1);
  const x = (square: number) => room + ((square % side) + 0.5) * cell;
  const y = (square: number) => (Math.floor(square / side) + 0.5) * cell;
  // A knight is always chosen.
  const marked = ends.filter(({ from }) => from === held || (held === null && pieces === 'knight'));
  const arrows = ends.filter(({ name, from }) => best.has(name) && (held === null || held === from));
  return (
    <Picture kind="chess" width={board + room} height={board + room} {...picture}>
      <rect class="light" x={room} y="0" width={board} height={board} />
      {side <= MOST_DRAWN && <path class="dark" d={darkSquares(side, cell, room)} />}
      {room > 0 && <Numbers pieces={pieces} side={side} cell={cell} room={room} />}
      {marked.map(({ name, to }) => (
        <circle key={name} class="mark" cx={x(to)} cy={y(to)} r={cell * 0.14} />
      ))}
      {arrows.map(({ name, from, to }) => (
        <g key={name} class="arrow">
          <path class="line" d={`M${x(from)} ${y(from)}L${x(to)} ${y(to)}`} />
          <circle class="line" cx={x(to)} cy={y(to)} r={cell * 0.32} />
        </g>
      ))}
      {identities.map((piece, identity) => {
        const square = occupied[piece];
        return (
          <g key={identity} {...moving(square === held, x(square), y(square))}>
            {pieces === 'knight' ? (
              <path class="piece" transform={`scale(${radius})`} d={KNIGHT} />
            ) : (
              <circle class="piece" transform={`scale(${radius})`} r="1" />
            )}
            {pieces === 'solitaire' && cell > 12 && (
              <text class="number" dy=".36em" style={{ fontSize: `${radius}px` }}>
                {piece + 1}
              </text>
            )}
          </g>
        );
      })}
      <rect class="frame" x={room} y="0" width={board} height={board} />
    </Picture>
  );
}

/**
 * Follows equal pieces from state to state, so that the piece that moves is animated: the pieces that stay keep their identities.
 * @param occupied the square of each piece
 * @returns the piece of each identity
 */
function useIdentities(occupied: readonly number[]): number[] {
  const last = useRef<readonly number[]>([]);
  const before = last.current;
  const arrived = occupied.filter((square) => !before.includes(square));
  const now = (before.length === occupied.length ? before : occupied).map((square) =>
    occupied.includes(square) ? square : (arrived.shift() ?? square),
  );
  last.current = now;
  return now.map((square) => occupied.indexOf(square));
}

/** The outline of a knight that faces left, within -1 to 1 on both axes. */
const KNIGHT =
  'M-.62 .98H.78C.86 .1 .72-.62 .02-.78L-.1-1 -.3-.74C-.62-.6 -.74-.24 -.9 .12L-.7 .38 -.4 .2 -.12 .1C-.1 .46 -.6 .56 -.62 .98Z';

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
            {side - 1 - index + first}
          </text>
        </g>
      ))}
    </g>
  );
}
