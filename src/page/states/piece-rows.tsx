/**
 * Pieces on their places, set by set, with a colour for each number. Pieces of equal numbers are identical. A piece is chosen, and then the
 * place to which a move takes it, or it is dragged there.
 */

import type { SetAnswer } from '../../serve/answers.js';
import { type DrawnMove, swapped, useTouch } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';

/** Side of a place, and height of a set's name. */
const [SIDE, NAME] = [44, 20];
const MOST_IN_A_ROW = 8;
const COLOURS = 8;

interface PieceRowsProps extends DrawnState {
  readonly sets: readonly SetAnswer[];
  /** The cycles of each move, in the order of the possible moves, which are all moves; none for small drawings. */
  readonly cycles: readonly string[];
  /** The piece on each place, set by set. */
  readonly words: readonly (readonly string[])[];
}

export function PieceRows({ sets, cycles, words, ...drawn }: PieceRowsProps) {
  const { little, touch } = drawn;
  const name = little || sets.length === 1 ? 0 : NAME;
  const widths = sets.map(({ pieces }) => Math.ceil(pieces / Math.ceil(pieces / MOST_IN_A_ROW)));
  const columns = Math.max(...widths);
  const tops: number[] = [0];
  const firsts: number[] = [0];
  for (const [index, { pieces }] of sets.entries()) {
    tops.push(tops[index] + name + Math.ceil(pieces / columns) * SIDE);
    firsts.push(firsts[index] + pieces);
  }
  const setOf = (part: number) => firsts.findLastIndex((first) => first <= part);
  const { held, targets, moving, picture } = useTouch(drawn, {
    partAt({ x, y }) {
      const set = tops.findLastIndex((top) => top <= y);
      const [row, column] = [Math.floor((y - tops[set] - name) / SIDE), Math.floor(x / SIDE)];
      const place = row * columns + column;
      return row >= 0 && column >= 0 && column < columns && place < (sets[set]?.pieces ?? 0) ? firsts[set] + place : -1;
    },
    canHold: () => true,
    moves: [...touch.possible].flatMap((move, index) => stepsOf(move, cycles[index] ?? '', sets, firsts)),
    edited(from, to) {
      const set = setOf(from);
      if (set !== setOf(to)) return null;
      const own = swapped(words[set], from - firsts[set], to - firsts[set]);
      return words.map((others, index) => (index === set ? own : others.join(' '))).join(' / ');
    },
  });
  return (
    <Picture kind="pieces" width={columns * SIDE} height={tops[sets.length]} {...picture}>
      {words.map((own, set) => (
        <g key={sets[set].name} transform={`translate(0 ${tops[set]})`}>
          {name > 0 && (
            <text class="faint" y={name * 0.7}>
              {sets[set].name}
            </text>
          )}
          {own.map((word, place) => {
            const part = firsts[set] + place;
            const [x, y] = [(place % columns) * SIDE, name + Math.floor(place / columns) * SIDE];
            const colour = `piece-${Number.parseInt(word, 10) % COLOURS}`;
            return (
              <g key={place} {...moving(part === held, x, y, { [colour]: true, target: targets.includes(part) })}>
                <rect x="1" y="1" width={SIDE - 2} height={SIDE - 2} rx={SIDE / 8} />
                <text class="number" x={SIDE / 2} y={SIDE / 2} dy=".36em">
                  {word}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </Picture>
  );
}

/**
 * Returns the steps of a move's pieces from place to place. The places of all sets are numbered from 0.
 * @param cycles such as `(1 2 3+1)` or, if there are several sets, `corners (1 2 3), edges (4+1)`
 */
function stepsOf(name: string, cycles: string, sets: readonly SetAnswer[], firsts: readonly number[]): DrawnMove[] {
  return [...cycles.matchAll(/([^(),]*)((?:\([^)]+\))+)/g)].flatMap(([, set, own]) => {
    const first =
      firsts[
        Math.max(
          0,
          sets.findIndex((other) => other.name === set.trim()),
        )
      ];
    return [...own.matchAll(/\(([^)]+)\)/g)].flatMap(([, cycle]) => {
      const places = cycle.split(' ').map((word) => first + Number.parseInt(word, 10) - 1);
      return places.map((from, index) => ({ name, from, to: places[(index + 1) % places.length] }));
    });
  });
}
