/** Discs on pegs labelled with letters. A tap on a peg lifts its top disc, a tap on another puts it there; a drag does both. */

import { classes, useTouch } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';

/** Width of a peg's place, height of all discs, maximum height of a disc, height of the letters and of the arrows above. */
const [PLACE, TOWER, THICKEST, LETTERS, ARROWS] = [110, 240, 30, 26, 22];
/** Thickness of the pegs. */
const BAR = 5;

interface HanoiPegsProps extends DrawnState {
  /** Sizes of the discs on each peg, from bottom to top. */
  readonly towers: readonly (readonly number[])[];
}

const letterOf = (peg: number) => String.fromCharCode('A'.charCodeAt(0) + peg);

export function HanoiPegs({ towers, ...drawn }: HanoiPegsProps) {
  const { state, touch } = drawn;
  const isEdited = touch.setUp !== null;
  const [pegs, discs] = [towers.length, state.length];
  const thickness = Math.min(THICKEST, TOWER / (discs + 1));
  const floor = ARROWS + thickness * (discs + 1);
  const height = floor + BAR + LETTERS;
  const middle = (peg: number) => PLACE * (peg + 0.5);

  // A part is a peg while the game is played. While the reader edits, it is a disc of a size on a peg, or no disc, of size 0.
  const pegOf = (part: number) => part % pegs;
  const sizeOf = (part: number) => (isEdited ? Math.floor(part / pegs) : (towers[pegOf(part)]?.at(-1) ?? 0));
  const { held, over, dragged, targets, bestMoves, moving, picture } = useTouch(drawn, {
    partAt({ x, y }) {
      const peg = Math.floor(x / PLACE);
      if (peg < 0 || peg >= pegs || y < 0 || y > height) return -1;
      const level = Math.max(0, Math.floor((floor - y) / thickness));
      return peg + pegs * ((isEdited && towers[peg][level]) || 0);
    },
    canHold: (part) => sizeOf(part) > 0,
    moves: [...touch.possible].map((name) => {
      const [from, to] = [...name].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0));
      return { name, from, to };
    }),
    edited: (from, to) => [...state].with(discs - sizeOf(from), letterOf(pegOf(to))).join(''),
  });
  const lifted = held === null ? 0 : sizeOf(held);
  return (
    <Picture kind="hanoi" width={PLACE * pegs} height={height} {...picture}>
      {towers.map((_, peg) => {
        const kind = classes({
          target: targets.includes(peg),
          best: lifted > 0 && bestMoves.some(({ to }) => to === peg),
          // A disc that is dragged is over the pegs that it can go to.
          over: over >= 0 && pegOf(over) === peg && (dragged === null || isEdited || targets.includes(peg)),
        });
        return (
          <g key={peg} class={kind}>
            <rect class="place" x={PLACE * peg} y="0" width={PLACE} height={height} rx="6" />
            <rect class="peg" x={middle(peg) - BAR / 2} y={ARROWS} width={BAR} height={floor - ARROWS} rx={BAR / 2} />
            <text x={middle(peg)} y={height - 4}>
              {letterOf(peg)}
            </text>
          </g>
        );
      })}
      <rect class="peg" x="0" y={floor} width={PLACE * pegs} height={BAR} rx={BAR / 2} />
      {Array.from({ length: discs }, (_, index) => {
        const size = index + 1;
        const peg = towers.findIndex((tower) => tower.includes(size));
        const isLifted = size === lifted;
        const level = isLifted && dragged === null ? discs : towers[peg].indexOf(size);
        const width = PLACE * (0.25 + (discs === 1 ? 0.67 : (0.67 * index) / (discs - 1)));
        return (
          <rect
            key={size}
            {...moving(isLifted, middle(peg), floor - thickness * (level + 1), { disc: true })}
            x={-width / 2}
            width={width}
            height={thickness * 0.92}
            rx={thickness / 3}
            fill={`oklch(0.6 0.14 ${30 + (230 * index) / discs})`}
          />
        );
      })}
      {lifted === 0 &&
        bestMoves.map(({ name, from, to }) => {
          const [start, end] = [middle(from ?? 0), middle(to)];
          const line = `M${start} ${ARROWS - 2}Q${(start + end) / 2} ${-ARROWS * 0.6} ${end} ${ARROWS - 6}`;
          return (
            <g key={name} class="arrow">
              <path class="line" d={line} />
              <path class="head" d={`M${end - 6} ${ARROWS - 8}h12l-6 9z`} />
            </g>
          );
        })}
    </Picture>
  );
}
