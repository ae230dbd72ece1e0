/** The states of the greatest distance. */

import type { DistributionStatistics } from '../../../base/statistics/distribution.js';
import { grouped } from '../../../base/text/numbers.js';
import { type Markup, markup } from '../charts/markup.js';
import { statesText } from '../charts/state-words.js';
import type { Subject } from './subject.js';

/** The most antipodes that are shown. */
export const MOST_SHOWN = 20;

/** @param antipodes texts of the first of them, in the order in which states are numbered */
export function antipodesSection(
  { maxDepth, antipodeCount }: DistributionStatistics,
  subject: Subject,
  antipodes: readonly string[],
): Markup {
  const shown = antipodes.slice(0, MOST_SHOWN);
  const which =
    shown.length === antipodeCount
      ? ''
      : ` Here are the first ${shown.length} of ${grouped(antipodeCount)}, in the order in which ${subject.states} are numbered.`;
  return markup`<section aria-labelledby="antipodes">
<h2 id="antipodes">Antipodes</h2>
<p>${statesText(antipodeCount, subject)} at distance ${maxDepth}, the greatest.${which}</p>
${subject.list(shown)}
</section>
`;
}
