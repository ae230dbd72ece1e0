/**
 * The unfinished answers of each connection. Node passes on requests as they arrive, even if earlier ones have no answer yet, and each
 * waits in memory for its turn. A client that keeps sending more of them is cut off. Requests that are answered immediately are not
 * counted.
 */

import { setMaxListeners } from 'node:events';
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

/**
 * The timeout of stalled connections. Node cannot distinguish a client that does not read from an answer still in preparation, so the
 * timeout is off until there is something to send.
 */

export class StallTimer {
  readonly #stalledTime: number;
  /** Number of answers in preparation for each connection. */
  readonly #answers = new WeakMap<Socket, number>();

  /** @param stalledTime milliseconds without progress after which a connection is cut */
  constructor(stalledTime: number) {
    this.#stalledTime = stalledTime;
  }

  /** Waits for an answer with the timeout off. @throws the answer's error */
  async pauseFor<Answer>(socket: Socket, answer: Promise<Answer>): Promise<Answer> {
    this.#answers.set(socket, (this.#answers.get(socket) ?? 0) + 1);
    socket.setTimeout(0);
    try {
      return await answer;
    } finally {
      const others = (this.#answers.get(socket) ?? 1) - 1;
      this.#answers.set(socket, others);
      if (others === 0) socket.setTimeout(this.#stalledTime);
    }
  }
}

/** Signals that abort when a client closes its side of the connection. Searches stop then, since the client may not be waiting any more. */

/** The client closed its side of the connection during the search for its answer. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

export class ClosingSignals {
  readonly #signals = new WeakMap<Socket, AbortSignal>();

  /** Returns the signal of a connection, creating it on the first call. */
  of(socket: Socket): AbortSignal {
    const known = this.#signals.get(socket);
    if (known !== undefined) return known;
    const closed = new AbortController();
    // Each waiting request of the connection adds a listener.
    setMaxListeners(0, closed.signal);
    const abort = () =>
      closed.abort(new ClosedError('the search was stopped because the client closed its side of the connection'));
    socket.once('end', abort).once('close', abort);
    if (socket.readableEnded || socket.destroyed) abort();
    this.#signals.set(socket, closed.signal);
    return closed.signal;
  }
}
