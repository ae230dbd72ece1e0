/** The live line of work with a known total. */

import { abbreviated, grouped, secondsText, shareText } from '../../../base/text/numbers.js';

export class CountProgress {
  readonly #what: string;
  readonly #begin = performance.now();
  #done = 0;
  #of = 0;

  /** @param what noun of the counted things, in the plural */
  constructor(what: string) {
    this.#what = what;
  }

  on(done: number, of: number): void {
    this.#done = done;
    this.#of = of;
  }

  text(): string {
    if (this.#of === 0) return 'starting the threads';
    const seconds = (performance.now() - this.#begin) / 1000;
    const share = shareText(this.#done / this.#of);
    const rate = abbreviated(this.#done / seconds);
    return `${grouped(this.#done)} of ${grouped(this.#of)} ${this.#what} (${share})  ${rate}/s  ${secondsText(seconds)}`;
  }
}
