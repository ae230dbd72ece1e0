/**
 * The timeout of connections on which nothing moves. Node cannot distinguish a client that does not read from an answer that is
 * being prepared, so the timeout is off until there is something to send.
 */

import type { Socket } from 'node:net';

export class StallTimer {
  readonly #stalledTime: number;
  /** The number of answers that are being prepared for a connection. */
  readonly #answers = new WeakMap<Socket, number>();

  /** @param stalledTime milliseconds without movement after which a connection is cut at other times */
  constructor(stalledTime: number) {
    this.#stalledTime = stalledTime;
  }

  /** Waits for an answer with the timeout off. @throws what the answer throws */
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
