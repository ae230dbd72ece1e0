/** Complete estimates, including those of pattern databases, which may have to be built first. */

import { setTimeout } from 'node:timers/promises';
import type { EstimatesAnswer } from '#src/serve/answers.js';

/** Repeats the request until no estimate is missing. */
export async function wholeEstimates(ask: () => Promise<EstimatesAnswer>): Promise<EstimatesAnswer> {
  for (;;) {
    const answer = await ask();
    if (answer.estimates.every(({ value }) => value !== null)) return answer;
    await setTimeout(20);
  }
}
