/**
 * Requests that come on a connection before those ahead of them are answered. Node hands them all over as they come, and each waits
 * in memory for its place: who sends ever more of them is broken off. What is answered as it comes is not counted.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for their answers. */
const MOST_UNANSWERED = 16;

export class Unanswered {
  readonly #waiting = new WeakMap<Socket, Set<ServerResponse>>();

  /** Whether a further request may come on a connection; where others wait, it is counted with them. */
  admits(socket: Socket, response: ServerResponse): boolean {
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) return true;
    if (waiting.size >= MOST_UNANSWERED) return false;
    this.hold(socket, response);
    return true;
  }

  /** Counts a request until its answer has been sent. */
  hold(socket: Socket, response: ServerResponse): void {
    const waiting = this.#waiting.get(socket) ?? new Set();
    if (waiting.has(response)) return;
    this.#waiting.set(socket, waiting.add(response));
    response.once('finish', () => {
      waiting.delete(response);
      if (waiting.size === 0) this.#waiting.delete(socket);
    });
  }
}
