/** The live lines of an exploration whose portions are made by workers: the current layer, and the state of each worker. */

import { bytesText, grouped } from '../../../base/text/numbers.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import { rangeText } from '../../../runs/portions/portion-range.js';
import type { NamedReport, QueueEvent } from '../../../runs/queue/coordinator.js';
import { ByteRate } from './byte-rate.js';
import { roundTime } from './time-left.js';

type HandedOut = Extract<QueueEvent, { readonly type: 'portions' }>;

/** Maximum number of workers with a line each. */
const MOST_SHOWN = 10;
/** Maximum characters of a host's name, so that the line of its worker fits into 60 columns. */
const MOST_OF_HOST = 20;
/** Minimum number of made portions that the time left of a layer is estimated from. */
const PORTIONS_OF_PACE = 2;

export class QueueProgress {
  /** The layer that is handed out; undefined between layers, and in layers that the coordinator makes itself. */
  #layer: HandedOut | undefined;
  #workers: readonly NamedReport[] = [];
  /** Byte rates by the worker's id. */
  #rates = new Map<string, ByteRate>();

  on(event: ExploreEvent | QueueEvent): void {
    if (event.type === 'portions') this.#layer = event;
    if (event.type === 'layer' && event.depth >= (this.#layer?.depth ?? 0)) this.#layer = undefined;
    if (event.type === 'workers') this.#hear(event.workers);
  }

  /** Returns the lines. @param width maximum characters of a line */
  lines(width: number): readonly string[] {
    const layer = this.#layer === undefined ? [] : [this.#layerLine(this.#layer, width)];
    const shown = this.#workers.slice(0, MOST_SHOWN);
    const others = this.#workers.length - shown.length;
    const names = shown.map(({ host, pid }) => `${host.slice(0, MOST_OF_HOST)} ${pid}`);
    const longest = Math.max(0, ...names.map(({ length }) => length));
    return [
      ...layer,
      this.#workersLine(),
      ...shown.map((worker, index) => `  ${names[index].padEnd(longest)}  ${this.#doing(worker)}`),
      ...(others > 0 ? [`  and ${others} more`] : []),
    ];
  }

  #hear(workers: readonly NamedReport[]): void {
    const before = this.#rates;
    this.#rates = new Map();
    for (const { id, bytesRead, bytesWritten } of workers) {
      const rate = before.get(id) ?? new ByteRate();
      rate.on(bytesRead + bytesWritten);
      this.#rates.set(id, rate);
    }
    const place = ({ host, pid }: NamedReport) => `${host} ${String(pid).padStart(10)}`;
    this.#workers = [...workers].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }

  #layerLine({ depth, portions, done, inWork, bytesRead, bytesWritten, seconds }: HandedOut, width: number): string {
    const far = `layer ${depth}: ${grouped(done)} of ${grouped(portions)} portions done, ${grouped(inWork)} in work`;
    const left =
      done < PORTIONS_OF_PACE || done === portions
        ? ''
        : `  about ${roundTime((seconds * (portions - done)) / done)} left`;
    const traffic =
      bytesWritten === 0 ? '' : `  ${rateText(bytesRead / seconds)} read, ${rateText(bytesWritten / seconds)} written`;
    const lines = [`${far}${left && `${left} of it`}${traffic}`, `${far}${left}`];
    return lines.find((line) => line.length <= width) ?? far;
  }

  #workersLine(): string {
    const { length: count } = this.#workers;
    if (count === 0) return 'no workers: start antipode worker with the same --queue and folder';
    const working = this.#workers.filter(({ state }) => state === 'working').length;
    const rate = [...this.#rates.values()].reduce((sum, { perSecond }) => sum + perSecond, 0);
    return `${count === 1 ? '1 worker' : `${count} workers`}, ${working} at work${rate === 0 ? '' : `  ${rateText(rate)}`}`;
  }

  #doing({ id, state, layer, portions }: NamedReport): string {
    if (state !== 'working' || layer === null || portions === null) return 'waiting';
    const [first, last] = portions;
    const range = rangeText({ first, last });
    const late = layer === this.#layer?.depth ? '' : ` of layer ${layer}`;
    const rate = this.#rates.get(id)?.perSecond ?? 0;
    return `${range}${late}${rate === 0 ? '' : `  ${rateText(rate)}`}`;
  }
}

/** Returns a rate as text: 230 MB/s. */
function rateText(bytesPerSecond: number): string {
  return `${bytesText(Math.round(bytesPerSecond))}/s`;
}
