/**
 * Connections on which nothing moves because an answer is being prepared. Node cannot tell that from a client that does not read,
 * so its clock is stopped until there is something to send.
 */

import type { Socket } from 'node:net';

export class Preparing {
  readonly #stalledTime: number;
  /** How many answers are being prepared for a connection. */
  readonly #answers = new WeakMap<Socket, number>();

  /** @param stalledTime milliseconds without movement after which a connection is cut at other times */
  constructor(stalledTime: number) {
    this.#stalledTime = stalledTime;
  }

  /** @throws what the answer throws */
  async wait<Answer>(socket: Socket, answer: Promise<Answer>): Promise<Answer> {
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
