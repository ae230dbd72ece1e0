/** Section of the states at the maximum distance. */

import type { DistributionStatistics } from '../../../base/statistics/distribution.js';
import { grouped } from '../../../base/text/numbers.js';
import { type Markup, markup } from '../charts/markup.js';
import { statesText } from '../charts/state-words.js';
import type { Subject } from './subject.js';

/** Maximum number of antipodes shown. */
export const MOST_SHOWN = 20;

/** @param antipodes texts of the first antipodes, in the order of the states' numbers */
export function antipodesSection(
  { maxDepth, antipodeCount }: DistributionStatistics,
  subject: Subject,
  antipodes: readonly string[],
): Markup {
  const shown = antipodes.slice(0, MOST_SHOWN);
  const which =
    shown.length === antipodeCount
      ? ''
      : ` Here are the first ${shown.length} of ${grouped(antipodeCount)}, in the order of their numbers.`;
  return markup`<section aria-labelledby="antipodes">
<h2 id="antipodes">Antipodes</h2>
<p>${statesText(antipodeCount, subject)} at distance ${maxDepth}, the greatest.${which}</p>
${subject.list(shown)}
</section>
`;
}
