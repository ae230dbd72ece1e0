/** The choice of the space. */

import type { PanelProps } from './explorer/panel.js';
import { titleInChoice } from './explorer/words.js';

export function SpaceChoice({ explorer, view, space }: PanelProps) {
  const { spaces } = view;
  const titles = (spaces ?? []).map(titleInChoice);
  return (
    <label class="space-choice">
      <span class="unseen">Space</span>
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
  );
}
