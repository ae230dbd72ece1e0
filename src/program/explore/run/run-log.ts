/**
 * The log of a run: a line of JSON for each layer as soon as it is complete, so that a long run can be followed and plotted.
 * docs/reference/result.md describes the lines.
 */

import { closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { InputError } from '../../../base/input-error.js';
import { makeFolder } from '../../../base/storage/folder.js';
import { excerpt } from '../../../base/text/excerpt.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import { isSameFile } from '../../arguments/output-file.js';
import type { Io } from '../../process/io.js';

export interface RunLogOptions {
  /** The path of --log. */
  readonly path: string;
  /** Other files that will be written, in folders that exist. */
  readonly others: readonly string[];
  /** If true, lines are appended to those of the run that is resumed; otherwise they replace what is there. */
  readonly append: boolean;
  /** The streams of results and messages. */
  readonly io: Pick<Io, 'stdout' | 'stderr'>;
}

/** One of several explorations, for a goal or a pattern each. */
export interface LoggedPart {
  readonly kind: 'goal' | 'pattern';
  /** From 0. */
  readonly index: number;
}

export class RunLog {
  readonly #path: string;
  /** Undefined once it cannot be written any more. */
  #file: number | undefined;
  /** True until the old contents are removed. */
  #stale: boolean;

  /**
   * Opens the file, and leaves its contents: the run may yet be refused.
   * @throws InputError if it cannot be written
   */
  constructor({ path, others, append, io }: RunLogOptions) {
    if (path === '' || path.endsWith(sep)) {
      throw new InputError(`--log must be the name of a file, found '${excerpt(path)}'`);
    }
    this.#path = path;
    this.#file = openLog(path, others, io);
    this.#stale = !append && fstatSync(this.#file).isFile();
  }

  /**
   * Writes the line of an event, if it has one.
   * @param say takes the message that the log cannot be written any more, once; that does not end the run
   * @param part of several explorations; a line has the number of its goal or pattern
   */
  on(event: ExploreEvent, say: (message: string) => void, part?: LoggedPart): void {
    const line = lineOf(event, part);
    if (this.#file === undefined || line === undefined) return;
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    let done = 0;
    try {
      if (this.#stale) ftruncateSync(this.#file);
      this.#stale = false;
      while (done < bytes.length) done += writeSync(this.#file, bytes, done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      say(`antipode: the log ${this.#path} cannot be written (${code}), and ends here; the exploration goes on`);
      // Before the error, a part of the line may have been written.
      if (done > 0 && fstatSync(this.#file).isFile()) ftruncateSync(this.#file, fstatSync(this.#file).size - done);
      this.close();
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Returns the line of an event; undefined if it has none. */
function lineOf(event: ExploreEvent, part: LoggedPart | undefined): object | undefined {
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

/** Opens the log for appending. @throws InputError if it cannot be written, or is where results or messages go */
function openLog(path: string, others: readonly string[], io: RunLogOptions['io']): number {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  // A pipe that nobody reads is refused; to wait for a reader would be to wait without answering signals.
  const waitless = constants.O_NONBLOCK ?? 0;
  try {
    makeFolder(dirname(path));
    const taken = others.find((other) => isSameFile(other, path));
    if (taken !== undefined) {
      throw new InputError(`the log would be written over by the result ${taken}: choose another --log`);
    }
    if (isPrintedTo(path, io)) {
      throw new InputError(`the log ${path} would be mixed with what is printed there: choose another --log`);
    }
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | waitless);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`the log ${path} cannot be written (${code}): choose another --log`);
  }
}

/** Returns whether results or messages go into the same file, pipe or terminal. */
function isPrintedTo(path: string, { stdout, stderr }: RunLogOptions['io']): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return false;
  return [stdout, stderr].some(({ fd, isTTY }) => {
    if (fd === undefined) return false;
    const printed = fstatSync(fd);
    // Of devices, /dev/null takes anything from anybody.
    return printed.ino === status.ino && printed.dev === status.dev && (isTTY || !status.isCharacterDevice());
  });
}
