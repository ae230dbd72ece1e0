/** Discs on pegs labelled with letters. A tap on a peg lifts its top disc, a tap on another puts it there; a drag does both. */

import { classes, useGestures } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { discsOnPegs } from './state-texts.js';

/** Width of a peg's place, height of all discs, maximum height of a disc, height of the letters and of the arrows above. */
const SIZES = [
  { place: 110, tower: 170, thickest: 22, letters: 24, arrows: 22 },
  { place: 36, tower: 48, thickest: 8, letters: 12, arrows: 0 },
] as const;

const letterOf = (peg: number) => String.fromCharCode('A'.charCodeAt(0) + peg);

export function HanoiPegs({ state, little, touch, pegs }: DrawnState & { readonly pegs: number }) {
  const towers = discsOnPegs(state, pegs) ?? [];
  const { place, tower, thickest, letters, arrows } = SIZES[little ? 1 : 0];
  const discs = state.length;
  const thickness = Math.min(thickest, tower / (discs + 1));
  const floor = arrows + thickness * (discs + 1);
  const bar = little ? 2 : 5;
  const { possible, best, make, setUp } = touch;
  const middle = (peg: number) => place * (peg + 0.5);

  /** Part of a peg and of a disc on it, by its size; of no disc, and of every peg while the game is played, the size is 0. */
  const partOf = (peg: number, size: number) => peg + pegs * size;
  const pegOf = (part: number) => part % pegs;
  const sizeOf = (part: number) => (setUp ? Math.floor(part / pegs) : (towers[pegOf(part)]?.at(-1) ?? 0));
  const { held, over, dragged, moving, picture } = useGestures({
    ...{ state, little },
    partAt({ x, y }) {
      const peg = Math.floor(x / place);
      if (peg < 0 || peg >= pegs || y < 0 || y > floor + bar + letters) return -1;
      const level = Math.floor((floor - y) / thickness);
      return partOf(peg, (setUp && towers[peg][Math.max(0, level)]) || 0);
    },
    canHold: (part) => sizeOf(part) > 0,
    onChoice(from, to) {
      if (from === null || pegOf(from) === pegOf(to)) return false;
      const move = letterOf(pegOf(from)) + letterOf(pegOf(to));
      const letter = discs - sizeOf(from);
      if (setUp) setUp(state.slice(0, letter) + move[1] + state.slice(letter + 1));
      else if (possible.has(move)) make(move);
      else return false;
      return true;
    },
  });
  if (towers.length === 0) return <code class="face">{state}</code>;
  const lifted = held === null ? 0 : sizeOf(held);
  const from = held === null ? null : letterOf(pegOf(held));
  const isTarget = (letter: string) => from !== null && (setUp ? letter !== from : possible.has(from + letter));
  return (
    <Picture kind="hanoi" width={place * pegs} height={floor + bar + letters} {...picture}>
      {towers.map((_, peg) => {
        const letter = letterOf(peg);
        const kind = classes({
          target: isTarget(letter),
          best: from !== null && best.has(from + letter),
          over: over >= 0 && pegOf(over) === peg,
        });
        return (
          <g key={letter} class={kind}>
            <rect class="place" x={place * peg} y="0" width={place} height={floor + bar + letters} rx="6" />
            <rect class="peg" x={middle(peg) - bar / 2} y={arrows} width={bar} height={floor - arrows} rx={bar / 2} />
            <text x={middle(peg)} y={floor + bar + letters * 0.8} style={{ fontSize: `${letters * 0.75}px` }}>
              {letter}
            </text>
          </g>
        );
      })}
      <rect class="peg" x="0" y={floor} width={place * pegs} height={bar} rx={bar / 2} />
      {Array.from({ length: discs }, (_, index) => {
        const size = index + 1;
        const peg = towers.findIndex((tower) => tower.includes(size));
        const isLifted = size === lifted;
        const level = isLifted && dragged === null ? discs : towers[peg].indexOf(size);
        const width = place * (0.25 + (discs === 1 ? 0.67 : (0.67 * index) / (discs - 1)));
        return (
          <rect
            key={size}
            {...moving(isLifted, middle(peg), floor - thickness * (level + 1), { disc: true })}
            x={-width / 2}
            width={width}
            height={thickness * 0.92}
            rx={thickness / 3}
          />
        );
      })}
      {lifted === 0 &&
        [...best].map((move) => {
          const [start, end] = [...move].map((letter) => middle(letter.charCodeAt(0) - 'A'.charCodeAt(0)));
          return (
            <g key={move} class="arrow">
              <path
                class="line"
                d={`M${start} ${arrows - 2}Q${(start + end) / 2} ${-arrows * 0.6} ${end} ${arrows - 6}`}
              />
              <path class="head" d={`M${end - 6} ${arrows - 8}h12l-6 9z`} />
            </g>
          );
        })}
    </Picture>
  );
}
