/**
 * TopSpin: pieces on a ring, the first of them on a turntable. A drag along the ring pushes all pieces, place by place; so do the two arrows
 * inside. A tap on the turntable turns it.
 */

import { useEffect, useRef } from 'preact/hooks';
import { classes, type PlaceInPicture, type Press, placedAt, swapped, useGestures } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { readPile } from './state-texts.js';

/** Half the length of the ring's straight sides, radius of its ends, and maximum radius of a piece, for large and small drawings. */
const SIZES = [
  { straight: 100, radius: 78, piece: 24 },
  { straight: 30, radius: 22, piece: 9 },
] as const;
/** Maximum number of pieces that are drawn. */
const MOST_DRAWN = 60;

/** Parts that are touched while the game is played. While the reader edits, the parts are places. */
const PARTS = { turntable: 0, ring: 1, left: 2, right: 3 } as const;

export function TopspinRing({ state, little, touch, turntable }: DrawnState & { readonly turntable: number }) {
  const pieces = readPile(state) ?? [];
  const count = pieces.length;
  const { straight, radius, piece: largest } = SIZES[little ? 1 : 0];
  const perimeter = 4 * straight + 2 * Math.PI * radius;
  const size = Math.min(largest, (0.45 * perimeter) / count);
  const band = 2 * size + (little ? 3 : 10);
  const middle = { x: straight + radius + band / 2, y: radius + band / 2 };
  const button = radius * 0.36;
  const { possible, best, make, setUp } = touch;
  /** Number of places by which the present drag has pushed the pieces. */
  const pushed = useRef(0);
  /** Number of places by which it is still to push them, with fractions until it ends. */
  const left = useRef(0);

  /** Returns the point of a place, of which the first are on the turntable: in the middle above. */
  const pointAt = (place: number): PlaceInPicture => {
    const way = mod((place - (turntable - 1) / 2) / count, 1) * perimeter;
    const half = Math.min(way, perimeter - way);
    const angle = Math.min(Math.PI, Math.max(0, (half - straight) / radius));
    const along = Math.min(half, straight) - Math.max(0, half - straight - Math.PI * radius);
    const right = (way === half ? 1 : -1) * (along + radius * Math.sin(angle));
    return { x: middle.x + right, y: middle.y - radius * Math.cos(angle) };
  };
  /** Returns the place next to a point, in eighths, and its distance from the point. */
  const placeAt = ({ x, y }: PlaceInPicture) => {
    const places = Array.from({ length: 8 * count }, (_, eighth) => {
      const at = pointAt(eighth / 8);
      return { place: eighth / 8, away: Math.hypot(at.x - x, at.y - y) };
    });
    return places.reduce((nearest, other) => (other.away < nearest.away ? other : nearest));
  };
  const canPush = ({ part }: Press) => !setUp && (part === PARTS.turntable || part === PARTS.ring);
  const { held, over, dragged, picture } = useGestures({
    ...{ state, little },
    partAt(point) {
      const { place, away } = placeAt(point);
      if (away > band * 0.6) {
        if (setUp || Math.abs(point.x - middle.x) > straight + button || Math.abs(point.y - middle.y) > button)
          return -1;
        return point.x < middle.x ? PARTS.left : PARTS.right;
      }
      if (setUp) return Math.round(place) % count;
      return mod(place + 0.5, count) <= turntable ? PARTS.turntable : PARTS.ring;
    },
    canHold: () => setUp !== null,
    onChoice(from, to) {
      if (setUp) {
        if (from === null || from === to) return false;
        setUp(swapped(pieces, from, to).join(' '));
        return true;
      }
      const isPush = pushed.current !== 0 || Math.round(left.current) !== 0;
      const move = from === null && !isPush ? { 0: 't', 1: '', 2: 'l', 3: 'r' }[to] : '';
      if (move) make(move);
      return move !== '';
    },
    onDrag(press) {
      if (!canPush(press)) return;
      const way = placeAt(press.at).place - placeAt(press.from).place - pushed.current;
      left.current = mod(way + count / 2, count) - count / 2;
    },
  });

  const isPushing = dragged !== null && canPush(dragged);
  if (!isPushing) {
    pushed.current = 0;
    left.current = Math.round(left.current);
  }
  const offset = left.current;
  // After each push, the next one waits until the moves of the new state are known.
  useEffect(() => {
    const step = Math.sign(Math.round(left.current));
    const move = step > 0 ? 'r' : 'l';
    if (step === 0 || !possible.has(move)) return;
    pushed.current += step;
    left.current -= step;
    make(move);
  });
  if (count === 0 || count > MOST_DRAWN) return <code class="face">{state}</code>;
  const track = `M${middle.x} ${middle.y - radius}h${straight}a${radius} ${radius} 0 0 1 0 ${2 * radius}h${-2 * straight}a${radius} ${radius} 0 0 1 0 ${-2 * radius}z`;
  return (
    <Picture kind="topspin" width={2 * middle.x} height={2 * middle.y} {...picture}>
      <path class="track" d={track} stroke-width={band} />
      <path
        class={classes({ turntable: true, best: best.has('t'), over: !setUp && over === PARTS.turntable })}
        d={track}
        pathLength={count}
        stroke-width={band}
        stroke-dasharray={`${turntable - 1} ${count - turntable + 1}`}
        stroke-dashoffset={(turntable - 1) / 2}
      />
      {pieces.map((_, index) => {
        const place = pieces.indexOf(index + 1);
        const { x, y } = pointAt(place + offset);
        return (
          <g
            key={index}
            class={classes({ moving: true, dragged: isPushing, held: place === held })}
            style={placedAt(x, y)}
          >
            <circle class="piece" r={size} />
            <text dy=".36em" style={{ fontSize: `${size * 0.9}px` }}>
              {index + 1}
            </text>
          </g>
        );
      })}
      {!little &&
        !setUp &&
        (['left', 'right'] as const).map((side) => (
          <g
            key={side}
            class={classes({ push: true, best: best.has(side[0]), over: over === PARTS[side] })}
            transform={`translate(${middle.x + (side === 'left' ? -1 : 1) * straight * 0.45} ${middle.y}) scale(${side === 'left' ? 1 : -1} 1)`}
          >
            <circle r={button} />
            <path class="line" d="M9 9A12.7 12.7 0 1 0-9-9" transform="rotate(20)" />
            <path class="head" d="M-14-4V-15L-3-12z" />
          </g>
        ))}
    </Picture>
  );
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
