/** A reader's preferences, kept by the browser for the next visit. A browser that keeps nothing is no error. */

const HINTS = 'antipode-hints';

export function keptHints(): boolean {
  try {
    return localStorage.getItem(HINTS) !== 'off';
  } catch {
    return true;
  }
}

export function keepHints(on: boolean): void {
  try {
    localStorage.setItem(HINTS, on ? 'on' : 'off');
  } catch {
    // It is on again at the next visit.
  }
}
