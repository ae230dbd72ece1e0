/**
 * The timeout of stalled connections. Node cannot distinguish a client that does not read from an answer still in preparation, so the
 * timeout is off until there is something to send.
 */

import type { Socket } from 'node:net';

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
