/** The keys of the whole page: tiles while the board is in view, undo and redo, a hint, and Space for the solution. */

import { useEffect } from 'preact/hooks';
import type { Direction } from '../../spaces/board/board.js';
import type { Explorer } from '../explorer/explorer.js';
import { withRedo, withUndo } from '../explorer/view.js';

/** The blank's direction for each key. A key gives the direction of the tile, which is the opposite. */
const SLIDES: Readonly<Record<string, Direction>> = {
  ...{ ArrowUp: 'd', ArrowDown: 'u', ArrowLeft: 'r', ArrowRight: 'l' },
  ...{ w: 'd', s: 'u', a: 'r', d: 'l' },
};
const FIELDS = 'input, select, textarea';
/** The elements that Space presses. */
const PRESSED = 'button, summary, a';

export function usePlayKeys(explorer: Explorer): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof Element) || isCovered(explorer)) return;
      const action = event.ctrlKey || event.metaKey ? undoOrRedo(explorer, event) : actionOf(explorer, event);
      if (action === null) return;
      event.preventDefault();
      action();
    };
    const onPaste = async (event: ClipboardEvent) => {
      if (isCovered(explorer) || (event.target instanceof Element && event.target.closest(FIELDS))) return;
      const text = event.clipboardData?.getData('text').trim();
      const problem = text ? await explorer.setUpTyped(text) : null;
      if (problem !== null) explorer.change({ problem });
    };
    const listening = new AbortController();
    addEventListener('keydown', onKey, listening);
    addEventListener('paste', onPaste, listening);
    return () => listening.abort();
  }, [explorer]);
}

/** Returns true if a dialog or an exploration takes the place of the board. */
function isCovered({ view }: Explorer): boolean {
  return view.exploring !== null || document.querySelector('dialog[open]') !== null;
}

/** Returns the action of Ctrl+Z, or of Shift+Ctrl+Z and Ctrl+Y; null in a text field, which has its own undo. */
function undoOrRedo(explorer: Explorer, event: KeyboardEvent): (() => void) | null {
  const key = event.key.toLowerCase();
  if (!['z', 'y'].includes(key) || (event.target as Element).closest('input:not([type="range"])')) return null;
  return () => explorer.go(event.shiftKey || key === 'y' ? withRedo : withUndo);
}

function actionOf(explorer: Explorer, { key, shiftKey, target }: KeyboardEvent): (() => void) | null {
  const element = target as Element;
  if (shiftKey || element.closest(FIELDS)) return null;
  if (key === ' ') return element.closest(PRESSED) ? null : () => explorer.togglePlaying();
  // With Caps Lock, letters are capitals.
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (letter === 'h') return () => explorer.hint();
  const direction = SLIDES[letter];
  if (direction === undefined || explorer.view.space?.board == null || explorer.view.editing) return null;
  const box = document.querySelector('.board')?.getBoundingClientRect();
  // Otherwise the arrow keys scroll the page.
  const isInView = box !== undefined && box.top < innerHeight && box.bottom > 0;
  return isInView ? () => explorer.slide(direction) : null;
}
