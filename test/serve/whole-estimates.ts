/** Estimates with those of pattern databases, which may have to be made first. */

import { setTimeout } from 'node:timers/promises';
import type { EstimatesAnswer } from '#src/serve/answers.js';

/** Asks until no estimate is missing. */
export async function wholeEstimates(ask: () => Promise<EstimatesAnswer>): Promise<EstimatesAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.estimates.every(({ value }) => value !== null)) return answer;
    await setTimeout(20);
  }
}
