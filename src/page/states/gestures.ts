/**
 * Touching a drawing by finger, pen or mouse. A drawing has numbered parts, such as pegs or squares. A tap on one part, two taps on two
 * parts, and a drag from one part to another each choose a move. A press that the browser takes for scrolling or zooming chooses none.
 */

import { useRef, useState } from 'preact/hooks';
import type { DrawnState } from './picture.js';

/** A point of a drawing, in its user units: pixels if it is no SVG. */
export interface PlaceInPicture {
  readonly x: number;
  readonly y: number;
}

/** A drawing and its parts. In another state, no part is held. */
export interface Parts extends Pick<DrawnState, 'state' | 'little'> {
  /** Returns the part at a point, -1 if there is none. */
  readonly partAt: (point: PlaceInPicture) => number;
  /** Returns true if a part can be chosen first, before another one. */
  readonly canHold: (part: number) => boolean;
  /** Makes the move from a part to another, or the move of a single part if `from` is null. Returns false if there is none. */
  readonly onChoice: (from: number | null, to: number) => boolean;
  /** Follows a drag, also at its end. Returns true if the drag itself makes moves, and its end chooses none. */
  readonly onDrag?: ((press: Press) => boolean) | undefined;
  /** Called at the end of a drag, instead of a choice. */
  readonly onDrop?: (press: Press) => void;
}

/** Maximum way of the pointer during a tap, in user units. */
const SLACK = 5;

/** A press on a part of the drawing: its first point, and the present place of the pointer. */
export interface Press {
  readonly part: number;
  readonly from: PlaceInPicture;
  readonly at: PlaceInPicture;
}

/** A move that a drawing shows. */
export interface DrawnMove {
  readonly name: string;
  /** Part from which the move leads to the other: null if a tap on the other is enough, undefined if a drag may begin anywhere. */
  readonly from?: number | null;
  readonly to: number;
}

interface TouchedParts extends Pick<Parts, 'partAt' | 'onDrag'> {
  readonly canHold?: Parts['canHold'];
  /** Part that is held while no other one is; by default, there is none. */
  readonly alwaysHeld?: number | undefined;
  readonly moves: readonly DrawnMove[];
  /** Returns the state after a part has been put on another, or has been chosen twice; null if that is impossible. */
  readonly edited: (from: number, to: number) => string | null;
}

/** Makes the moves of a state that is drawn, or edits it. @param canHold by default, parts are held only while the reader edits */
export function useTouch({ state, name = state, little, touch }: DrawnState, parts: TouchedParts) {
  const { possible, best, make, setUp } = touch;
  const moves = setUp ? [] : parts.moves.filter((move) => possible.has(move.name));
  /** Returns the only move between two parts. */
  const between = (from: number | null, to: number): DrawnMove | undefined => {
    const found = moves.filter((move) => move.to === to && (move.from === undefined || move.from === from));
    return found.length === 1 ? found[0] : undefined;
  };
  const { canHold = () => setUp !== null, alwaysHeld = null } = parts;
  const gestures = useGestures({
    ...{ state, little, partAt: parts.partAt, canHold, onDrag: parts.onDrag },
    onChoice(chosen, to) {
      const from = chosen ?? alwaysHeld;
      const move = between(from, to);
      if (move) make(move.name);
      const next = setUp && from !== null ? parts.edited(from, to) : null;
      if (next === null || next === state) return move !== undefined;
      setUp?.(next);
      return true;
    },
  });
  const held = gestures.held ?? alwaysHeld;
  return {
    ...gestures,
    held,
    /** Parts to which what is held can go. */
    targets: moves.flatMap(({ from, to }) => (held !== null && from === held && between(from, to) ? [to] : [])),
    /** Best moves: of what is held or, if nothing is, all. */
    bestMoves: moves.filter(({ name, from }) => best.has(name) && from !== null && (held === null || from === held)),
    picture: { ...gestures.picture, name },
  };
}

