/**
 * A run whose portions a queue hands out: the queue as the coordinator's program opens, watches and cancels it; `antipode worker`, which makes
 * portions until the run is complete; and the live lines of both.
 */

import { bytesText, countOf, grouped, InputError, secondsText } from '../../base/text.js';
import { rangeText } from '../../runs/disk/portions.js';
import type { ExploreEvent } from '../../runs/exploration/exploration.js';
import { type NamedReport, openCoordinator, type QueueEvent } from '../../runs/queue/coordinator.js';
import { type WorkEvent, workForQueue } from '../../runs/queue/worker.js';
import { readFolder, readMemory, readThreads } from '../arguments/option-values.js';
import type { WorkerArguments } from '../arguments/options.js';
import { roundTime } from '../terminal/explore-progress.js';
import { withLiveLine } from '../terminal/live-line.js';
import { type Io, SignalError } from '../terminal/process.js';

/** The queue of a coordinator, with the live lines of its workers. */
export type SharedQueue = Awaited<ReturnType<typeof openQueue>>;

/** Connects to the server of a queue. @param end ends the run immediately @throws QueueError */
export async function openQueue(url: string, end: AbortController, { stderr, version: program }: Io) {
  const progress = new QueueProgress();
  let say = (message: string): void => {
    stderr.write(`${message}\n`);
  };
  const onEvent = (event: QueueEvent) =>
    event.type === 'note' ? say(`antipode: ${event.message}`) : progress.on(event);
  return {
    ...(await openCoordinator({ url, program, signal: end.signal, onEvent })),
    progress,
    /** Sets the function that prints notes, above the live lines. */
    sayBy: (print: typeof say) => {
      say = print;
    },
    /** Ends the run. @param reason error that the run rejects with */
    cancel: (reason: Error) => end.abort(reason),
  };
}

export async function workerCommand(options: WorkerArguments, io: Io): Promise<void> {
  const { queue: url, work } = options;
  if (url === undefined) {
    throw new InputError("--queue is missing: give the coordinator's --queue address, such as redis://host:6379");
  }
  if (work === undefined) {
    throw new InputError("--work is missing: give the coordinator's --work folder, by its path on this machine");
  }
  const folder = readFolder('--work', work);
  const threads = readThreads(options.threads);
  const memory = readMemory(options.memory);
  const end = new AbortController();
  const { signal } = end;
  io.answerSignals((status) => {
    if (!signal.aborted) {
      end.abort(new SignalError(status, "stopped; another worker will make this worker's unfinished portions"));
    }
    return false;
  });
  const progress = new WorkProgress();
  const text = () => progress.text();
  await withLiveLine(io.stderr, text, async (line) => {
    let isConnected = false;
    const say = (message: string | undefined) => message !== undefined && line.say(message);
    const onEvent = (event: WorkEvent) => {
      if (event.type === 'waiting' && !isConnected) {
        isConnected = true;
        say(`waiting for a run in ${folder}`);
      }
      if (event.type === 'note') say(`antipode: ${event.message}`);
      if (event.type === 'opened') say(`${event.space}: making portions in ${folder}`);
      say(progress.on(event));
    };
    await workForQueue({ url, folder, program: io.version, threads, memory, signal, onEvent });
    say(progress.takePart());
    say('the run is complete');
  });
}

