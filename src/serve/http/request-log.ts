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

export type RequestLog = ReturnType<typeof newRequestLog>;

export function newRequestLog(stream: Writable) {
  let lines: string[] = [];
  let missed = 0;
  /** The last millisecond and its text, which many requests share. */
  let lastTime = 0;
  let timeText = '';
  let timer: NodeJS.Timeout | undefined;

  /** Returns the lines not written yet, for the caller to write. */
  function rest(): string {
    clearTimeout(timer);
    timer = undefined;
    const text = lines.join('');
    lines = [];
    return text;
  }

  function write(): void {
    stream.write(rest());
  }

  /** Adds a line with the present time. @param what text without a line break */
  function add(what: string): void {
    if (stream.writableLength > MOST_UNREAD) {
      missed++;
      return;
    }
    if (missed > 0) {
      lines.push(`${missed} requests are missing here: the log was not read in time\n`);
      missed = 0;
    }
    const time = Date.now();
    if (time !== lastTime) {
      lastTime = time;
      timeText = new Date(time).toISOString();
    }
    lines.push(`${timeText} ${what}\n`);
    if (lines.length >= MOST_GATHERED) write();
    else timer ??= setTimeout(write, LATEST);
  }

  /** Adds the line of a request that was answered, or whose client has disconnected. @param begin arrival, by performance.now() */
  function addRequest(
    { method, url = '', socket }: IncomingMessage,
    { headersSent, statusCode }: ServerResponse,
    begin: number,
  ): void {
    const path = PLAIN.test(url) && url.length <= LONGEST_PATH ? url : excerpt(url, LONGEST_PATH);
    const time = (performance.now() - begin).toFixed(1);
    add(
      `${method} ${path} ${headersSent ? statusCode : '-'} ${time} ms${socket.destroyed ? ', connection closed' : ''}`,
    );
  }

  return { add, addRequest, rest };
}
