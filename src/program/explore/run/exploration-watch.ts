/** What is seen of an exploration while it runs: the live line, the log, and what goes wrong beside it. */

import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import type { Io } from '../../process/io.js';
import { endOnSignal } from '../../process/signals.js';
import { stoppedText } from '../../terminal/distribution-text.js';
import { LiveLine } from '../../terminal/live-line.js';
import { ExploreProgress } from '../../terminal/progress/explore-progress.js';
import { SavedNotice } from '../../terminal/progress/saved-notice.js';
import { columnsOf } from '../../terminal/width.js';
import { type LoggedPart, RunLog } from './run-log.js';

/** One of `count` explorations. */
export interface ExplorationPart extends LoggedPart {
  readonly count: number;
}

/** Returns a part in words. */
export function partText({ kind, index, count }: ExplorationPart): string {
  return `${kind} ${index + 1} of ${count}`;
}

export interface WatchOptions {
  readonly io: Io;
  /** Closed by the caller: it may serve one exploration after another. */
  readonly log?: RunLog | undefined;
  /** Left out of a single exploration. */
  readonly part?: ExplorationPart | undefined;
  /** True if moves reach all states that events give; otherwise the number left is not known. @default true */
  readonly reachable?: boolean;
  /** Returns further live lines, below the one of the exploration. @param width characters of a line at most */
  readonly linesBelow?: ((width: number) => readonly string[]) | undefined;
}

export class ExplorationWatch {
  readonly #log: RunLog | undefined;
  readonly #part: ExplorationPart | undefined;
  readonly #line: LiveLine;
  readonly #progress: ExploreProgress;
  readonly #notice = new SavedNotice();
  readonly #io: Io;
  readonly #reachable: boolean;
  #histogram: number[] = [];
  #states = 0;
  /** True if no layer is left. */
  complete = false;

  /** Begins to draw. */
  constructor({ io, log, part, reachable = true, linesBelow = () => [] }: WatchOptions) {
    this.#io = io;
    this.#reachable = reachable;
    this.#log = log;
    this.#part = part;
    this.#progress = new ExploreProgress(reachable);
    const begin = part === undefined ? '' : `${partText(part)}  `;
    this.#line = new LiveLine(io.stderr, (width) => {
      const line = begin + this.#notice.over((room) => this.#progress.text(room), width - begin.length);
      return [line, ...linesBelow(width)].join('\n');
    });
  }

  readonly on = (event: ExploreEvent): void => {
    if (event.type === 'start') this.#histogram = [];
    if (event.type === 'layer') {
      this.#histogram.push(event.fresh);
      this.#states = event.states;
    }
    this.#progress.on(event);
    this.#notice.on(event);
    this.#log?.on(event, this.say, this.#part);
    if (event.type === 'checkpoint-failed') this.say(`antipode: ${event.message}`);
  };

  /** Says on standard error what is to be read by whoever watches. */
  readonly say = (message: string): void => this.#line.say(message);

  /**
   * From now on a signal ends the program with the distribution so far on standard error.
   * @param name of the space, in words
   * @param paths of files that are being written
   * @param advice what is lost, and how not to lose it next time
   */
  endOnSignal(name: string, paths: readonly string[], advice: string): void {
    const { stderr } = this.#io;
    endOnSignal(this.#io, paths, () => {
      this.end();
      const found = { histogram: this.#histogram, states: this.#states, reachable: this.#reachable };
      return `${stoppedText({ name, ...found, complete: this.complete }, columnsOf(stderr))}antipode: ${advice}\n`;
    });
  }

  /** Ends the live line. */
  end(): void {
    this.#line.end();
  }
}

/** Explores with a live line, and with a log if there is one. */
export async function withWatch<Outcome>(
  options: WatchOptions,
  explore: (watch: ExplorationWatch) => Promise<Outcome>,
): Promise<Outcome> {
  const watch = new ExplorationWatch(options);
  try {
    const outcome = await explore(watch);
    watch.complete = true;
    return outcome;
  } finally {
    watch.end();
  }
}

/**
 * Returns the log that was asked for, if any.
 * @param others files that will be written, in folders that exist
 * @param append if true, the log continues after the lines that are there
 * @throws InputError if it cannot be written
 */
export function logOf(path: string | undefined, others: readonly string[], io: Io, append = false): RunLog | undefined {
  return path === undefined ? undefined : new RunLog({ path, others, append, io });
}
