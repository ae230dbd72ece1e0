/** Which table, and what there is to say of all its states. */

import { grouped } from '../base/text/numbers.js';
import type { PanelProps } from './explorer/panel.js';
import { capitalised, moveRule, tableTitle, wordsFor } from './explorer/words.js';

export function TableChoice({ explorer, view, table }: PanelProps) {
  const { tables, distribution } = view;
  const { states, origin } = wordsFor(table);
  const titles = (tables ?? []).map(tableTitle);
  const facts = [
    [states, grouped(table.states)],
    ['greatest distance', grouped(table.maxDepth)],
    ['antipodes', distribution === null ? ' ' : grouped(distribution.histogram[table.maxDepth])],
    ['mean distance', distribution === null ? ' ' : distribution.mean.toFixed(2)],
  ];
  return (
    <>
      <label class="table-choice">
        Table{' '}
        <select value={table.id} onChange={(event) => explorer.chooseTable(event.currentTarget.value)}>
          {tables?.map((other, index) => (
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
        {moveRule(table)} {table.goals === 1 ? capitalised(origin) : 'The first goal'} is <code>{table.goal}</code>.
      </p>
    </>
  );
}
