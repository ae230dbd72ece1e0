/** The live lines of a run that a queue shares: those of its coordinator, and that of each worker. */

import { bytesText, countOf, grouped, secondsText } from '../../base/text.js';
import { rangeText } from '../../runs/disk/portions.js';
import type { ExploreEvent } from '../../runs/exploration/exploration.js';
import type { NamedReport, QueueEvent } from '../../runs/queue/coordinator.js';
import type { WorkEvent } from '../../runs/queue/worker.js';
import { roundTime } from './explore-progress.js';

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
    return `${countOf(count, 'worker')}, ${working} at work${rate === 0 ? '' : `  ${rateText(rate)}`}`;
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

const SECONDS_OF_MEAN = 30;

/** Byte rate of a count that grows in steps of some seconds: the mean of the last half minute. */
class ByteRate {
  /** Reports of the last half minute, and the one before: the bytes, and the time in seconds. */
  #reports: readonly { readonly at: number; readonly bytes: number }[] = [];

  /** @param bytes bytes so far; a smaller count than before restarts the rate */
  on(bytes: number): void {
    const at = performance.now() / 1000;
    const before = bytes < (this.#reports.at(-1)?.bytes ?? 0) ? [] : this.#reports;
    const begin = before.findLastIndex((report) => report.at <= at - SECONDS_OF_MEAN);
    this.#reports = [...before.slice(Math.max(0, begin)), { at, bytes }];
  }

  /** Returns bytes per second; 0 if unknown. */
  get perSecond(): number {
    const [first, last] = [this.#reports[0], this.#reports.at(-1)];
    return first === undefined || last === undefined || last.at === first.at
      ? 0
      : (last.bytes - first.bytes) / (last.at - first.at);
  }
}

/* The live line of a queue's worker, and a line for each layer that it worked on. */

export class WorkProgress {
  /** The job in work; undefined while the worker waits. */
  #making: { readonly text: string; readonly begin: number } | undefined;
  #waitsSince = performance.now();
  /** Work of this worker on the last layer. */
  #part: { layer: number; portions: number; bytesRead: number; bytesWritten: number; seconds: number } | undefined;
  #portions = 0;

  /** @returns the line of a layer, when this worker begins another one */
  on(event: WorkEvent): string | undefined {
    if (event.type === 'waiting') {
      this.#making = undefined;
      this.#waitsSince = performance.now();
    } else if (event.type === 'making') {
      const { layer, first, last } = event;
      this.#making = { text: `layer ${layer}: making ${rangeText({ first, last })}`, begin: performance.now() };
      if (this.#part !== undefined && this.#part.layer !== layer) return this.takePart();
    } else if (event.type === 'made') {
      const { layer, first, last, bytesRead, bytesWritten, seconds } = event;
      const portions = last - first + 1;
      this.#portions += portions;
      this.#part ??= { layer, portions: 0, bytesRead: 0, bytesWritten: 0, seconds: 0 };
      const more = { portions, bytesRead, bytesWritten, seconds };
      for (const name of ['portions', 'bytesRead', 'bytesWritten', 'seconds'] as const) this.#part[name] += more[name];
    }
    return undefined;
  }

  /** Returns the line of the last layer, if it has not been returned yet. */
  takePart(): string | undefined {
    if (this.#part === undefined) return undefined;
    const { layer, portions, bytesRead, bytesWritten, seconds } = this.#part;
    this.#part = undefined;
    return `layer ${layer}: ${countOf(portions, 'portion')} in ${secondsText(seconds)}, ${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written`;
  }

  text(): string {
    const done = this.#portions === 0 ? '' : `  ${countOf(this.#portions, 'portion')} made so far`;
    const { text, begin } = this.#making ?? { text: 'waiting', begin: this.#waitsSince };
    return `${text}  ${secondsText((performance.now() - begin) / 1000)}${done}`;
  }
}
