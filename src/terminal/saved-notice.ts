/** On the live line of an exploration: that a checkpoint has been saved. */

import type { ExploreEvent } from '../explore/explore.js';
import { bytesText, secondsText } from '../text/numbers.js';
import { WIDTH } from './distribution-text.js';

/** Long enough to be read. */
const SECONDS_SHOWN = 3;

export class SavedNotice {
  #text = '';
  #short = '';
  #until = 0;

  on(event: ExploreEvent): void {
    if (event.type !== 'checkpoint') return;
    this.#short = `saved at depth ${event.depth}`;
    this.#text = `${this.#short}: ${bytesText(event.bytes)} in ${secondsText(event.seconds)}`;
    this.#until = performance.now() + 1000 * SECONDS_SHOWN;
  }

  /** A line beside which the notice stands where there is room; where there is none it takes its place for a moment. */
  over(line: string): string {
    if (this.#text === '') return line;
    const beside = `${line}  ${this.#short}`;
    if (beside.length < WIDTH) return beside;
    return performance.now() < this.#until ? this.#text : line;
  }
}
