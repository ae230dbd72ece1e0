/** On the live line of an exploration: that a checkpoint has been saved. */

import { bytesText, secondsText } from '../../../base/text/numbers.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';

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

  /**
   * Returns a line with the notice beside it if there is room; if there is none, the notice takes its place for a moment.
   * @param line as long as it is allowed to be, or as short as it can be
   * @param width characters at most
   */
  over(line: (width: number) => string, width: number): string {
    if (this.#text === '') return line(width);
    const beside = `${line(width - this.#short.length - 2)}  ${this.#short}`;
    if (beside.length <= width) return beside;
    return performance.now() < this.#until ? this.#text : line(width);
  }
}
