/**
 * TopSpin: pieces on a ring, the first of them on a turntable. A drag along the ring pushes all pieces, place by place; so do the two arrows
 * inside. A tap on the turntable turns it.
 */

import { useEffect, useRef } from 'preact/hooks';
import { classes, type PlaceInPicture, type Press, swapped, useTouch } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';

/** Radii of the ring, of the largest piece, and of the arrows; distance of the arrows from the middle. */
const [RADIUS, LARGEST, BUTTON, ASIDE] = [100, 26, 28, 35];

/** Parts that are touched while the game is played. While the reader edits, the parts are places. */
const PARTS = { turntable: 0, ring: 1, left: 2, right: 3 } as const;

const MOVES = [
  { name: 't', to: PARTS.turntable },
  { name: 'l', to: PARTS.left },
  { name: 'r', to: PARTS.right },
];

interface TopspinRingProps extends DrawnState {
  readonly turntable: number;
  /** The piece on each place. */
  readonly pieces: readonly number[];
}

export function TopspinRing({ turntable, pieces, ...drawn }: TopspinRingProps) {
  const count = pieces.length;
  const size = Math.min(LARGEST, (0.45 * 2 * Math.PI * RADIUS) / count);
  const band = 2 * size + 10;
  const middle = RADIUS + band / 2;
  const { possible, best, make, setUp } = drawn.touch;
  /** Number of places by which the present drag has pushed the pieces. */
  const pushed = useRef(0);
  /** Number of places by which it is still to push them, with fractions until it ends. */
  const left = useRef(0);
  /** True from a push until the state after it is shown. */
  const isWaiting = useRef(false);

  // The first places are on the turntable, in the middle above.
  const placeAt = ({ x, y }: PlaceInPicture) =>
    mod((Math.atan2(x - middle, middle - y) / (2 * Math.PI)) * count + (turntable - 1) / 2, count);
  const canPush = ({ part }: Press) => !setUp && (part === PARTS.turntable || part === PARTS.ring);
  const { held, over, dragged, moving, picture } = useTouch(drawn, {
    partAt(point) {
      const [right, down] = [point.x - middle, point.y - middle];
      const place = placeAt(point);
      if (Math.abs(Math.hypot(right, down) - RADIUS) < band * 0.6) {
        if (setUp) return Math.round(place) % count;
        return mod(place + 0.5, count) <= turntable ? PARTS.turntable : PARTS.ring;
      }
      if (setUp || Math.hypot(Math.abs(right) - ASIDE, down) > BUTTON) return -1;
      return right < 0 ? PARTS.left : PARTS.right;
    },
    moves: MOVES,
    edited: (from, to) => swapped(pieces, from, to),
    onDrag(press) {
      if (!canPush(press)) return false;
      const way = placeAt(press.at) - placeAt(press.from) - pushed.current;
      left.current = mod(way + count / 2, count) - count / 2;
      return pushed.current !== 0 || Math.round(left.current) !== 0;
    },
  });

  const isPushing = dragged !== null && canPush(dragged);
  if (!isPushing) {
    pushed.current = 0;
    left.current = Math.round(left.current);
  }
  useEffect(() => {
    isWaiting.current = false;
  }, [drawn.state]);
  // After each push, the next one waits until the moves of the new state are known.
  useEffect(() => {
    const step = Math.sign(Math.round(left.current));
    const move = step > 0 ? 'r' : 'l';
    if (step === 0 || !possible.has(move) || isWaiting.current) return;
    isWaiting.current = true;
    pushed.current += step;
    left.current -= step;
    make(move);
  });
  const track = { cx: middle, cy: middle, r: RADIUS, 'stroke-width': band };
  return (
    <Picture kind="topspin" width={2 * middle} height={2 * middle} {...picture}>
      <circle class="track" {...track} />
      <circle
        class={classes({ turntable: true, best: best.has('t'), over: !setUp && over === PARTS.turntable })}
        {...track}
        pathLength={count}
        stroke-dasharray={`${turntable - 1} ${count - turntable + 1}`}
        transform={`rotate(${-90 - (180 * (turntable - 1)) / count} ${middle} ${middle})`}
      />
      {pieces.map((_, index) => {
        const place = pieces.indexOf(index + 1);
        const angle = ((place + left.current - (turntable - 1) / 2) / count) * 2 * Math.PI;
        const [x, y] = [middle + RADIUS * Math.sin(angle), middle - RADIUS * Math.cos(angle)];
        return (
          <g key={index} {...moving(place === held, x, y, { pushed: isPushing })}>
            <circle class="piece" r={size} />
            <text dy=".36em" style={{ fontSize: `${size * (drawn.little ? 1.1 : 0.9)}px` }}>
              {index + 1}
            </text>
          </g>
        );
      })}
      {!drawn.little &&
        !setUp &&
        ([-1, 1] as const).map((side) => {
          const [move, part] = side < 0 ? ['l', PARTS.left] : ['r', PARTS.right];
          return (
            <g
              key={move}
              class={classes({ push: true, best: best.has(move), over: over === part })}
              transform={`translate(${middle + side * ASIDE} ${middle}) scale(${-side} 1)`}
            >
              <circle r={BUTTON} />
              <path class="line" d="M9 9A12.7 12.7 0 1 0-9-9" transform="rotate(20)" />
              <path class="head" d="M-14-4V-15L-3-12z" />
            </g>
          );
        })}
    </Picture>
  );
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
