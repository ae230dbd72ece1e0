/**
 * One line for each request: when it came, method, path, status, and how long the answer took.
 *
 * Lines are gathered and written some at a time: a call of the system for each would take longer than the answer. A
 * reader that stops reading holds nothing up; what it misses is counted.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { excerpt } from '../text/excerpt.js';

/** Milliseconds that a line is held back, at most. */
const LATEST = 100;
/** Lines that are written at once without waiting. */
const MOST_GATHERED = 5000;
/** Bytes that a reader may be behind. */
const MOST_UNREAD = 1 << 20;
/** Characters of path and query. */
const LONGEST_PATH = 200;

export class RequestLog {
  readonly #stream: Writable;
  #lines: string[] = [];
  #missed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes a line as soon as the request has been answered, or its client has gone. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const begin = performance.now();
    response.once('close', () => {
      const { method = '', url = '' } = request;
      const status = response.headersSent ? response.statusCode : '-';
      const time = `${(performance.now() - begin).toFixed(1)} ms`;
      this.add(
        `${method} ${excerpt(url, LONGEST_PATH)} ${status} ${time}${response.writableFinished ? '' : ', broken off'}`,
      );
    });
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
    this.#lines.push(`${new Date().toISOString()} ${what}\n`);
    if (this.#lines.length >= MOST_GATHERED) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), LATEST);
  }

  /** What has not been written yet; it is now for the caller to write. */
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
