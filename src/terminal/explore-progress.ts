/** The live line of an exploration. */

import type { ExploreEvent } from '../explore/explore.js';
import { abbreviated, grouped, secondsText, shareText } from '../text/numbers.js';

/** Follows the events of an exploration, and says in a line how far it is. */
export class ExploreProgress {
  #begin = 0;
  #depth = 0;
  #found = 0;
  /** Of those, the ones that were there before this began, in what was saved of a run that goes on. */
  #saved: number | undefined;
  #states = 0;

  on(event: ExploreEvent): void {
    if (event.type === 'start') {
      this.#begin = performance.now();
      this.#saved = undefined;
    } else if (event.type === 'layer') {
      this.#saved ??= event.found - event.fresh;
      this.#depth = event.depth;
      this.#found = event.found;
      this.#states = event.states;
    }
  }

  text(): string {
    if (this.#states === 0) return 'starting the threads';
    const seconds = (performance.now() - this.#begin) / 1000;
    const share = shareText(this.#found / this.#states);
    const rate = abbreviated((this.#found - (this.#saved ?? 0)) / seconds);
    return `depth ${this.#depth}  ${grouped(this.#found)} of ${grouped(this.#states)} (${share})  ${rate}/s  ${secondsText(seconds)}`;
  }
}
