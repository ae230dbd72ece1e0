/**
 * The log, with a line for each request: arrival time, method, path, status, and duration of the answer.
 *
 * Lines are gathered and written together, because a system call for each would take longer than an answer. If the log's reader stops
 * reading, requests do not wait: the missed lines are counted.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { excerpt } from '../../base/text.js';

/** Maximum milliseconds before a line is written. */
const LATEST = 100;
/** Number of gathered lines that are written without further delay. */
const MOST_GATHERED = 5000;
/** Maximum number of bytes that the log's reader has not read. */
const MOST_UNREAD = 1 << 20;
/** Maximum characters of path and query. */
const LONGEST_PATH = 200;
/** Text without characters that need replacing: checking is faster than replacing. */
const PLAIN = /^[!-~]*$/;

export class RequestLog {
  readonly #stream: Writable;
  #lines: string[] = [];
  #missed = 0;
  /** The last millisecond and its text, which many requests share. */
  #time = 0;
  #timeText = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes the line of a request that was answered, or whose client has disconnected. @param begin arrival, by performance.now() */
  tell(
    { method, url = '', socket }: IncomingMessage,
    { headersSent, statusCode }: ServerResponse,
    begin: number,
  ): void {
    const path = PLAIN.test(url) && url.length <= LONGEST_PATH ? url : excerpt(url, LONGEST_PATH);
    const time = (performance.now() - begin).toFixed(1);
    this.add(
      `${method} ${path} ${headersSent ? statusCode : '-'} ${time} ms${socket.destroyed ? ', connection closed' : ''}`,
    );
  }

  /** Adds a line with the present time. @param what text without a line break */
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

  /** Returns the lines not written yet, for the caller to write. */
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
