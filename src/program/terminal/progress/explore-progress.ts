/** The live line of an exploration. */

import { abbreviated, grouped, secondsText, shareText } from '../../../base/text/numbers.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import { WIDTH } from '../width.js';
import { roundTime, TimeLeft } from './time-left.js';

type Layer = Extract<ExploreEvent, { readonly type: 'layer' }>;

/** Follows the events of an exploration, and says in a line how far it is. */
export class ExploreProgress {
  readonly #reachable: boolean;
  #timeLeft = new TimeLeft();
  #begin = 0;
  #layer: Layer | undefined;
  /** States that were found before this began, by a run that goes on. */
  #saved = 0;
  /** When the last layer was heard of. */
  #heard = 0;

  /** @param reachable whether moves reach all of the states that events tell; else nobody knows how many are left */
  constructor(reachable = true) {
    this.#reachable = reachable;
  }

  on(event: ExploreEvent): void {
    if (event.type === 'start') {
      this.#begin = performance.now();
      this.#layer = undefined;
      this.#timeLeft = new TimeLeft();
    } else if (event.type === 'layer') {
      if (this.#layer === undefined) this.#saved = event.found - event.fresh;
      this.#layer = event;
      this.#heard = performance.now();
      this.#timeLeft.on(event);
    }
  }

  /** @param width characters at most, but for the shortest that can be said; what matters least is left out */
  text(width = WIDTH - 1): string {
    const layer = this.#layer;
    if (layer === undefined) return 'starting the threads';
    const now = performance.now();
    const seconds = (now - this.#begin) / 1000;
    const { depth, found, states } = layer;
    const share = shareText(found / states);
    const rate = `  ${abbreviated((found - this.#saved) / seconds)}/s`;
    const time = `  ${secondsText(seconds)}`;
    const far = `depth ${depth}  ${grouped(found)}`;
    const [long, middle, short] = this.#left(layer.seconds + (now - this.#heard) / 1000);
    const lines = [
      `${far} of ${grouped(states)} (${share})${rate}${time}${long}`,
      `${far} of ${grouped(states)} (${share})${rate}${time}${middle}`,
      `${far} of ${grouped(states)} (${share})${rate}${time}${short}`,
      `${far} of ${grouped(states)} (${share})${time}${short}`,
      `${far} (${share})${rate}${time}${short}`,
      `${far} (${share})${time}${short}`,
    ];
    return lines.find((line) => line.length <= width) ?? `${far} (${share})${short}`;
  }

  /** What is to be said of the time left, in many words and in fewer. */
  #left(now: number): readonly [string, string, string] {
    if (!this.#reachable) return ['', '', ''];
    const left = this.#timeLeft.at(now);
    if (left === undefined) {
      const unknown = '  time left unknown';
      return [this.#timeLeft.growing ? `${unknown} while layers grow` : unknown, unknown, unknown];
    }
    const about = `  about ${roundTime(left)} left`;
    return [`${about} at the pace of the last layers`, `${about} at this pace`, about];
  }
}
