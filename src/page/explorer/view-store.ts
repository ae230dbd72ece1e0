/** Holds the view, and calls the listeners after each change. */

import { FIRST_VIEW, type View } from './view.js';

export class ViewStore {
  view = FIRST_VIEW;
  readonly #listeners = new Set<() => void>();

  /** Adds a listener. @returns a function that removes it */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
