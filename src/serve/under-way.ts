/** Questions that cannot be answered at once, of all clients together: each waits in memory, so that there may be only so many. */

import { Refusal } from './refusal.js';

const MOST_AT_ONCE = 256;
/** Seconds after which it may be worth asking again. */
const RETRY_AFTER = 2;

export class UnderWay {
  #count = 0;

  /** @throws Refusal where too many are under way already; what `find` throws */
  async answer<Answer>(find: () => Promise<Answer>): Promise<Answer> {
    if (this.#count >= MOST_AT_ONCE) {
      throw new Refusal(
        503,
        `${MOST_AT_ONCE} others wait for such answers, which are as many as may: ask again later`,
        {
          'retry-after': String(RETRY_AFTER),
        },
      );
    }
    this.#count++;
    try {
      return await find();
    } finally {
      this.#count--;
    }
  }
}
