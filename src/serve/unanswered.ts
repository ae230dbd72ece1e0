/**
 * Requests that come on a connection before those ahead of them are answered. Node hands them all over as they come, and each waits
 * in memory for its place: who sends ever more of them is broken off. What is answered as it comes is not counted.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for an answer, that which is being prepared included. */
const MOST_UNANSWERED = 16;

/** Of one connection. */
interface Waiting {
  /** What has not been sent, in the order in which it must be. */
  readonly responses: Set<ServerResponse>;
  /** Whether it is about to be looked at. */
  isDue: boolean;
}

export class Unanswered {
  readonly #waiting = new WeakMap<Socket, Waiting>();
  readonly #breakOff: (socket: Socket) => void;

  /** @param breakOff what is done of a connection on which too many wait */
  constructor(breakOff: (socket: Socket) => void) {
    this.#breakOff = breakOff;
  }

  /** Counts a request that has come, where others wait. */
  come(socket: Socket, response: ServerResponse): void {
    const waiting = this.#waiting.get(socket);
    if (waiting !== undefined) this.#add(socket, waiting, response);
  }

  /** Counts a request that is not answered at once. */
  hold(socket: Socket, response: ServerResponse): void {
    const waiting = this.#waiting.get(socket) ?? { responses: new Set(), isDue: false };
    this.#waiting.set(socket, waiting);
    this.#add(socket, waiting, response);
  }

  #add(socket: Socket, waiting: Waiting, response: ServerResponse): void {
    const { responses } = waiting;
    if (responses.has(response)) return;
    responses.add(response);
    response.once('finish', () => {
      responses.delete(response);
      if (responses.size === 0) this.#waiting.delete(socket);
    });
    if (responses.size <= MOST_UNANSWERED || waiting.isDue) return;
    // Of those that come in one piece most may be answered as soon as all of it has been read.
    waiting.isDue = true;
    setImmediate(() => {
      waiting.isDue = false;
      if (unansweredOf(responses) > MOST_UNANSWERED) this.#breakOff(socket);
    });
  }
}

/** How many there are from the first on whose answer is still being prepared; those before it are only to be read. */
function unansweredOf(responses: ReadonlySet<ServerResponse>): number {
  const all = [...responses];
  const first = all.findIndex((response) => !response.writableEnded);
  return first < 0 ? 0 : all.length - first;
}
