/** A reader's preferences, stored by the browser for the next visit. A browser without storage is not an error. */

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
    // Hints are on again at the next visit.
  }
}
