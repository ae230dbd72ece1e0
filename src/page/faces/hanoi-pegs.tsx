/** Discs on pegs labelled with letters. */

import './hanoi-pegs.css';
import { type DrawnState, Picture } from '../picture/picture.js';
import { discsOnPegs } from './discs-on-pegs.js';

/** Width of a peg's place, height of all discs, maximum height of a disc, and height of the letters, for large and small drawings. */
const SIZES = [
  { place: 110, tower: 170, thickest: 22, letters: 24 },
  { place: 36, tower: 48, thickest: 8, letters: 12 },
] as const;

export function HanoiPegs({ state, little, pegs }: DrawnState & { readonly pegs: number }) {
  const towers = discsOnPegs(state, pegs);
  if (towers === null) return <code class="face">{state}</code>;
  const { place, tower, thickest, letters } = SIZES[little ? 1 : 0];
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
            {sizes.map((size, level) => (
              <rect
                key={size}
                class="disc"
                x={x - widthOf(size) / 2}
                y={floor - thickness * (level + 1)}
                width={widthOf(size)}
                height={thickness * 0.92}
                rx={thickness / 3}
              />
            ))}
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
