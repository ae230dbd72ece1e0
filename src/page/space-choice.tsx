/** The choice of the space. */

import type { PanelProps } from './explorer/panel.js';
import { titlesInMenu } from './explorer/words.js';

export function SpaceChoice({ explorer, view, space }: PanelProps) {
  const choices = (view.spaces ?? []).map((other) => ({ id: other.id, titles: titlesInMenu(other) }));
  return (
    <label class="space-choice">
      <span class="unseen">Space</span>
      <select value={space.id} onChange={(event) => explorer.chooseSpace(event.currentTarget.value)}>
        {choices.map(({ id, titles }) => (
          <option key={id} value={id}>
            {titles.find((title, at) => choices.every((other) => other.id === id || other.titles[at] !== title))}
          </option>
        ))}
      </select>
    </label>
  );
}
