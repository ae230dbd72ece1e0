/** A limit on the number of answers in preparation for all clients together: each takes memory while it waits. */

import { Refusal } from './refusal.js';

const MOST_AT_ONCE = 256;
/** Seconds after which a client can try again. */
export const RETRY_AFTER = '2';

export class ConcurrencyLimit {
  #running = 0;

  /** Prepares an answer. @throws Refusal if too many are in preparation, and the errors of `prepare` */
  async run<Answer>(prepare: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= MOST_AT_ONCE) {
      throw new Refusal(503, `${MOST_AT_ONCE} such requests are already waiting, the maximum: try again later`, {
        'retry-after': RETRY_AFTER,
      });
    }
    this.#running++;
    try {
      return await prepare();
    } finally {
      this.#running--;
    }
  }
}
