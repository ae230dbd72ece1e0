/** What there is to say of all states of a space. */

import { grouped } from '../base/text/numbers.js';
import type { PanelProps } from './explorer/panel.js';
import { wordsFor } from './explorer/words.js';

export function Facts({ view, space }: PanelProps) {
  const { distribution } = view;
  const facts = [
    [wordsFor(space).states, grouped(space.states)],
    ['maximum depth', space.maxDepth === null ? 'unknown' : grouped(space.maxDepth)],
    ['antipodes', distribution === null ? ' ' : grouped(distribution.histogram.at(-1) ?? 0)],
    ['mean distance', distribution === null ? ' ' : distribution.mean.toFixed(2)],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
