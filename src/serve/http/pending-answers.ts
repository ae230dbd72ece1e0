/**
 * The unfinished answers of each connection. Node passes on requests as they arrive, even if earlier ones have no answer yet, and each
 * waits in memory for its turn. A client that keeps sending more of them is cut off. Requests that are answered immediately are not
 * counted.
 */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of a connection's requests that wait for an answer, including the one whose answer is in preparation. */
const MOST_PENDING = 16;

/** The unfinished answers of one connection. */
interface Pending {
  /** Unfinished responses, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** True if a check of the number is scheduled. */
  isCheckDue: boolean;
}

export class PendingAnswers {
  readonly #pending = new WeakMap<Socket, Pending>();
  readonly #cutOff: (socket: Socket) => void;

  /** @param cutOff called with a connection that has too many waiting requests */
  constructor(cutOff: (socket: Socket) => void) {
    this.#cutOff = cutOff;
  }

  /** Counts a new request if others of its connection are pending. */
  addBehindOthers(socket: Socket, response: ServerResponse): void {
    const pending = this.#pending.get(socket);
    if (pending !== undefined) this.#add(socket, pending, response);
  }

  /** Counts a request that is not answered immediately. */
  add(socket: Socket, response: ServerResponse): void {
    const pending = this.#pending.get(socket) ?? { responses: new Set(), isCheckDue: false };
    this.#pending.set(socket, pending);
    this.#add(socket, pending, response);
  }

  /** Returns true if an answer of the connection has been sent in part, and the rest is still in preparation. */
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
    // Most of the requests may be answered as soon as the current piece of input has been read.
    pending.isCheckDue = true;
    setImmediate(() => {
      pending.isCheckDue = false;
      if (unpreparedOf(responses) > MOST_PENDING) this.#cutOff(socket);
    });
  }
}

/** Counts the responses from the first one still in preparation. The responses before it only wait for the client to read them. */
function unpreparedOf(responses: ReadonlySet<ServerResponse>): number {
  const all = [...responses];
  const first = all.findIndex((response) => !response.writableEnded);
  return first < 0 ? 0 : all.length - first;
}
