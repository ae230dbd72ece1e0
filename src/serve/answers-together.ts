/**
 * Answers that are sent when all that has come by now is answered. One sent alone wakes its client up, which on some machines takes as long
 * as finding the answer did; those sent one after the other find it awake.
 */

import type { Socket } from 'node:net';
import type { RequestLog } from './request-log.js';

/** The answer to a GET, 200. */
export interface ReadyAnswer {
  readonly socket: Socket;
  /** Head and body. */
  readonly text: string;
  /** Path and query of the request. */
  readonly url: string;
  /** When that came, by performance.now(). */
  readonly begin: number;
}

export class AnswersTogether {
  readonly #log: RequestLog;
  #ready: ReadyAnswer[] = [];

  constructor(log: RequestLog) {
    this.#log = log;
  }

  /** Sends an answer soon. */
  add(answer: ReadyAnswer): void {
    // After everything that the event loop has found to be read.
    if (this.#ready.length === 0) setImmediate(() => this.send());
    this.#ready.push(answer);
  }

  /** Sends all of them now, and tells the log. */
  send(): void {
    for (const { socket, text, url, begin } of this.#ready) {
      socket.write(text);
      this.#log.tell({ method: 'GET', url, status: 200, begin, brokenOff: socket.destroyed });
    }
    this.#ready = [];
  }
}
