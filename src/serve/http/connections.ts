/**
 * The connections of clients. Node passes on requests as they arrive, even if earlier ones have no answer yet, and each waits in memory
 * for its turn. A client that keeps sending more of them is cut off. Searches end when their client closes its side of the connection.
 */

import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of a connection's requests that wait for an answer, including the one whose answer is in preparation. */
const MOST_PENDING = 16;

/** The client closed its side of the connection during the search for its answer. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

export class ClientConnection {
  readonly #socket: Socket;
  readonly #onTooMany: () => void;
  /** Unfinished responses, in the order of their requests. Responses that end immediately need not be added. */
  readonly #responses = new Set<ServerResponse>();
  #closed: AbortController | undefined;

  /** @param onTooMany called when the connection is cut because it has too many waiting requests */
  constructor(socket: Socket, onTooMany: () => void) {
    this.#socket = socket;
    this.#onTooMany = onTooMany;
  }

  /** Adds the response to a request that waits for others, or is not answered immediately. */
  add(response: ServerResponse): void {
    if (this.#responses.has(response)) return;
    this.#responses.add(response);
    response.once('finish', () => this.#responses.delete(response));
    // Most of the requests may be answered as soon as the current piece of input has been read.
    if (this.#responses.size > MOST_PENDING) setImmediate(() => this.#cutIfTooMany());
  }

  /** True if an answer is in preparation: the client may have nothing to read yet. */
  get isPreparing(): boolean {
    return [...this.#responses].some((response) => !response.headersSent);
  }

  /** True if an answer has been sent in part, and the rest is still in preparation. */
  get isAmidAnswer(): boolean {
    return [...this.#responses].some((response) => response.headersSent && !response.writableEnded);
  }

  /** The signal that aborts when the client closes its side. */
  get closing(): AbortSignal {
    if (this.#closed === undefined) {
      const closed = new AbortController();
      this.#closed = closed;
      // Each waiting request of the connection adds a listener.
      setMaxListeners(0, closed.signal);
      const abort = () =>
        closed.abort(new ClosedError('the search was stopped because the client closed its side of the connection'));
      this.#socket.once('end', abort).once('close', abort);
      if (this.#socket.readableEnded || this.#socket.destroyed) abort();
    }
    return this.#closed.signal;
  }

  /** Counts the responses from the first one still in preparation. Those before it only wait for the client to read them. */
  #cutIfTooMany(): void {
    const all = [...this.#responses];
    const first = all.findIndex((response) => !response.writableEnded);
    if (first < 0 || all.length - first <= MOST_PENDING || this.#socket.destroyed) return;
    this.#onTooMany();
    this.#socket.destroy();
  }
}
