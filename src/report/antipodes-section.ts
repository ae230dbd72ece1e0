/** The furthest positions, drawn. */

import type { Analysis } from '../analysis/analyse.js';
import { formatPosition, type Position } from '../board/position.js';
import { grouped } from '../text/numbers.js';
import { boardDrawing } from './board-drawing.js';
import { positionsText } from './distribution-chart.js';
import { type Markup, markup } from './markup.js';

/** So many are drawn at most. */
export const MOST_DRAWN = 20;

/** @param antipodes the first of them, in the order of the numbering */
export function antipodesSection({ board, maxDepth, antipodeCount }: Analysis, antipodes: readonly Position[]): Markup {
  const drawn = antipodes.slice(0, MOST_DRAWN);
  const which =
    drawn.length === antipodeCount
      ? ''
      : ` Here are the first ${drawn.length} of ${grouped(antipodeCount)}, in the order in which positions are numbered.`;
  const items = drawn.map((position) => {
    const text = formatPosition(position);
    return markup`<li>${boardDrawing(board, position, `antipode ${text}`)}<code>${text}</code></li>
`;
  });
  return markup`<section aria-labelledby="antipodes">
<h2 id="antipodes">Antipodes</h2>
<p>${positionsText(antipodeCount)} at distance ${maxDepth}, the greatest.${which}</p>
<ol class="boards">
${items}</ol>
</section>
`;
}
