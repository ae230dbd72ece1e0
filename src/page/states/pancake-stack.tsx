/** A pile of pancakes on a plate. A burnt side is a thick dark rim. A tap on a pancake turns it over, with all above it. */

import { placedAt, swapped, useTouch } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';

/** Widths of the largest and smallest pancake, height of the pile, and maximum height of a pancake. */
const [WIDEST, NARROWEST, PILE, THICKEST] = [300, 40, 290, 36];
/** Height of the plate, and length of a spatula's handle. */
const [PLATE, HANDLE] = [7, 34];
const MIDDLE = HANDLE + PLATE + WIDEST / 2;
/** Maximum number of pancakes with numbers; more would be too thin. */
const MOST_NUMBERED = 16;

interface PancakeStackProps extends DrawnState {
  readonly burnt: boolean;
  /** Pancakes from the top, negative if the burnt side is up. */
  readonly pile: readonly number[];
}

export function PancakeStack({ burnt, pile, ...drawn }: PancakeStackProps) {
  const { possible, best } = drawn.touch;
  const step = Math.min(THICKEST, PILE / pile.length);
  const thickness = step * 0.88;
  const rim = thickness * 0.3;
  const height = step * pile.length;
  const { held, over, moving, picture } = useTouch(drawn, {
    partAt: ({ y }) => (y >= 0 && y <= height + PLATE ? Math.min(pile.length - 1, Math.floor(y / step)) : -1),
    moves: pile.map((_, place) => ({ name: String(place + 1), to: place })),
    edited(from, to) {
      if (from !== to) return swapped(pile, from, to);
      return burnt ? pile.with(to, -pile[to]).join(' ') : null;
    },
  });
  const turned = drawn.touch.setUp === null && possible.has(String(over + 1)) ? over : -1;
  return (
    <Picture kind="pancakes" width={2 * MIDDLE} height={height + PLATE} {...picture}>
      {/* In the order of their sizes: an element that keeps its place among the others moves smoothly. */}
      {pile.map((_, index) => {
        const size = index + 1;
        const place = pile.findIndex((pancake) => Math.abs(pancake) === size);
        const width = NARROWEST + (WIDEST - NARROWEST) * (pile.length === 1 ? 1 : index / (pile.length - 1));
        const isUp = pile[place] < 0;
        const bar = { x: -width / 2, width };
        return (
          <g key={size} {...moving(place === held, MIDDLE, step * place, { over: place <= turned })}>
            <rect class="pancake" {...bar} height={thickness} rx={thickness / 3} />
            {burnt && (
              <rect
                class="burnt moving"
                {...bar}
                height={rim}
                rx={rim / 2}
                style={placedAt(0, isUp ? 0 : thickness - rim)}
              />
            )}
            {!drawn.little && pile.length <= MOST_NUMBERED && (
              <text
                class="moving"
                dy=".35em"
                style={{
                  ...placedAt(0, thickness / 2 + (burnt ? (isUp ? rim : -rim) / 2 : 0)),
                  fontSize: `${Math.min(18, thickness * (burnt ? 0.6 : 0.75))}px`,
                }}
              >
                {size}
              </text>
            )}
          </g>
        );
      })}
      <rect class="plate" x={HANDLE} y={height} width={WIDEST + 2 * PLATE} height={PLATE} rx={PLATE / 2} />
      {/* Spatulas below the pancakes that a move turns over, with their handles on the right. */}
      {pile.map((_, place) => {
        const isBest = best.has(String(place + 1));
        const [y, right] = [step * (place + 1), 2 * MIDDLE];
        const outline = `M${HANDLE} ${y - 1.5}H${right - HANDLE}v-2H${right}v7H${right - HANDLE}v-2H${HANDLE}z`;
        return (isBest || place === turned) && <path class={`spatula ${isBest ? 'best' : 'mark'}`} d={outline} />;
      })}
    </Picture>
  );
}
