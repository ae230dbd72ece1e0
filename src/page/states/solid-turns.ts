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
} from './space.js';

/* Animations. */

/** Milliseconds of a turn. */
const DURATION = 250;

/** What is drawn: while a move is animated, the colours before it, with a part that is turned. */
interface Drawn {
  readonly colours: readonly FaceletColour[];
  readonly turned: Turn | null;
}

/** Animates the move from each state to the next. @param onOpposite called after a turn of the half that moves do not turn */
export function useTurns(body: Body, colours: Drawn['colours'], onOpposite: (turn: Turn) => void) {
  const [drawn, setDrawn] = useState<Drawn>({ colours, turned: null });
  const last = useRef(colours);
  const released = useRef<{ readonly turned: Turn; readonly steps: number } | null>(null);
  const running = useRef<{ readonly frame: number; readonly end: () => void } | null>(null);
  const finish = () => {
    const { frame, end } = running.current ?? {};
    running.current = null;
    if (frame !== undefined) cancelAnimationFrame(frame);
    end?.();
  };
  const animate = (before: Drawn['colours'], { grip, steps }: Turn, to: number, end: () => void) => {
    finish();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return end();
    const begin = performance.now();
    const draw = (now: number) => {
      const rest = (1 - Math.max(0, now - begin) / DURATION) ** 3;
      if (rest <= 0) return finish();
      setDrawn({ colours: before, turned: { grip, steps: to + (steps - to) * rest } });
      running.current = { frame: requestAnimationFrame(draw), end };
    };
    draw(begin);
  };
  useLayoutEffect(() => {
    const [before, own] = [last.current, released.current];
    if (before === colours) return;
    finish();
    last.current = colours;
    released.current = null;
    const end = () => setDrawn({ colours, turned: null });
    const move = turnBetween(body, before, colours);
    if (move === undefined) return end();
    const isOwn = own !== null && moveName({ ...own.turned, steps: own.steps }) === moveName(move);
    const { turned, steps } = isOwn ? own : { turned: { ...move, steps: 0 }, steps: move.steps };
    animate(before, turned, steps, () => {
      end();
      if (turned.grip.opposite) onOpposite({ ...turned, steps });
    });
  }, [colours]);
  useLayoutEffect(() => () => cancelAnimationFrame(running.current?.frame ?? 0), []);
  return {
    ...drawn,
    /** Has a part follow the pointer. */
    hold(turned: Turn) {
      finish();
      setDrawn({ colours: last.current, turned });
    },
    /** Lets go of a part. It goes on if a number of whole steps is made now, and otherwise back. */
    release(turned: Turn, steps: number) {
      released.current = { turned, steps };
      if (turned.steps !== 0) animate(last.current, turned, 0, () => setDrawn({ colours: last.current, turned: null }));
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

/** A press: its place, the point of the solid unless it is beside it, and what follows the pointer once it has moved. */
interface Press {
  readonly begin: PlanePoint;
  readonly look: Look;
  readonly on: SurfacePoint | null;
  readonly drags: Dragged | 'solid' | null;
}

/** A part that follows the pointer, and its steps for a movement in the picture. */
type Dragged = (way: PlanePoint) => Turn;

interface Dragging {
  readonly body: Body;
  readonly camera: Camera;
  readonly look: Look;
  readonly setLook: (look: Look) => void;
  readonly turns: ReturnType<typeof useTurns>;
  /** Makes a turn of whole steps, whose part the pointer has turned already. */
  readonly make: (turned: Turn, steps: number) => void;
  readonly tap: (on: SurfacePoint) => void;
}

/** Returns the handlers of the picture of a solid. */
export function useDrag({ body, camera, look, setLook, turns, make, tap }: Dragging) {
  const press = useRef<Press | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !event.isPrimary) return;
      const svg = event.currentTarget as SVGSVGElement;
      svg.setPointerCapture(event.pointerId);
      const begin = placeIn(svg, event);
      press.current = { begin, look, on: seenAt(camera, begin, body.faces), drags: null };
    },
    onPointerMove(event: PointerEvent) {
      if (press.current === null) return;
      const { begin, look, on, drags } = press.current;
      const way = difference(placeIn(event.currentTarget as SVGSVGElement, event), begin);
      if (drags === null && Math.hypot(...way) < SLACK) return;
      const now = drags ?? (on && draggedFrom(on, way, body, camera)) ?? 'solid';
      press.current = { ...press.current, drags: now };
      if (now !== 'solid') return turns.hold(now(way));
      const down = look[1] + way[1] * ROTATION;
      setLook([look[0] + way[0] * ROTATION, Math.max(-TILT, Math.min(TILT, down))]);
    },
    onPointerUp(event: PointerEvent) {
      if (press.current === null) return;
      const { begin, on, drags } = press.current;
      press.current = null;
      if (drags === null && on !== null) tap(on);
      if (drags === null || drags === 'solid') return;
      const turned = drags(difference(placeIn(event.currentTarget as SVGSVGElement, event), begin));
      if (Math.abs(turned.steps) > SWIPED) make(turned, Math.sign(turned.steps));
      else turns.release(turned, 0);
    },
    onPointerCancel() {
      const drags = press.current?.drags;
      press.current = null;
      if (drags && drags !== 'solid') turns.release(drags([0, 0]), 0);
    },
  };
}

/** Returns the part near a point that can move it this way, if there is one. A swipe does not turn the face that it is on. */
function draggedFrom(on: SurfacePoint, way: PlanePoint, { grips }: Body, camera: Camera): Dragged | undefined {
  const { point, normal } = on;
  const choices = grips
    .filter((grip) => isBeyond(grip, point) && dot(grip.axis, normal) < 0.99)
    .map((grip) => {
      const bit = 0.01;
      const moved = projected(camera, rotated(point, grip.axis, bit * grip.step));
      const velocity = scaled(difference(moved, projected(camera, point)), 1 / bit);
      const cosine = dot(velocity, way) / Math.hypot(...velocity) / Math.hypot(...way);
      const drags: Dragged = (now) => {
        const steps = dot(velocity, now) / dot(velocity, velocity);
        return { grip, steps: Math.max(-1, Math.min(1, steps)) };
      };
      return { drags, fits: Math.abs(cosine) + 0.3 * dot(unit(point), grip.axis) };
    });
  return choices.toSorted((one, other) => other.fits - one.fits)[0]?.drags;
}

/** Returns the place of a pointer in a picture's units. */
export function placeIn(svg: SVGSVGElement, { clientX, clientY }: MouseEvent): PlanePoint {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}
