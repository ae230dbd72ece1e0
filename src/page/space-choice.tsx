/** Which space, and what there is to say of all its states. */

import { grouped } from '../base/text/numbers.js';
import type { PanelProps } from './explorer/panel.js';
import { capitalised, moveRule, titleInChoice, wordsFor } from './explorer/words.js';

export function SpaceChoice({ explorer, view, space }: PanelProps) {
  const { spaces, distribution } = view;
  const { states, origin } = wordsFor(space);
  const titles = (spaces ?? []).map(titleInChoice);
  const facts = [
    [states, grouped(space.states)],
    ['greatest distance', space.maxDepth === null ? 'unknown' : grouped(space.maxDepth)],
    ['antipodes', distribution === null ? ' ' : grouped(distribution.histogram.at(-1) ?? 0)],
    ['mean distance', distribution === null ? ' ' : distribution.mean.toFixed(2)],
  ];
  return (
    <>
      <label class="space-choice">
        Table{' '}
        <select value={space.id} onChange={(event) => explorer.chooseSpace(event.currentTarget.value)}>
          {spaces?.map((other, index) => (
            <option key={other.id} value={other.id}>
              {titles.filter((title) => title === titles[index]).length === 1
                ? titles[index]
                : `${titles[index]} (${other.id})`}
            </option>
          ))}
        </select>
      </label>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="rule">
        {moveRule(space)} {space.goals === 1 ? capitalised(origin) : 'The first goal'} is <code>{space.goal}</code>.
      </p>
    </>
  );
}
