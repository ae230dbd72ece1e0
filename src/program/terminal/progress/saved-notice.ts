/** Notice of a saved checkpoint, on the live line of an exploration. */

import { bytesText, secondsText } from '../../../base/text/numbers.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';

/** Time that the notice is shown, long enough to be read. */
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
   * Returns a line with the notice appended. If there is no room, the notice replaces the line for a moment.
   * @param line returns the line for a maximum number of characters, or its shortest form if that is longer
   * @param width maximum characters
   */
  over(line: (width: number) => string, width: number): string {
    if (this.#text === '') return line(width);
    const beside = `${line(width - this.#short.length - 2)}  ${this.#short}`;
    if (beside.length <= width) return beside;
    return performance.now() < this.#until ? this.#text : line(width);
  }
}
