/** The output of a running exploration: the live line, the log, and warnings. */

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
  /** Log of the run. The caller closes it, because several explorations can share it. */
  readonly log?: RunLog | undefined;
  /** Number of this exploration among several; undefined for a single one. */
  readonly part?: ExplorationPart | undefined;
  /** True if moves reach all states that events count; otherwise the number of remaining states is unknown. @default true */
  readonly reachable?: boolean;
  /** Returns further live lines, below the exploration's own. @param width maximum characters of a line */
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
  /** True once all layers are complete. */
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

  /** Prints a message on standard error, above the live line. */
  readonly say = (message: string): void => this.#line.say(message);

  /**
   * Makes a signal print the distribution so far on standard error, and end the program.
   * @param name the space, in words
   * @param paths files that are being written
   * @param advice what is lost, and how to avoid that next time
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
 * Opens the log that --log names, if any.
 * @param others other output files, in folders that exist
 * @param append true to append to the existing lines
 * @throws InputError if it cannot be written
 */
export function logOf(path: string | undefined, others: readonly string[], io: Io, append = false): RunLog | undefined {
  return path === undefined ? undefined : new RunLog({ path, others, append, io });
}