/** Returns what is touched now, and properties of the picture, which has handlers if it is large. */
export function useGestures({ state, little, partAt, canHold, onChoice, onDrag, onDrop }: Parts) {
  const pressed = useRef<Press | null>(null);
  const wasPressed = useRef(false);
  const [press, setPress] = useState<Press | null>(null);
  const [hover, setHover] = useState(-1);
  const [chosen, setChosen] = useState<{ readonly state: string; readonly part: number } | null>(null);
  const held = chosen?.state === state ? chosen.part : null;
  const hold = (part: number | null) => setChosen(part === null ? null : { state, part });
  const follow = (next: Press | null) => {
    pressed.current = next;
    setPress(next);
    return next !== null && isDrag(next) && onDrag?.(next) === true;
  };
  const tap = (part: number) => {
    if (onChoice(held, part)) return hold(null);
    const isOther = part !== held && (held === null || !onChoice(null, part));
    hold(isOther && canHold(part) ? part : null);
  };
  const handlers = {
    onPointerDown(event: PointerEvent): void {
      wasPressed.current = false;
      if (event.button !== 0 || !event.isPrimary) return;
      const point = pointOf(event);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      follow({ part: partAt(point), from: point, at: point });
    },
    onPointerMove(event: PointerEvent): void {
      const point = pointOf(event);
      if (pressed.current !== null) follow({ ...pressed.current, at: point });
      else if (event.pointerType === 'mouse') setHover(partAt(point));
    },
    onPointerUp(event: PointerEvent): void {
      if (pressed.current === null) return;
      const point = pointOf(event);
      const end = { ...pressed.current, at: point };
      const { part } = end;
      const over = partAt(point);
      const isUsed = follow(end);
      follow(null);
      wasPressed.current = true;
      setHover(event.pointerType === 'mouse' ? over : -1);
      if (onDrop && isDrag(end)) onDrop(end);
      else if (isUsed || part < 0 || over < 0) hold(null);
      else if (part === over) tap(part);
      else {
        hold(null);
        onChoice(part, over);
      }
    },
    onPointerCancel: () => void follow(null),
    onPointerLeave: () => setHover(-1),
  };
  const dragged = press !== null && isDrag(press) ? press : null;
  return {
    /** Part that is chosen, or dragged; null if there is none. */
    held: dragged !== null && canHold(dragged.part) ? dragged.part : held,
    /** Part under the pointer, -1 if there is none. */
    over: press === null ? hover : partAt(press.at),
    /** The present drag; null if there is none. */
    dragged,
    /** Returns the class and style of what moves to a place when the state changes; if it is held, it follows the pointer. */
    moving(isHeld: boolean, x: number, y: number, others: Readonly<Record<string, boolean>> = {}) {
      const drag = isHeld ? dragged : null;
      return {
        class: classes({ ...others, moving: true, held: isHeld, dragged: drag !== null }),
        style: drag === null ? placedAt(x, y) : placedAt(x + drag.at.x - drag.from.x, y + drag.at.y - drag.from.y),
      };
    },
    picture: { state, little, handlers: little ? undefined : handlers },
    /** Taps a part that is a button, unless the click is that of a press: a click by a key or a screen reader has none. */
    clicked: (event: MouseEvent, part: number) => (event.detail === 0 || !wasPressed.current) && tap(part),
    release: () => hold(null),
  };
}

function isDrag({ from, at }: Press): boolean {
  return Math.hypot(at.x - from.x, at.y - from.y) > SLACK;
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent): PlaceInPicture {
  if (currentTarget instanceof SVGSVGElement)
    return new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse());
  const { left, top } = (currentTarget as Element).getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Returns the style that places an element, so that a change can be animated. */
export function placedAt(x: number, y: number) {
  return { transform: `translate(${x}px, ${y}px)` };
}

/** Returns the text of a list after a swap of two of its items. */
export function swapped<Item>(items: readonly Item[], one: number, other: number): string {
  return items.with(one, items[other]).with(other, items[one]).join(' ');
}

/** Returns the names of classes of those that hold. */
export function classes(names: Readonly<Record<string, boolean>>): string {
  return Object.keys(names)
    .filter((name) => names[name])
    .join(' ');
}
