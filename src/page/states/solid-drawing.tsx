/**
 * A solid to touch: in space, and beside it as a net. A tap turns what is tapped, a swipe takes a part along, and a drag beside the solid or
 * an arrow key rotates the whole. The part beyond a grip's plane and the rest are convex. So the faces of each that look away from the eye
 * are left out, and what is behind the plane is drawn first.
 */

import { Rotate3d } from 'lucide';
import { createElement } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Solid } from '../../serve/answers.js';
import { type DrawnState, Picture } from './picture.js';
import { type Body, bodyOf, coloursIn, isBeyond, moveName, type Turn, turnBetween } from './solids.js';
import {
  AXES,
  type Camera,
  cameraMoved,
  cameraRotated,
  centreOf,
  difference,
  dot,
  eyeOf,
  type Look,
  type PlanePoint,
  projected,
  rotated,
  type SurfacePoint,
  scaled,
  seenAt,
  slice,
  sum,
  unit,
  type Vector,
} from './space.js';

/** A solid as a net and, if it is large, in space. */
export function SolidDrawing({ solid, state, little, touch }: DrawnState & { readonly solid: Solid }) {
  const body = bodyOf(solid);
  const colours = useMemo(() => coloursIn(state, body), [body, state]);
  if (colours === null) return <code class="face">{state}</code>;
  if (little) return <NetPicture body={body} colours={colours} state={state} />;
  return <TouchedSolid key={solid} body={body} state={state} colours={colours} touch={touch} />;
}

/** A solid, and the colours of its facelets. */
interface ColouredSolid {
  readonly body: Body;
  readonly colours: readonly string[];
}

interface NetPictureProps extends ColouredSolid {
  readonly state: string;
  /** Called with a point of the solid; a net that is not touched is small. */
  readonly tap?: (point: Vector) => void;
}

/** Pixels per unit of a net, in small and large drawings. */
const [LITTLE_UNIT, NET_UNIT] = [15, 46];

/** A net of coloured facelets, each labelled with its colour. A small face of one colour is labelled once. */
function NetPicture({ body, colours, state, tap }: NetPictureProps) {
  const little = tap === undefined;
  const size = little ? LITTLE_UNIT : NET_UNIT;
  const [xs, ys] = [0, 1].map((axis) => body.facelets.flatMap(({ outline }) => outline.map((place) => place[axis])));
  const corner: PlanePoint = [Math.min(...xs), Math.min(...ys)];
  const inPicture = (place: PlanePoint) => scaled(difference(place, corner), size);
  const [width, height] = inPicture([Math.max(...xs), Math.max(...ys)]);
  return (
    <Picture {...{ kind: 'net', state, width, height, little }}>
      {body.faces.map(({ name, normal, height, flat, fold }) => {
        const own = body.facelets.flatMap(({ face, outline }, index) => {
          return face === name ? [{ colour: colours[index], corners: outline.map(inPicture) }] : [];
        });
        const isWhole = little && own.every(({ colour }) => ['', own[0].colour].includes(colour));
        const outline = slice(normal, height, body.faces).map((point) => inPicture(flat(point)));
        const onClick = (event: MouseEvent) => tap?.(fold(sum([corner, scaled(placeIn(event), 1 / size)])));
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it is hidden from screen readers, and the moves have buttons
          <g key={name} onClick={onClick}>
            {own.map((facelet, index) => (
              <FaceletShape key={index} {...facelet} isNamed={!isWhole} />
            ))}
            <FaceletShape colour={isWhole ? own[0].colour : ''} corners={outline} isNamed />
          </g>
        );
      })}
    </Picture>
  );
}

interface FaceletShapeProps {
  readonly colour: string;
  readonly corners: readonly PlanePoint[];
  readonly isNamed: boolean;
}

/** Maximum and minimum size of a letter; a facelet without room for it has none. */
const [LETTER, SMALLEST] = [12, 8];

function FaceletShape({ colour, corners, isNamed }: FaceletShapeProps) {
  const centre = centreOf(corners);
  const room = corners.map((from, index) => {
    const [right, down] = difference(corners[(index + 1) % corners.length], from);
    return Math.abs(dot(difference(centre, from), [down, -right])) / Math.hypot(right, down);
  });
  const size = Math.min(LETTER, 1.4 * Math.min(...room));
  return (
    <g class={`colour-${colour}`}>
      <polygon points={pointsText(corners)} />
      <text x={centre[0]} y={centre[1]} dy=".36em" font-size={size}>
        {isNamed && size >= SMALLEST && colour}
      </text>
    </g>
  );
}

