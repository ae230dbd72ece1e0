/**
 * One line for each request: when it came, method, path, status, and how long the answer took.
 *
 * Lines are gathered and written some at a time: a call of the system for each would take longer than the answer. A
 * reader that stops reading holds nothing up; what it misses is counted.
 */

import type { Writable } from 'node:stream';
import { excerpt } from '../../base/text/excerpt.js';

/** Milliseconds that a line is held back, at most. */
const LATEST = 100;
/** Lines that are written at once without waiting. */
const MOST_GATHERED = 5000;
/** Bytes that a reader may be behind. */
const MOST_UNREAD = 1 << 20;
/** Characters of path and query. */
const LONGEST_PATH = 200;
/** Nothing in it is to be replaced, which takes less time to see than to do. */
const PLAIN = /^[!-~]*$/;

export interface LoggedRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly url: string;
  /** Of the answer, as far as one was begun. */
  readonly status: number | undefined;
  /** When it came, by performance.now(). */
  readonly begin: number;
  /** True if the connection was closed before all was sent. */
  readonly brokenOff: boolean;
}

export class RequestLog {
  readonly #stream: Writable;
  #lines: string[] = [];
  #missed = 0;
  /** A millisecond, and how it is written: many requests come in one. */
  #time = 0;
  #timeText = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes the line of a request that has been answered, or whose client has gone. */
  tell({ method, url, status, begin, brokenOff }: LoggedRequest): void {
    const path = PLAIN.test(url) && url.length <= LONGEST_PATH ? url : excerpt(url, LONGEST_PATH);
    const time = (performance.now() - begin).toFixed(1);
    this.add(`${method} ${path} ${status ?? '-'} ${time} ms${brokenOff ? ', broken off' : ''}`);
  }

  /** @param what without a line break, and without the time, which is now */
  add(what: string): void {
    if (this.#stream.writableLength > MOST_UNREAD) {
      this.#missed++;
      return;
    }
    if (this.#missed > 0) {
      this.#lines.push(`${this.#missed} requests are missing here: the log was not read in time\n`);
      this.#missed = 0;
    }
    const time = Date.now();
    if (time !== this.#time) {
      this.#time = time;
      this.#timeText = new Date(time).toISOString();
    }
    this.#lines.push(`${this.#timeText} ${what}\n`);
    if (this.#lines.length >= MOST_GATHERED) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), LATEST);
  }

  /** Returns the lines that have not been written yet, for the caller to write. */
  rest(): string {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#lines.join('');
    this.#lines = [];
    return text;
  }

  #write(): void {
    this.#stream.write(this.rest());
  }
}
