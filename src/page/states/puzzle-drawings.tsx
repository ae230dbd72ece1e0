/**
 * Drawings of puzzles: a pile of pancakes on a plate, discs on pegs, and pieces on a chessboard. A burnt side of a pancake is a thick dark
 * rim.
 */

import { type DrawnState, Picture } from './picture.js';
import { discsOnPegs, knightSquares, pieceSquares, readPile } from './state-texts.js';

/** Widths of the largest and smallest pancake, height of the pile, and maximum height of a pancake, for large and small drawings. */
const PANCAKE_SIZES = [
  { widest: 300, narrowest: 40, pile: 240, thickest: 30 },
  { widest: 96, narrowest: 14, pile: 60, thickest: 9 },
] as const;
/** Maximum number of pancakes with numbers; more would be too thin. */
const MOST_NUMBERED_PANCAKES = 16;

export function PancakeStack({ state, little, burnt }: DrawnState & { readonly burnt: boolean }) {
  const pile = readPile(state);
  if (pile === null) return <code class="face">{state}</code>;
  const { widest, narrowest, pile: room, thickest } = PANCAKE_SIZES[little ? 1 : 0];
  const step = Math.min(thickest, room / pile.length);
  const thickness = step * 0.88;
  const height = step * pile.length;
  const plate = little ? 3 : 7;
  return (
    <Picture kind="pancakes" name={state} width={widest + 2 * plate} height={height + plate} little={little}>
      {pile.map((pancake, place) => {
        const size = Math.abs(pancake);
        const part = pile.length === 1 ? 1 : (size - 1) / (pile.length - 1);
        const width = narrowest + (widest - narrowest) * part;
        const x = (widest - width) / 2 + plate;
        const y = step * place;
        const rim = thickness * 0.3;
        const rimTop = pancake > 0 ? y + thickness - rim : y;
        return (
          <g key={size}>
            <rect class="pancake" x={x} y={y} width={width} height={thickness} rx={thickness / 3} />
            {burnt && <rect class="burnt" x={x} y={rimTop} width={width} height={rim} rx={rim / 2} />}
            {!little && pile.length <= MOST_NUMBERED_PANCAKES && (
              <text
                x={x + width / 2}
                y={y + thickness / 2 + (burnt ? (pancake > 0 ? -rim : rim) / 2 : 0)}
                dy=".35em"
                style={{ fontSize: `${Math.min(15, thickness * (burnt ? 0.6 : 0.75))}px` }}
              >
                {size}
              </text>
            )}
          </g>
        );
      })}
      <rect class="plate" x="0" y={height} width={widest + 2 * plate} height={plate} rx={plate / 2} />
    </Picture>
  );
}

/* Discs on pegs labelled with letters. */

/** Width of a peg's place, height of all discs, maximum height of a disc, and height of the letters, for large and small drawings. */
const PEG_SIZES = [
  { place: 110, tower: 170, thickest: 22, letters: 24 },
  { place: 36, tower: 48, thickest: 8, letters: 12 },
] as const;

export function HanoiPegs({ state, little, pegs }: DrawnState & { readonly pegs: number }) {
  const towers = discsOnPegs(state, pegs);
  if (towers === null) return <code class="face">{state}</code>;
  const { place, tower, thickest, letters } = PEG_SIZES[little ? 1 : 0];
  const discs = state.length;
  const thickness = Math.min(thickest, tower / (discs + 1));
  const floor = thickness * (discs + 1);
  const bar = little ? 2 : 5;
  const widthOf = (size: number) => place * (0.25 + (discs === 1 ? 0.67 : (0.67 * (size - 1)) / (discs - 1)));
  return (
    <Picture kind="hanoi" name={state} width={place * pegs} height={floor + bar + letters} little={little}>
      {towers.map((sizes, peg) => {
        const x = place * (peg + 0.5);
        const letter = String.fromCharCode('A'.charCodeAt(0) + peg);
        return (
          <g key={letter}>
            <rect class="peg" x={x - bar / 2} y="0" width={bar} height={floor} rx={bar / 2} />
            {sizes.map((size, level) => {
              const [width, height] = [widthOf(size), thickness * 0.92];
              const [left, top] = [x - width / 2, floor - thickness * (level + 1)];
              return <rect key={size} class="disc" x={left} y={top} width={width} height={height} rx={thickness / 3} />;
            })}
            <text x={x} y={floor + bar + letters * 0.8} style={{ fontSize: `${letters * 0.75}px` }}>
              {letter}
            </text>
          </g>
        );
      })}
      <rect class="peg" x="0" y={floor} width={place * pegs} height={bar} rx={bar / 2} />
    </Picture>
  );
}

/* A chessboard with a knight, or with pieces numbered in reading order. */

interface ChessBoardProps extends DrawnState {
  readonly pieces: 'knight' | 'solitaire';
  readonly side: number;
}

/** Side of the board, margin for the numbers of rows and columns, and minimum radius of a knight, for large and small drawings. */
const BOARD_SIZES = [
  { board: 300, margin: 18, knight: 9 },
  { board: 88, margin: 0, knight: 6 },
] as const;
/** Maximum side of a board whose squares are drawn. */
const MOST_DRAWN = 30;
const MOST_NUMBERED_SQUARES = 12;

export function ChessBoard({ state, little, pieces, side }: ChessBoardProps) {
  const squares = (pieces === 'solitaire' ? pieceSquares : knightSquares)(state, side);
  if (squares === null) return <code class="face">{state}</code>;
  const { board, margin, knight } = BOARD_SIZES[little ? 1 : 0];
  const cell = board / side;
  const room = side <= MOST_NUMBERED_SQUARES ? margin : 0;
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
