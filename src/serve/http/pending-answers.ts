/**
 * Answers of each connection that have not been sent whole. Node hands over requests as they come, even if those ahead of them have
 * no answer yet, and each waits in memory for its place in the order. A client that sends ever more of them is cut off. Requests
 * that are answered as they come are not counted.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait for an answer, including the one whose answer is being prepared. */
const MOST_PENDING = 16;

/** Those of one connection. */
interface Pending {
  /** Responses that have not been sent whole, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** True if a check of their number is scheduled. */
  isCheckDue: boolean;
}

export class PendingAnswers {
  readonly #pending = new WeakMap<Socket, Pending>();
  readonly #cutOff: (socket: Socket) => void;

  /** @param cutOff called with a connection on which too many requests wait */
  constructor(cutOff: (socket: Socket) => void) {
    this.#cutOff = cutOff;
  }

  /** Counts a request that has come, if others of its connection are pending. */
  addBehindOthers(socket: Socket, response: ServerResponse): void {
    const pending = this.#pending.get(socket);
    if (pending !== undefined) this.#add(socket, pending, response);
  }

  /** Counts a request that is not answered at once. */
  add(socket: Socket, response: ServerResponse): void {
    const pending = this.#pending.get(socket) ?? { responses: new Set(), isCheckDue: false };
    this.#pending.set(socket, pending);
    this.#add(socket, pending, response);
  }

  /** Returns whether an answer of the connection has been sent in part, and more of it is still to be prepared. */
  isAmidAnswer(socket: Socket): boolean {
    const responses = this.#pending.get(socket)?.responses ?? [];
    return [...responses].some((response) => response.headersSent && !response.writableEnded);
  }

  #add(socket: Socket, pending: Pending, response: ServerResponse): void {
    const { responses } = pending;
    if (responses.has(response)) return;
    responses.add(response);
    response.once('finish', () => {
      responses.delete(response);
      if (responses.size === 0) this.#pending.delete(socket);
    });
    if (responses.size <= MOST_PENDING || pending.isCheckDue) return;
    // If they came in one piece, most may be answered as soon as all of it has been read.
    pending.isCheckDue = true;
    setImmediate(() => {
      pending.isCheckDue = false;
      if (unpreparedOf(responses) > MOST_PENDING) this.#cutOff(socket);
    });
  }
}

/** Counts the responses from the first one that is still being prepared; those before it only have to be read by the client. */
function unpreparedOf(responses: ReadonlySet<ServerResponse>): number {
  const all = [...responses];
  const first = all.findIndex((response) => !response.writableEnded);
  return first < 0 ? 0 : all.length - first;
}
