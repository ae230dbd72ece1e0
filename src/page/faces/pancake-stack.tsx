/** A pile of pancakes on a plate. A burnt side is a thick dark rim. */

import './pancake-stack.css';
import { type DrawnState, Picture } from '../picture/picture.js';
import { pileOf } from './pile.js';

/** Widths of the largest and smallest pancake, height of the pile, and maximum height of a pancake, for large and small drawings. */
const SIZES = [
  { widest: 300, narrowest: 40, pile: 240, thickest: 30 },
  { widest: 96, narrowest: 14, pile: 60, thickest: 9 },
] as const;
/** Maximum number of pancakes with numbers; more would be too thin. */
const MOST_NUMBERED = 16;

export function PancakeStack({ state, little, burnt }: DrawnState & { readonly burnt: boolean }) {
  const pile = pileOf(state);
  if (pile === null) return <code class="face">{state}</code>;
  const { widest, narrowest, pile: room, thickest } = SIZES[little ? 1 : 0];
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
        return (
          <g key={size}>
            <rect class="pancake" x={x} y={y} width={width} height={thickness} rx={thickness / 3} />
            {burnt && (
              <rect
                class="burnt"
                x={x}
                y={pancake > 0 ? y + thickness - rim : y}
                width={width}
                height={rim}
                rx={rim / 2}
              />
            )}
            {!little && pile.length <= MOST_NUMBERED && (
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
