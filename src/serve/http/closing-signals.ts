/** Signals that abort when a client closes its side of the connection. Searches stop then, since the client may not be waiting any more. */

import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';

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
