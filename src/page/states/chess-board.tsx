/**
 * A chessboard with a knight, or with pieces numbered row by row, from below. A tap on a square moves the piece that can come there, if it is the
 * only one; otherwise a tap on the piece chooses it. Pieces can also be dragged.
 */

import { useRef } from 'preact/hooks';
import { useTouch } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { FILES, wordOfSquare } from './state-texts.js';

interface ChessBoardProps extends DrawnState {
  readonly pieces: 'knight' | 'solitaire';
  readonly side: number;
  /** Square of each piece. */
  readonly occupied: readonly number[];
}

const BOARD = 300;
/** Maximum side of a board whose rows, columns and pieces have numbers. */
const MOST_NUMBERED = 12;

export function ChessBoard({ pieces, side, occupied, ...drawn }: ChessBoardProps) {
  const isKnight = pieces === 'knight';
  const cell = BOARD / side;
  const isNumbered = !drawn.little && side <= MOST_NUMBERED;
  const identities = useIdentities(occupied);
  const moves = [...drawn.touch.possible].map((name) => ({ name, ...endsOf(name) }));
  const { held, targets, bestMoves, moving, picture } = useTouch(drawn, {
    partAt({ x, y }) {
      const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
      return column >= 0 && column < side && row >= 0 && row < side ? row * side + column : -1;
    },
    canHold: (square) => occupied.includes(square),
    alwaysHeld: isKnight ? occupied[0] : undefined,
    moves: [...moves, ...moves.map((move) => ({ ...move, from: null }))],
    edited(from, to) {
      if (occupied.includes(to)) return null;
      const squares = occupied.with(occupied.indexOf(from), to);
      return squares.map((square) => wordOfSquare(square, pieces, side)).join(' ');
    },
  });

  /** Returns the squares between which a move leads. */
  function endsOf(move: string): { readonly from: number; readonly to: number } {
    if (isKnight) {
      const [right, up] = [Number(move.slice(0, 2)), Number(move.slice(2))];
      return { from: occupied[0], to: occupied[0] + right - up * side };
    }
    const from = occupied[Number(move.slice(0, -1)) - 1];
    const step = { u: -side, d: side, l: -1, r: 1 }[move.slice(-1)] ?? 0;
    return { from, to: from + (occupied.includes(from + step) ? 2 : 1) * step };
  }

  // A small knight is larger than its square.
  const radius = Math.max(cell * 0.43, isKnight ? (drawn.little ? 20 : 9) : 1);
  const x = (square: number) => ((square % side) + 0.5) * cell;
  const y = (square: number) => (Math.floor(square / side) + 0.5) * cell;
  const indices = Array.from({ length: side }, (_, index) => index);
  // The lower left square is dark.
  const darkRows = indices.map((row) => `M${((side - 1 - row) % 2) * cell} ${(row + 0.5) * cell}H${BOARD}`);
  return (
    <Picture kind={isKnight ? 'chess knight' : 'chess'} width={BOARD} height={BOARD} {...picture}>
      <rect class="light" width={BOARD} height={BOARD} />
      <path class="dark" d={darkRows.join('')} stroke-width={cell} stroke-dasharray={`${cell}`} />
      {isNumbered &&
        indices.map((index) => (
          <g key={index} class="coordinates">
            <text x={(index + 1) * cell - 4} y={BOARD - 3}>
              {isKnight ? FILES[index] : index + 1}
            </text>
            <text x="4" y={index * cell + 10}>
              {side - index}
            </text>
          </g>
        ))}
      {targets.map((square) => (
        <circle key={square} class="mark" cx={x(square)} cy={y(square)} r={cell * 0.14} />
      ))}
      {bestMoves.map(({ name, from, to }) => (
        <g key={name} class="arrow">
          <path class="line" d={`M${x(from ?? 0)} ${y(from ?? 0)}L${x(to)} ${y(to)}`} />
          <circle class="line" cx={x(to)} cy={y(to)} r={cell * 0.32} />
        </g>
      ))}
      {identities.map((piece, identity) => {
        const square = occupied[piece];
        return (
          <g key={identity} {...moving(square === held, x(square), y(square))}>
            {isKnight ? (
              <path class="piece" transform={`scale(${radius})`} d={KNIGHT} />
            ) : (
              <circle class="piece" transform={`scale(${radius})`} r="1" />
            )}
            {!isKnight && isNumbered && (
              <text class="number" dy=".36em" style={{ fontSize: `${radius}px` }}>
                {piece + 1}
              </text>
            )}
          </g>
        );
      })}
      <rect class="frame" width={BOARD} height={BOARD} />
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
