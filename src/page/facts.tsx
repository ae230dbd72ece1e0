/** Facts about all states of a space. */

import { grouped } from '../base/text/numbers.js';
import type { PanelProps } from './explorer/panel.js';
import { wordsFor } from './explorer/words.js';

/** Maximum count written in full; larger counts are written with a power of ten. */
const MOST_WRITTEN_OUT = 999_999_999_999_999;

export function Facts({ view, space }: PanelProps) {
  const { distribution, undistributed } = view;
  const unknown = undistributed === null ? ' ' : 'unknown';
  const facts = [
    [wordsFor(space).states, statesText(space.states)],
    ['maximum depth', space.maxDepth === null ? 'unknown' : grouped(space.maxDepth)],
    ['antipodes', distribution === null ? unknown : grouped(distribution.histogram.at(-1) ?? 0)],
    ['mean distance', distribution === null ? unknown : distribution.mean.toFixed(2)],
  ];
  return (
    <aside class="facts" aria-label={`All ${wordsFor(space).states}`}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** Returns a number such as 181,440, or 7.76 × 10^24 with the exponent as a superscript. */
function statesText(states: number) {
  if (states <= MOST_WRITTEN_OUT) return grouped(states);
  const [digits, exponent] = states.toExponential(2).split('e+');
  return (
    <>
      {digits} × 10<sup>{exponent}</sup>
    </>
  );
}
