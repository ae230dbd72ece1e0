/** Signals of connections whose clients have closed their side. Searches end then: nothing shows whether the client still waits. */

import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';

/** The client has closed its side of the connection while its answer was searched. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
}

export class ClosingSignals {
  readonly #signals = new WeakMap<Socket, AbortSignal>();

  /** Returns the signal of a connection; the first call makes it. */
  of(socket: Socket): AbortSignal {
    const known = this.#signals.get(socket);
    if (known !== undefined) return known;
    const closed = new AbortController();
    // Each request that waits on the connection listens.
    setMaxListeners(0, closed.signal);
    const abort = () =>
      closed.abort(new ClosedError('the search was stopped because the client closed its side of the connection'));
    socket.once('end', abort).once('close', abort);
    if (socket.readableEnded || socket.destroyed) abort();
    this.#signals.set(socket, closed.signal);
    return closed.signal;
  }
}
