/**
 * How long an exploration may still take. While layers grow nobody knows; once they shrink it is guessed from what is seen:
 *
 * - The sizes of layers rise and fall about like a bell, of height h at its peak and of width s. The states behind the peak are then
 *   sqrt(pi / 2) h s, so those that are left when the peak is reached tell s, and behind 2.5 s hardly any are left.
 * - Layers take about the same time until hardly any states are left, for nearly all blocks are moved: as long as the last ones.
 *
 * Example: 2x6 has its peak at depth 49, with 13.0 million states and 115.7 million left: s = 7.1, so hardly anything will be left
 * to do from depth 67 on. The guess is told as a round number, because it is no better: in a run of 2x7 with a table it was 0.9 to
 * 1.8 times what it took, down to the last 7 seconds, and most of the error came from a busy machine. (The states that are left
 * divided by those found a second were 0.3 to 0.7 times: layers have fewer states and take nearly as long.)
 */

/** The facts of a complete layer. */
export interface TimedLayer {
  readonly depth: number;
  readonly fresh: number;
  readonly found: number;
  /** States of the whole space. */
  readonly states: number;
  /** When the layer was complete. */
  readonly seconds: number;
}

/** Widths of the bell, behind which hardly any states are left. */
const WIDTHS = 2.5;
/** The time of a layer is the mean of this many: those that mark the table and those that do not, of both colours. */
const LAYERS_OF_PACE = 4;
/** The least time of these layers together, because small layers are complete in batches. */
const SECONDS_OF_PACE = 0.3;

export class TimeLeft {
  /** The last layers, up to the number that the pace needs. */
  #layers: TimedLayer[] = [];
  /** The most states of two layers, one of either colour; and the layer at which they were found. */
  #most = 0;
  #peak: TimedLayer | undefined;
  /** When the end was expected at the last layer, on the clock of the layers. */
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
    // Half of what was expected before stays, so that it does not jump.
    this.#end = this.#end === undefined ? end : (this.#end + end) / 2;
  }

  /** Returns whether the last layer is the largest so far. */
  get growing(): boolean {
    return this.#peak === this.#layers.at(-1);
  }

  /**
   * @param now on the clock of the layers
   * @returns seconds; undefined if nothing can be said
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

/** @param height states of the largest layer */
function layersLeft({ depth, fresh, found, states }: TimedLayer, peak: TimedLayer, height: number): number {
  const width = (peak.states - peak.found) / (Math.sqrt(Math.PI / 2) * height);
  return Math.max(peak.depth + WIDTHS * width - depth, (states - found) / fresh);
}

/** Steps in which a guess is told. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45];
const UNITS = [
  { one: 's', many: 's', seconds: 1 },
  { one: 'min', many: 'min', seconds: 60 },
  { one: 'hour', many: 'hours', seconds: 3600 },
  { one: 'day', many: 'days', seconds: 86400 },
] as const;
/** The most hours that are written as hours, and the most of other units; more are written in the next unit. */
const MOST_TOLD = { s: 54, min: 54, hours: 40, days: Number.POSITIVE_INFINITY } as const;

/** A guess as a round number, the nearest one: 1 s, 15 s, 1.5 min, 1 hour, 20 days. */
export function roundTime(guess: number): string {
  const unit = UNITS.find(({ many, seconds }) => guess < MOST_TOLD[many] * seconds) ?? UNITS[3];
  const value = Math.max(1, guess / unit.seconds);
  const distance = (step: number) => Math.abs(Math.log(step / value));
  const nearest = STEPS.reduce((best, step) => (distance(step) < distance(best) ? step : best));
  // Only of days there are more than steps.
  const told = value > 54 ? Number(value.toPrecision(1)) : nearest;
  return `${told} ${told === 1 ? unit.one : unit.many}`;
}