/* The live lines of the coordinator. */

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
  /** Counts of the bytes of each worker, by its id. */
  #counts = new Map<string, readonly ByteCount[]>();

  on(event: ExploreEvent | QueueEvent): void {
    if (event.type === 'portions') this.#layer = event;
    if (event.type === 'layer' && event.depth >= (this.#layer?.depth ?? 0)) this.#layer = undefined;
    if (event.type !== 'workers') return;
    const place = ({ host, pid }: NamedReport) => `${host} ${String(pid).padStart(10)}`;
    this.#workers = event.workers.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
    this.#counts = new Map(
      event.workers.map(({ id, bytesRead, bytesWritten }) => [
        id,
        withCount(this.#counts.get(id) ?? [], bytesRead + bytesWritten),
      ]),
    );
  }

  /** Returns the lines. @param width maximum characters of a line */
  lines(width: number): readonly string[] {
    const shown = this.#workers.slice(0, MOST_SHOWN);
    const others = this.#workers.length - shown.length;
    const names = shown.map(({ host, pid }) => `${host.slice(0, MOST_OF_HOST)} ${pid}`);
    const longest = Math.max(0, ...names.map(({ length }) => length));
    return [
      ...(this.#layer === undefined ? [] : [layerLine(this.#layer, width)]),
      this.#workersLine(),
      ...shown.map((worker, index) => `  ${names[index].padEnd(longest)}  ${this.#doing(worker)}`),
      ...(others > 0 ? [`  and ${others} more`] : []),
    ];
  }

  #workersLine(): string {
    const { length: count } = this.#workers;
    if (count === 0) return 'no workers: start antipode worker with the same --queue and folder';
    const working = this.#workers.filter(({ state }) => state === 'working').length;
    const rate = [...this.#counts.values()].reduce((sum, counts) => sum + bytesPerSecond(counts), 0);
    return `${countOf(count, 'worker')}, ${working} at work${rate === 0 ? '' : `  ${rateText(rate)}`}`;
  }

  #doing({ id, state, layer, portions }: NamedReport): string {
    if (state !== 'working' || layer === null || portions === null) return 'waiting';
    const [first, last] = portions;
    const late = layer === this.#layer?.depth ? '' : ` of layer ${layer}`;
    const rate = bytesPerSecond(this.#counts.get(id) ?? []);
    return `${rangeText({ first, last })}${late}${rate === 0 ? '' : `  ${rateText(rate)}`}`;
  }
}

function layerLine(
  { depth, portions, done, inWork, bytesRead, bytesWritten, seconds }: HandedOut,
  width: number,
): string {
  const far = `layer ${depth}: ${grouped(done)} of ${grouped(portions)} portions done, ${grouped(inWork)} in work`;
  const isPaced = done >= PORTIONS_OF_PACE && done < portions;
  const left = isPaced ? `  about ${roundTime((seconds * (portions - done)) / done)} left` : '';
  const traffic =
    bytesWritten === 0 ? '' : `  ${rateText(bytesRead / seconds)} read, ${rateText(bytesWritten / seconds)} written`;
  const lines = [`${far}${left && `${left} of it`}${traffic}`, `${far}${left}`];
  return lines.find((line) => line.length <= width) ?? far;
}

/** Returns a rate as text: 230 MB/s. */
function rateText(rate: number): string {
  return `${bytesText(Math.round(rate))}/s`;
}

/* Byte rates of counts that grow in steps of some seconds: the mean of the last half minute. */

const SECONDS_OF_MEAN = 30;

/** A number of bytes so far, and its time in seconds. */
type ByteCount = { readonly at: number; readonly bytes: number };

/** Returns the counts of the last half minute, and the one before, with a new one. A smaller count than before begins again. */
function withCount(counts: readonly ByteCount[], bytes: number): readonly ByteCount[] {
  const at = performance.now() / 1000;
  const before = bytes < (counts.at(-1)?.bytes ?? 0) ? [] : counts;
  const begin = before.findLastIndex((count) => count.at <= at - SECONDS_OF_MEAN);
  return [...before.slice(Math.max(0, begin)), { at, bytes }];
}

/** Returns bytes per second; 0 if unknown. */
function bytesPerSecond(counts: readonly ByteCount[]): number {
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined || last.at === first.at) return 0;
  return (last.bytes - first.bytes) / (last.at - first.at);
}

/* The live line of a worker, and a line for each layer that it worked on. */

export class WorkProgress {
  /** What the worker does, and since when. */
  #doing = { text: 'waiting', begin: performance.now() };
  /** Work of this worker on the last layer. */
  #part: { layer: number; portions: number; bytesRead: number; bytesWritten: number; seconds: number } | undefined;
  #portions = 0;

  /** @returns the line of a layer, when this worker begins another one */
  on(event: WorkEvent): string | undefined {
    if (event.type === 'waiting') {
      this.#doing = { text: 'waiting', begin: performance.now() };
    } else if (event.type === 'making') {
      const { layer } = event;
      this.#doing = { text: `layer ${layer}: making ${rangeText(event)}`, begin: performance.now() };
      if (this.#part?.layer !== layer) return this.takePart();
    } else if (event.type === 'made') {
      const { layer, first, last, bytesRead, bytesWritten, seconds } = event;
      const portions = last - first + 1;
      this.#portions += portions;
      this.#part ??= { layer, portions: 0, bytesRead: 0, bytesWritten: 0, seconds: 0 };
      this.#part.portions += portions;
      this.#part.bytesRead += bytesRead;
      this.#part.bytesWritten += bytesWritten;
      this.#part.seconds += seconds;
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
    const { text, begin } = this.#doing;
    return `${text}  ${secondsText((performance.now() - begin) / 1000)}${done}`;
  }
}