function pointsText(points: readonly PlanePoint[]): string {
  return points.map((point) => point.map((at) => at.toFixed(2)).join()).join(' ');
}

/* The solid in space. */

function TouchedSolid({ body, state, colours, touch }: ColouredSolid & Pick<DrawnState, 'state' | 'touch'>) {
  const { camera, side, turned, tap, showOther, onKeyDown, ...handlers } = useSolid(body, colours, touch);
  // Half a turn that is as good as a quarter has no arrow of its own.
  const best = [...touch.best].filter((move) => !move.endsWith('2') || !touch.best.has(move.slice(0, -1)));
  const arrows = turned === null ? best.map((move) => arrowOf(move, body, camera)) : [];
  const path = arrows.map(({ isHidden, path }) => (isHidden ? '' : path)).join('');
  const isBehind = arrows.length > 0 && arrows.every(({ isHidden }) => isHidden);
  return (
    <div class="solid">
      {/* Screen readers pass arrow keys on to an application. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys rotate it */}
      <div class="space" role="application" aria-label="Solid: arrow keys rotate it" tabIndex={0} onKeyDown={onKeyDown}>
        <svg
          class={turned === null ? 'face touched net' : 'face touched net turning'}
          role="img"
          aria-label={state}
          viewBox={body.frames[side].join(' ')}
          {...handlers}
        >
          <SolidInSpace body={body} colours={colours} turned={turned} camera={camera} />
          {path !== '' && (
            <g class="arrow">
              <path d={path} />
              <path d={path} />
            </g>
          )}
        </svg>
      </div>
      <div class="flat" aria-hidden="true">
        <NetPicture body={body} colours={colours} state="" tap={tap} />
      </div>
      <button
        type="button"
        class={isBehind ? 'best' : ''}
        title="Other side"
        aria-label="Other side"
        onClick={showOther}
      >
        <svg class="icon" aria-hidden="true" viewBox="0 0 24 24">
          {Rotate3d.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
        </svg>
      </button>
    </div>
  );
}

type InSpace = ColouredSolid & { readonly turned: Turn | null; readonly camera: Camera };

function SolidInSpace({ body, colours, turned, camera }: InSpace) {
  const eye = eyeOf(camera);
  const grip = turned?.grip;
  const turn = (point: Vector) => (turned ? rotated(point, turned.grip.axis, turned.steps * turned.grip.step) : point);
  /** Draws the facelets of the part that is turned, or of the rest. */
  const part = (isTurned: boolean) =>
    body.facelets.map(({ corners, point, normal }, index) => {
      if (isTurned !== (grip !== undefined && isBeyond(grip, point))) return null;
      const place = isTurned ? turn : (at: Vector) => at;
      const facing = place(normal);
      if (dot(facing, eye) <= dot(facing, place(point))) return null;
      const outline = corners.map((corner) => projected(camera, place(corner)));
      return <FaceletShape key={index} colour={colours[index]} corners={outline} isNamed />;
    });
  const isInFront = grip !== undefined && dot(grip.axis, eye) > grip.beyond;
  const cut = grip ? slice(grip.axis, grip.beyond, body.faces) : [];
  return (
    <>
      {part(!isInFront)}
      <polygon
        class="cut"
        points={pointsText(cut.map((point) => projected(camera, isInFront ? point : turn(point))))}
      />
      {part(isInFront)}
    </>
  );
}

/** Returns the arrow that shows a move, painted on the part that turns around its axis. */
function arrowOf(move: string, body: Body, camera: Camera) {
  const [, up, near] = camera;
  const steps = body.turns.find((turn) => moveName(turn) === move)?.steps ?? 1;
  const grips = body.grips.filter((grip) => moveName({ grip, steps }) === move);
  const { axis, step } = grips.reduce((a, b) => (dot(a.axis, near) < dot(b.axis, near) ? b : a));
  const facing = dot(axis, near);
  // The arrow of a face is on its sides, where a swipe turns it.
  const isOnSides = body.faces.some(({ normal }) => dot(normal, axis) > 0.99);
  // Turns of the same part are often best together: both quarter turns are one line with two tips, and half a turn has its own.
  const radius = (isOnSides ? [1.4, 2.3] : [0.64, 0.3])[Math.abs(steps) - 1];
  const depth = (direction: Vector) =>
    Math.min(...body.faces.map(({ normal, height }) => height / Math.max(0, dot(normal, direction))));
  // In the middle it is on the side that is towards the viewer.
  const beside = facing > 0.9 ? up : near;
  const across = unit(difference(beside, scaled(axis, dot(beside, axis))));
  const middle = sum([scaled(axis, depth(axis)), scaled(across, radius)]);
  const places = Array.from({ length: 17 }, (_, index) => {
    const direction = rotated(middle, axis, (index / 16 - 0.5) * 0.8 * steps * step);
    return scaled(direction, depth(direction) * 1.03);
  });
  const line = places.map((place) => projected(camera, place));
  const [from, tip] = [line[14], line[16]];
  const [right, down] = scaled(difference(tip, from), 8 / Math.hypot(...difference(tip, from)));
  const barbs = [-1, 1].map((side): PlanePoint => [tip[0] - right + side * down, tip[1] - down - side * right]);
  const hit = seenAt(camera, line[8], body.faces);
  return {
    path: `M${pointsText(line)}M${pointsText([barbs[0], tip, barbs[1]])}`,
    isHidden: hit !== null && dot(near, hit.point) > dot(near, places[8]),
  };
}

/* Animations. */

/** Milliseconds of a turn. */
const DURATION = 250;

/**
 * Animates the move from each state to the next. The colours are always those of the present state: after a move, the part that it has turned
 * is drawn as far back as it was before, and comes to its place.
 * @param onOpposite called after a turn of the half that moves do not turn
 */
function useTurns(body: Body, colours: ColouredSolid['colours'], onOpposite: (turn: Turn) => void) {
  const [turned, setTurned] = useState<Turn | null>(null);
  const last = useRef(colours);
  const own = useRef<Turn | null>(null);
  const frame = useRef(0);
  const hold = (turn: Turn) => {
    cancelAnimationFrame(frame.current);
    setTurned(turn);
  };
  const release = ({ grip, steps }: Turn) => {
    const begin = performance.now();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const draw = (now: number) => {
      const rest = 1 - Math.max(0, now - begin) / DURATION;
      if (isStill || rest <= 0) return setTurned(null);
      hold({ grip, steps: steps * rest ** 3 });
      frame.current = requestAnimationFrame(draw);
    };
    cancelAnimationFrame(frame.current);
    draw(begin);
  };
  useLayoutEffect(() => {
    if (last.current === colours) return;
    const move = turnBetween(body, last.current, colours);
    const turn = own.current && move && moveName(own.current) === moveName(move) ? own.current : move;
    [last.current, own.current] = [colours, null];
    if (turn === undefined) return setTurned(null);
    if (turn.grip.opposite) onOpposite(turn);
    const before = turned?.grip === turn.grip ? turned.steps : 0;
    release({ ...turn, steps: before - turn.steps });
  }, [colours]);
  return {
    turned,
    /** Has a part follow the pointer. */
    hold,
    /** Lets go of a part. It goes on if a turn of whole steps is made now, and otherwise back. */
    release(turn: Turn, made: Turn | null) {
      own.current = made;
      release(turn);
    },
  };
}

/* Touch. */

/** Maximum movement in the picture during a tap. */
const SLACK = 6;
/** Part of a step from which a turn goes on when it is let go of. */
const SWIPED = 0.12;
/** Radians by which the solid is rotated, for a unit of the picture. */
const ROTATION = 0.02;
/** How far the solid can be tilted, in radians. */
const TILT = 1.5;

/** The directions of the arrow keys, and how far they rotate the solid, in the picture's units. */
const KEYS: Readonly<Record<string, PlanePoint>> = {
  ...{ ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] },
};

