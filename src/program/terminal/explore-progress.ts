/** The live line of an exploration: its progress, the time left, and the notice of a saved checkpoint. */

import { abbreviated, bytesText, grouped, secondsText, shareText } from '../../base/text.js';
import type { ExploreEvent } from '../../runs/exploration/exploration.js';
import { WIDTH } from './layout.js';

type Layer = Extract<ExploreEvent, { readonly type: 'layer' }>;
/** A complete layer, as far as the estimate of the time left depends on it. */
export type TimedLayer = Pick<Layer, 'depth' | 'fresh' | 'found' | 'states' | 'seconds'>;

/** Time that the notice of a saved checkpoint is shown, long enough to be read. */
const SECONDS_SHOWN = 3;

/**
 * Follows the events of an exploration, and shows its progress in a line.
 * @param reachable true if moves reach all states that events count; otherwise the number of remaining states is unknown
 */
export function exploreProgress(reachable = true) {
  let timeLeft = new TimeLeft();
  let begin = 0;
  let layer: Layer | undefined;
  /** States found before this process began, by the run that is resumed. */
  let before = 0;
  /** Time of the last layer's event. */
  let layerTime = 0;
  /** Notice of the last checkpoint: beside the progress, and alone. */
  let saved: { readonly short: string; readonly text: string; readonly until: number } | undefined;

  /** Returns the time left, in a long, a medium and a short text. */
  function leftAt(now: number): readonly [string, string, string] {
    if (!reachable) return ['', '', ''];
    const left = timeLeft.at(now);
    if (left === undefined) {
      const unknown = '  time left unknown';
      return [timeLeft.growing ? `${unknown} while layers grow` : unknown, unknown, unknown];
    }
    const about = `  about ${roundTime(left)} left`;
    return [`${about} at the pace of the last layers`, `${about} at this pace`, about];
  }

  function line(width: number): string {
    if (layer === undefined) return 'starting the threads';
    const now = performance.now();
    const seconds = (now - begin) / 1000;
    const { depth, found, states } = layer;
    const share = ` (${shareText(found / states)})`;
    const all = ` of ${grouped(states)}`;
    const rate = `  ${abbreviated((found - before) / seconds)}/s`;
    const time = `  ${secondsText(seconds)}`;
    const far = `depth ${depth}  ${grouped(found)}`;
    const lefts = leftAt(layer.seconds + (now - layerTime) / 1000);
    const [, , short] = lefts;
    const lines = [
      ...lefts.map((left) => all + share + rate + time + left),
      all + share + time + short,
      share + rate + time + short,
      share + time + short,
    ];
    return far + (lines.find((each) => far.length + each.length <= width) ?? share + short);
  }

  return {
    on(event: ExploreEvent): void {
      if (event.type === 'start') {
        begin = performance.now();
        layer = undefined;
        timeLeft = new TimeLeft();
      } else if (event.type === 'layer') {
        if (layer === undefined) before = event.found - event.fresh;
        layer = event;
        layerTime = performance.now();
        timeLeft.on(event);
      } else if (event.type === 'checkpoint') {
        const short = `saved at depth ${event.depth}`;
        const text = `${short}: ${bytesText(event.bytes)} in ${secondsText(event.seconds)}`;
        saved = { short, text, until: performance.now() + 1000 * SECONDS_SHOWN };
      }
    },
    /**
     * Returns the line. If it has no room for the notice of a checkpoint, the notice replaces it for a moment.
     * @param width maximum characters, but the shortest line can exceed it; less important parts are left out
     */
    text(width = WIDTH - 1): string {
      if (saved === undefined) return line(width);
      const { short, text, until } = saved;
      const beside = `${line(width - short.length - 2)}  ${short}`;
      if (beside.length <= width) return beside;
      return performance.now() < until ? text : line(width);
    },
  };
}

