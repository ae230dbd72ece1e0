/**
 * Questions that are answered together, when all that has come by now is read: first all answers are found, then all are sent. What
 * each of these does stays in the processor's caches, and clients, which it takes long to wake up, are awake when the next answer comes.
 */

export interface Asker {
  /** Finds the answer, but does not send it. It must not throw. */
  find(): void;
  /** Sends what was found. It must not throw. */
  send(): void;
}

export class AskedTogether {
  #askers: Asker[] = [];

  /** Has it find its answer soon, and send it once all who are added meanwhile have found theirs. */
  add(asker: Asker): void {
    // After everything that the event loop has found to be read.
    if (this.#askers.length === 0) setImmediate(() => this.#answer());
    this.#askers.push(asker);
  }

  #answer(): void {
    const askers = this.#askers;
    this.#askers = [];
    for (const asker of askers) asker.find();
    for (const asker of askers) asker.send();
  }
}