/** A press: its place, the point of the solid unless it is beside it, and what follows the pointer once it has moved: a part or the look. */
interface Press {
  readonly begin: PlanePoint;
  readonly on: SurfacePoint | null;
  drags: ((way: PlanePoint) => Turn | Look) | null;
}

/** Returns how a solid is seen, the part that is turned now, and the handlers of pointers and keys. */
function useSolid(body: Body, colours: ColouredSolid['colours'], touch: DrawnState['touch']) {
  const [side, setSide] = useState(0);
  const [look, setLook] = useState(body.looks[side]);
  const [upright, setUpright] = useState(AXES);
  const camera = cameraMoved(upright, look);
  const { turned, hold, release } = useTurns(body, colours, ({ grip, steps }) =>
    setUpright((now) => cameraRotated(now, grip.axis, steps * grip.step)),
  );
  const make = (turned: Turn, made: Turn | null) => {
    const move = made && moveName(made);
    const isMove = move !== null && touch.possible.has(move);
    release(turned, isMove ? made : null);
    if (isMove) touch.make(move);
  };
  const tap = (point: Vector) => {
    const grips = body.grips.filter((grip) => isBeyond(grip, point));
    const [grip] = grips.toSorted((one, other) => dot(other.axis, point) - dot(one.axis, point));
    if (grip) make({ grip, steps: 0 }, { grip, steps: 1 });
  };
  const lookAlong = (way: PlanePoint): Look => {
    const [right, down] = sum([look, scaled(way, ROTATION)]);
    return [right, Math.max(-TILT, Math.min(TILT, down))];
  };
  const press = useRef<Press | null>(null);
  /** Follows the pointer. Returns the turn that it makes now. */
  const follow = (event: PointerEvent): Turn | null => {
    if (press.current === null) return null;
    const { begin, on } = press.current;
    const way = difference(placeIn(event), begin);
    if (press.current.drags === null && Math.hypot(...way) < SLACK) return null;
    press.current.drags ??= (on && draggedFrom(on, way, body, camera)) ?? lookAlong;
    const dragged = press.current.drags(way);
    if ('grip' in dragged) return dragged;
    setLook(dragged);
    return null;
  };
  return {
    ...{ camera, side, turned, tap },
    showOther() {
      setSide(1 - side);
      setLook(body.looks[1 - side]);
      setUpright(AXES);
    },
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const begin = placeIn(event);
      press.current = { begin, on: seenAt(camera, begin, body.faces), drags: null };
    },
    onPointerMove(event: PointerEvent) {
      const dragged = follow(event);
      if (dragged !== null) hold(dragged);
    },
    onPointerUp(event: PointerEvent) {
      const dragged = follow(event);
      const { drags, on } = press.current ?? {};
      press.current = null;
      if (drags === null && on) tap(on.point);
      if (dragged === null) return;
      const { grip, steps } = dragged;
      make(dragged, Math.abs(steps) > SWIPED ? { grip, steps: Math.sign(steps) } : null);
    },
    onPointerCancel() {
      press.current = null;
      if (turned !== null) release(turned, null);
    },
    onKeyDown(event: KeyboardEvent) {
      const way = KEYS[event.key];
      if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      setLook(lookAlong(way));
    },
  };
}

