/** Dragging by touch, pen or mouse. A press that hardly moves is a click. */

import { useRef, useState } from 'preact/hooks';

/** Maximum number of pixels that the pointer moves during a click. */
const SLACK = 5;

/** A drag: the pressed tile or other element, the place of the pointer, and its way from the press, in pixels. */
export interface Drag {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly down: number;
}

/** Returns the present drag, if any, and the handlers of the board that contains the tiles. @param onDrop called at the end of a drag */
export function useDrag(onDrop: (drag: Drag) => void) {
  const press = useRef<Drag | null>(null);
  const dragged = useRef(false);
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = () => {
    press.current = null;
    setDrag(null);
  };
  const moved = ({ element, x, y }: Drag, { clientX, clientY }: PointerEvent): Drag => {
    return { element, x: clientX, y: clientY, right: clientX - x, down: clientY - y };
  };
  return {
    drag,
    /** Returns true for a click that only ends a drag. A click by the keyboard has no pointer. */
    isEndOfDrag(event: MouseEvent): boolean {
      const isEnd = dragged.current && event.detail !== 0;
      dragged.current = false;
      return isEnd;
    },
    handlers: {
      onPointerDown(event: PointerEvent): void {
        dragged.current = false;
        if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
        const element = event.target.closest('.tile') ?? event.target;
        press.current = { element, x: event.clientX, y: event.clientY, right: 0, down: 0 };
      },
      onPointerMove(event: PointerEvent): void {
        if (press.current === null) return;
        const now = moved(press.current, event);
        if (!dragged.current && Math.hypot(now.right, now.down) > SLACK) {
          dragged.current = true;
          now.element.setPointerCapture(event.pointerId);
        }
        if (dragged.current) setDrag(now);
      },
      onPointerUp(event: PointerEvent): void {
        const pressed = press.current;
        end();
        if (pressed !== null && dragged.current) onDrop(moved(pressed, event));
      },
      onPointerCancel: end,
    },
  };
}
