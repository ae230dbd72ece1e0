/** The furthest states: those of boards drawn, others as texts. */

import type { DistributionStatistics } from '../../../base/statistics/distribution.js';
import { grouped } from '../../../base/text/numbers.js';
import type { Board } from '../../../spaces/board/board.js';
import { formatPosition, type Position } from '../../../spaces/board/position.js';
import { boardDrawing } from '../charts/board-drawing.js';
import { countedText } from '../charts/distribution-chart.js';
import { type Markup, markup } from '../charts/markup.js';
import { BOARD, type Subject } from '../subject.js';

/** So many are shown at most. */
export const MOST_DRAWN = 20;

/** @param antipodes the first of them, in the order of the numbering */
export function antipodesSection(
  analysis: DistributionStatistics & { readonly board: Board },
  antipodes: readonly Position[],
): Markup {
  const drawn = antipodes.slice(0, MOST_DRAWN);
  const items = drawn.map((position) => {
    const text = formatPosition(position);
    return markup`<li>${boardDrawing(analysis.board, position, `antipode ${text}`)}<code>${text}</code></li>
`;
  });
  return section(
    analysis,
    BOARD,
    drawn.length,
    markup`<ol class="boards">
${items}</ol>`,
  );
}

/** @param antipodes texts of the first of them, in the order of the states' numbers */
export function antipodeTextsSection(
  analysis: DistributionStatistics,
  subject: Subject,
  antipodes: readonly string[],
): Markup {
  const shown = antipodes.slice(0, MOST_DRAWN);
  const items = shown.map(
    (text) => markup`<li><code>${text}</code></li>
`,
  );
  return section(
    analysis,
    subject,
    shown.length,
    markup`<ol class="texts">
${items}</ol>`,
  );
}

function section(
  { maxDepth, antipodeCount }: DistributionStatistics,
  subject: Subject,
  shown: number,
  list: Markup,
): Markup {
  const which =
    shown === antipodeCount
      ? ''
      : ` Here are the first ${shown} of ${grouped(antipodeCount)}, in the order in which ${subject.states} are numbered.`;
  return markup`<section aria-labelledby="antipodes">
<h2 id="antipodes">Antipodes</h2>
<p>${countedText(antipodeCount, subject)} at distance ${maxDepth}, the greatest.${which}</p>
${list}
</section>
`;
}