/** Returns the part near a point that can move it this way, if there is one. A swipe does not turn the face that it is on. */
function draggedFrom({ point, normal }: SurfacePoint, way: PlanePoint, { grips }: Body, camera: Camera) {
  const choices = grips
    .filter((grip) => isBeyond(grip, point) && dot(grip.axis, normal) < 0.99)
    .map((grip) => {
      const bit = 0.01;
      const moved = projected(camera, rotated(point, grip.axis, bit * grip.step));
      const velocity = scaled(difference(moved, projected(camera, point)), 1 / bit);
      const cosine = dot(velocity, way) / Math.hypot(...velocity) / Math.hypot(...way);
      const drags = (now: PlanePoint): Turn => {
        const steps = dot(velocity, now) / dot(velocity, velocity);
        return { grip, steps: Math.max(-1, Math.min(1, steps)) };
      };
      return { drags, fits: Math.abs(cosine) + 0.8 * dot(unit(point), grip.axis) };
    });
  return choices.toSorted((one, other) => other.fits - one.fits)[0]?.drags;
}

/** Returns the place of a pointer in the units of the picture that it is in, or that it holds. */
function placeIn({ currentTarget, clientX, clientY }: MouseEvent): PlanePoint {
  const svg = (currentTarget as Element).closest('svg');
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg?.getScreenCTM()?.inverse());
  return [x, y];
}
