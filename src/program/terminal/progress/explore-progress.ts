/** The live line of an exploration. */

import { abbreviated, grouped, secondsText, shareText } from '../../../base/text/numbers.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import { WIDTH } from '../width.js';
import { roundTime, TimeLeft } from './time-left.js';

type Layer = Extract<ExploreEvent, { readonly type: 'layer' }>;

/** Follows the events of an exploration, and shows its progress in a line. */
export class ExploreProgress {
  readonly #reachable: boolean;
  #timeLeft = new TimeLeft();
  #begin = 0;
  #layer: Layer | undefined;
  /** States found before this process began, by the run that is resumed. */
  #saved = 0;
  /** Time of the last layer's event. */
  #heard = 0;

  /** @param reachable true if moves reach all states that events count; otherwise the number of remaining states is unknown */
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

  /** Returns the line. @param width maximum characters, but the shortest line can exceed it; less important parts are left out */
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

  /** Returns the time left, in a long, a medium and a short text. */
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
