/**
 * How the parts of a solid turn on the page: with the pointer that drags them, and by themselves when a move is made, whoever makes it. A
 * press that hardly moves is a tap.
 */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Body, type FaceletColour, isBeyond, moveName, type Turn, turnBetween } from './solids.js';
import {
  type Camera,
  difference,
  dot,
  type Look,
  type PlanePoint,
  projected,
  rotated,
  type SurfacePoint,
  scaled,
  seenAt,
  unit,
  type Vector,
} from './space.js';

/* Animations. */

/** Milliseconds of a turn. */
const DURATION = 250;

/**
 * Animates the move from each state to the next. The colours are always those of the present state: after a move, the part that it has turned
 * is drawn as far back as it was before, and comes to its place.
 * @param onOpposite called after a turn of the half that moves do not turn
 */
export function useTurns(body: Body, colours: readonly FaceletColour[], onOpposite: (turn: Turn) => void) {
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
const ROTATION = 0.012;
/** How far the solid can be tilted, in radians. */
const TILT = 1.5;

/** Returns the look after the solid is rotated. @param way in the picture */
export function lookMoved([right, down]: Look, way: PlanePoint): Look {
  const [toRight, toBottom] = scaled(way, ROTATION);
  return [right + toRight, Math.max(-TILT, Math.min(TILT, down + toBottom))];
}

/** A press: its place, the point of the solid unless it is beside it, and what follows the pointer once it has moved: a part or the look. */
interface Press {
  readonly begin: PlanePoint;
  readonly on: SurfacePoint | null;
  drags: ((way: PlanePoint) => Turn | Look) | null;
}

interface Dragging {
  readonly body: Body;
  readonly camera: Camera;
  readonly look: Look;
  readonly setLook: (look: Look) => void;
  readonly hold: (turned: Turn) => void;
  /** Lets go of a part. @param made turn of whole steps, if it is far enough for one */
  readonly make: (turned: Turn, made: Turn | null) => void;
  readonly tap: (point: Vector) => void;
}

/** Returns the handlers of the picture of a solid. */
export function useDrag({ body, camera, look, setLook, hold, make, tap }: Dragging) {
  const press = useRef<Press | null>(null);
  /** Returns how the pointer has moved since it was pressed. */
  const wayOf = (event: PointerEvent, { begin }: Press) => difference(placeIn(event), begin);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const begin = placeIn(event);
      press.current = { begin, on: seenAt(camera, begin, body.faces), drags: null };
    },
    onPointerMove(event: PointerEvent) {
      if (press.current === null) return;
      const way = wayOf(event, press.current);
      if (press.current.drags === null && Math.hypot(...way) < SLACK) return;
      const { on } = press.current;
      press.current.drags ??= (on && draggedFrom(on, way, body, camera)) ?? ((now) => lookMoved(look, now));
      const dragged = press.current.drags(way);
      if ('grip' in dragged) hold(dragged);
      else setLook(dragged);
    },
    onPointerUp(event: PointerEvent) {
      if (press.current === null) return;
      const { on, drags } = press.current;
      const dragged = drags?.(wayOf(event, press.current));
      press.current = null;
      if (dragged === undefined) return on && tap(on.point);
      if (!('grip' in dragged)) return;
      const { grip, steps } = dragged;
      make(dragged, Math.abs(steps) > SWIPED ? { grip, steps: Math.sign(steps) } : null);
    },
    onPointerCancel() {
      const dragged = press.current?.drags?.([0, 0]);
      press.current = null;
      if (dragged && 'grip' in dragged) make(dragged, null);
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
      return { drags, fits: Math.abs(cosine) + 0.3 * dot(unit(point), grip.axis) };
    });
  return choices.toSorted((one, other) => other.fits - one.fits)[0]?.drags;
}

/** Returns the place of a pointer in the units of the picture that handles it. */
export function placeIn({ currentTarget, clientX, clientY }: MouseEvent): PlanePoint {
  const svg = currentTarget as SVGSVGElement;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}
