/**
 * Answers that are sent when all that has come by now is answered. One sent alone wakes its client up, which on some machines takes as long
 * as finding the answer did; those sent one after the other find it awake.
 */

import type { Socket } from 'node:net';

export class AnswersTogether {
  #sockets: Socket[] = [];
  #texts: string[] = [];

  /** Sends an answer soon. */
  add(socket: Socket, text: string): void {
    // After everything that the event loop has found to be read.
    if (this.#sockets.length === 0) setImmediate(() => this.send());
    this.#sockets.push(socket);
    this.#texts.push(text);
  }

  /** Sends all of them now. */
  send(): void {
    for (const [index, socket] of this.#sockets.entries()) socket.write(this.#texts[index]);
    this.#sockets = [];
    this.#texts = [];
  }
}