/*
 * Estimate of an exploration's remaining time. It is unknown while layers grow; once they shrink, it follows from their sizes:
 *
 * - The sizes of layers follow roughly a bell curve with peak height h and width s. sqrt(pi / 2) h s states lie beyond the peak, so
 *   the number of remaining states at the peak determines s. Beyond 2.5 s hardly any states remain.
 * - Until then every layer moves nearly all blocks, so it takes about as long as the last ones.
 *
 * Example: 2x6 has its peak at depth 49, with 13.0 million states and 115.7 million left: s = 7.1, so hardly any work remains from
 * depth 67 on. The estimate is rounded, because it is not precise: in a run of 2x7 with a table it was 0.9 to 1.8 times the true time,
 * down to the last 7 seconds, and most of the error came from a busy machine. (Remaining states divided by states/s gave 0.3 to 0.7
 * times the true time: layers have fewer states but take nearly as long.)
 */

/** Number of widths of the bell curve beyond the peak, after which hardly any states remain. */
const WIDTHS = 2.5;
/** Number of layers whose mean time is the pace: those that mark the table and those that do not, of both colours. */
const LAYERS_OF_PACE = 4;
/** Minimum total time of these layers, because small layers are complete in batches. */
const SECONDS_OF_PACE = 0.3;

export class TimeLeft {
  /** Last layers, as many as the pace needs. */
  #layers: TimedLayer[] = [];
  /** Maximum states of two consecutive layers, one of each colour, and the layer of that maximum. */
  #most = 0;
  #peak: TimedLayer | undefined;
  /** Expected end as of the last layer, on the clock of the layers. */
  #end: number | undefined;

  on(layer: TimedLayer): void {
    const before = this.#layers.at(-1);
    this.#layers.push(layer);
    const two = layer.fresh + (before?.fresh ?? layer.fresh);
    if (two >= this.#most || this.#peak === undefined) {
      this.#most = two;
      this.#peak = layer;
      this.#end = undefined;
      return;
    }
    const pace = this.#secondsOfLayer(layer);
    if (pace === undefined) return;
    const end = layer.seconds + pace * layersLeft(layer, this.#peak, this.#most / 2);
    // The mean with the previous estimate, so that it does not jump.
    this.#end = this.#end === undefined ? end : (this.#end + end) / 2;
  }

  /** True if the last layer is the largest so far. */
  get growing(): boolean {
    return this.#peak === this.#layers.at(-1);
  }

  /**
   * @param now time on the clock of the layers
   * @returns seconds; undefined if unknown
   */
  at(now: number): number | undefined {
    return this.#end === undefined ? undefined : Math.max(0, this.#end - now);
  }

  #secondsOfLayer({ depth, seconds }: TimedLayer): number | undefined {
    const index = this.#layers.findLastIndex(
      (layer) => depth - layer.depth >= LAYERS_OF_PACE && seconds - layer.seconds >= SECONDS_OF_PACE,
    );
    if (index < 0) return undefined;
    this.#layers = this.#layers.slice(index);
    const [first] = this.#layers;
    return (seconds - first.seconds) / (depth - first.depth);
  }
}

/** @param height number of states in the largest layer */
function layersLeft({ depth, fresh, found, states }: TimedLayer, peak: TimedLayer, height: number): number {
  const width = (peak.states - peak.found) / (Math.sqrt(Math.PI / 2) * height);
  return Math.max(peak.depth + WIDTHS * width - depth, (states - found) / fresh);
}

/** Steps that an estimate is rounded to. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45];
/** Units in singular and plural, in seconds, with the most that is told in each. */
const UNITS = [
  { one: 's', many: 's', seconds: 1, most: 54 },
  { one: 'min', many: 'min', seconds: 60, most: 54 },
  { one: 'hour', many: 'hours', seconds: 3600, most: 40 },
] as const;
const DAY = { one: 'day', many: 'days', seconds: 86400 };

/** Returns an estimate as the nearest round number: 1 s, 15 s, 1.5 min, 1 hour, 20 days. */
export function roundTime(guess: number): string {
  const unit = UNITS.find(({ most, seconds }) => guess < most * seconds) ?? DAY;
  const value = Math.max(1, guess / unit.seconds);
  const distance = (step: number) => Math.abs(Math.log(step / value));
  const nearest = STEPS.reduce((best, step) => (distance(step) < distance(best) ? step : best));
  // Only days can exceed the steps.
  const rounded = value > 54 ? Number(value.toPrecision(1)) : nearest;
  return `${rounded} ${rounded === 1 ? unit.one : unit.many}`;
}
