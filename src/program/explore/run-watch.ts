/** The output of a running exploration: the live line, the log, and warnings. */

import { closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { excerpt, grouped, InputError } from '../../base/text.js';
import { makeFolder } from '../../files/files.js';
import type { ExploreEvent } from '../../runs/exploration/exploration.js';
import { refuse } from '../arguments/option-values.js';
import { isSameFile } from '../arguments/resources.js';
import { stoppedText } from '../terminal/distribution-text.js';
import { exploreProgress } from '../terminal/explore-progress.js';
import { columnsOf } from '../terminal/layout.js';
import { withLiveLine } from '../terminal/live-line.js';
import type { Io } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';

/** One of several explorations, each of a goal or a pattern; the index counts from 0. */
type ExplorationPart = { readonly kind: 'goal' | 'pattern'; readonly index: number; readonly count: number };

/** Returns a part in words. */
export function partText({ kind, index, count }: ExplorationPart): string {
  return `${kind} ${index + 1} of ${count}`;
}

interface WatchOptions {
  readonly io: Io;
  /** Log of the run. The caller closes it, because several explorations can share it. */
  readonly log?: RunLog | undefined;
  /** Number of this exploration among several; undefined for a single one. */
  readonly part?: ExplorationPart | undefined;
  /** True if moves reach all states that events count; otherwise the number of remaining states is unknown. */
  readonly reachable: boolean;
  /** Returns further live lines, below the exploration's own. @param width maximum characters of a line */
  readonly linesBelow?: ((width: number) => readonly string[]) | undefined;
}

export interface RunWatch {
  readonly on: (event: ExploreEvent) => void;
  /** Prints a message on standard error, above the live line. */
  readonly say: (message: string) => void;
  /** Ends the live line. */
  readonly end: () => void;
  /**
   * Makes a signal print the distribution so far on standard error, and end the program.
   * @param name the space, in words
   * @param paths files that are being written
   * @param advice what is lost, and how to avoid that next time
   */
  endOnSignal(name: string, paths: readonly string[], advice: string): void;
}

/** Explores with a live line, and with a log if there is one. */
export function withWatch<Outcome>(
  { io, log, part, reachable, linesBelow = () => [] }: WatchOptions,
  explore: (watch: RunWatch) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = exploreProgress(reachable);
  const begin = part === undefined ? '' : `${partText(part)}  `;
  let histogram: number[] = [];
  let states = 0;
  let complete = false;
  const text = (width: number) => {
    const line = begin + progress.text(width - begin.length);
    return [line, ...linesBelow(width)].join('\n');
  };
  return withLiveLine(io.stderr, text, async (line) => {
    const say = (message: string) => line.say(message);
    const outcome = await explore({
      say,
      on(event) {
        if (event.type === 'start') histogram = [];
        if (event.type === 'layer') {
          histogram.push(event.fresh);
          states = event.states;
        }
        progress.on(event);
        log?.on(event, say, part);
        if (event.type === 'checkpoint-failed') say(`antipode: ${event.message}`);
      },
      end: () => line.end(),
      endOnSignal(name, paths, advice) {
        endOnSignal(io, paths, () => {
          line.end();
          const all = `${reachable ? '' : 'at most '}${grouped(states)}`;
          const found = stoppedText(name, histogram, all, complete, columnsOf(io.stderr));
          return `${found}antipode: ${advice}\n`;
        });
      },
    });
    complete = true;
    return outcome;
  });
}

/** The streams of results and messages. */
type Streams = Pick<Io, 'stdout' | 'stderr'>;

export type RunLog = ReturnType<typeof openRunLog>;

/**
 * Opens the log of a run: a line of JSON for each layer as soon as it is complete, so that a long run can be followed and plotted.
 * docs/reference/result.md describes the lines. The file's contents are not changed yet: the run can still be refused.
 * @param path the path of --log
 * @param others other output files, in folders that exist
 * @param append true to append to the lines of a resumed run; false to replace the file's contents
 * @throws InputError if it cannot be written, or is also the output of results or messages
 */
export function openRunLog(path: string, others: readonly string[], append: boolean, io: Streams) {
  refuse({ [`--log must be the name of a file, found '${excerpt(path)}'`]: path === '' || path.endsWith(sep) });
  /** File descriptor; undefined once writing has failed. */
  let file: number | undefined = openLog(path, others, io);
  /** True until the old contents are removed. */
  let isStale = !append && fstatSync(file).isFile();

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  /**
   * Writes the line of an event, if it has one.
   * @param say prints the message of a log that cannot be written; it is called once, and the run continues
   * @param part goal or pattern of the line, if there are several explorations
   */
  function on(event: ExploreEvent, say: (message: string) => void, part?: ExplorationPart): void {
    const line = lineOf(event, part);
    if (file === undefined || line === undefined) return;
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    let done = 0;
    try {
      if (isStale) ftruncateSync(file);
      isStale = false;
      while (done < bytes.length) done += writeSync(file, bytes, done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      say(`antipode: the log ${path} cannot be written (${code}), and ends here; the exploration continues`);
      // A part of the line may have been written before the error.
      if (done > 0 && fstatSync(file).isFile()) ftruncateSync(file, fstatSync(file).size - done);
      close();
    }
  }

  return { on, close };
}

/** Returns the line of an event; undefined if it has none. */
function lineOf(event: ExploreEvent, part: ExplorationPart | undefined): object | undefined {
  const where = part === undefined ? {} : { [part.kind]: part.index };
  const memory = process.memoryUsage.rss();
  switch (event.type) {
    case 'start':
      return undefined;
    case 'layer': {
      const { depth, fresh, found, states, seconds, bytesRead, bytesWritten } = event;
      return { ...where, depth, fresh, found, states, seconds, bytesRead, bytesWritten, memory };
    }
    case 'checkpoint':
      return { ...where, checkpoint: event.depth, bytes: event.bytes, seconds: event.seconds, memory };
    case 'checkpoint-failed':
      return { ...where, checkpointFailed: event.depth, message: event.message, memory };
  }
}

/** Opens the log for appending. @throws as openRunLog */
function openLog(path: string, others: readonly string[], io: Streams): number {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // Refuses a pipe without a reader. Waiting for one would block the answers to signals.
  const waitless = constants.O_NONBLOCK ?? 0;
  try {
    makeFolder(dirname(path));
    const taken = others.find((other) => isSameFile(other, path));
    refuse({
      [`the result ${taken} would overwrite the log: choose another --log`]: taken !== undefined,
      [`the log ${path} would be mixed with printed output: choose another --log`]: isPrintedTo(path, io),
    });
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | waitless);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`the log ${path} cannot be written (${code}): choose another --log`);
  }
}

/** Returns true if results or messages are printed to the same file, pipe or terminal. */
function isPrintedTo(path: string, { stdout, stderr }: Streams): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return false;
  return [stdout, stderr].some(({ fd, isTTY }) => {
    if (fd === undefined) return false;
    const printed = fstatSync(fd);
    // Devices such as /dev/null can be shared, terminals cannot.
    return printed.ino === status.ino && printed.dev === status.dev && (isTTY || !status.isCharacterDevice());
  });
}
