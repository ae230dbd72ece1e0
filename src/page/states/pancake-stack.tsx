/** A pile of pancakes on a plate. A burnt side is a thick dark rim. A tap on a pancake turns it over, with all above it. */

import { classes, placedAt, swapped, useGestures } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { readPile } from './state-texts.js';

/** Widths of the largest and smallest pancake, height of the pile, and maximum height of a pancake, for large and small drawings. */
const SIZES = [
  { widest: 300, narrowest: 40, pile: 240, thickest: 30, plate: 7, handle: 34 },
  { widest: 96, narrowest: 14, pile: 60, thickest: 9, plate: 3, handle: 0 },
] as const;
/** Maximum number of pancakes with numbers; more would be too thin. */
const MOST_NUMBERED = 16;

export function PancakeStack({ state, little, touch, burnt }: DrawnState & { readonly burnt: boolean }) {
  const pile = readPile(state) ?? [];
  const { widest, narrowest, pile: room, thickest, plate, handle } = SIZES[little ? 1 : 0];
  const step = Math.min(thickest, room / pile.length);
  const thickness = step * 0.88;
  const rim = thickness * 0.3;
  const height = step * pile.length;
  const middle = handle + plate + widest / 2;
  const { possible, best, make, setUp } = touch;
  const { held, over, picture } = useGestures({
    ...{ state, little },
    partAt: ({ y }) => (y >= 0 && y <= height + plate ? Math.min(pile.length - 1, Math.floor(y / step)) : -1),
    canHold: () => setUp !== null,
    onChoice(from, to) {
      if ((setUp && from === null) || (from === to && !burnt)) return false;
      if (setUp && from !== null) {
        setUp((from === to ? pile.with(to, -pile[to]) : swapped(pile, from, to)).join(' '));
        return true;
      }
      const move = String(to + 1);
      if (possible.has(move)) make(move);
      return possible.has(move);
    },
  });
  if (pile.length === 0) return <code class="face">{state}</code>;
  const turned = !setUp && possible.has(String(over + 1)) ? over : -1;
  const spatulas = [...best].map((move) => Number(move) - 1);
  return (
    <Picture kind="pancakes" width={2 * middle} height={height + plate} {...picture}>
      {/* In the order of their sizes: an element that keeps its place among the others moves smoothly. */}
      {pile.map((_, index) => {
        const size = index + 1;
        const place = pile.findIndex((pancake) => Math.abs(pancake) === size);
        const width = narrowest + (widest - narrowest) * (pile.length === 1 ? 1 : index / (pile.length - 1));
        const isUp = pile[place] < 0;
        return (
          <g
            key={size}
            class={classes({ moving: true, over: place <= turned, held: place === held })}
            style={placedAt(middle, step * place)}
          >
            <rect class="pancake" x={-width / 2} width={width} height={thickness} rx={thickness / 3} />
            {burnt && (
              <rect
                class="burnt moving"
                x={-width / 2}
                width={width}
                height={rim}
                rx={rim / 2}
                style={placedAt(0, isUp ? 0 : thickness - rim)}
              />
            )}
            {!little && pile.length <= MOST_NUMBERED && (
              <text
                class="moving"
                dy=".35em"
                style={{
                  ...placedAt(0, thickness / 2 + (burnt ? (isUp ? rim : -rim) / 2 : 0)),
                  fontSize: `${Math.min(15, thickness * (burnt ? 0.6 : 0.75))}px`,
                }}
              >
                {size}
              </text>
            )}
          </g>
        );
      })}
      <rect class="plate" x={handle} y={height} width={widest + 2 * plate} height={plate} rx={plate / 2} />
      {spatulas.map((place) => (
        <Spatula key={place} kind="best" y={step * (place + 1)} left={handle} right={2 * middle} />
      ))}
      {turned >= 0 && !spatulas.includes(turned) && (
        <Spatula kind="mark" y={step * (turned + 1)} left={handle} right={2 * middle} />
      )}
    </Picture>
  );
}

interface SpatulaProps {
  readonly kind: 'best' | 'mark';
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** A spatula below the pancakes that a move turns over, with its handle on the right. */
function Spatula({ kind, y, left, right }: SpatulaProps) {
  return (
    <path
      class={`spatula ${kind}`}
      d={`M${left} ${y - 1.5}H${right - left}v-2H${right}v7H${right - left}v-2H${left}z`}
    />
  );
}
