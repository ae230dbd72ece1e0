/** The choice of the space. */

import type { SpaceAnswer } from '../serve/answers.js';
import type { PanelProps } from './explorer/panel.js';
import { titleInChoice } from './explorer/words.js';
import { rowsText, tilesOf } from './tiles/board-shape.js';

export function SpaceChoice({ explorer, view, space }: PanelProps) {
  const choices = (view.spaces ?? []).map((other) => ({ id: other.id, texts: textsOf(other) }));
  return (
    <label class="space-choice">
      <span class="unseen">Space</span>
      <select value={space.id} onChange={(event) => explorer.chooseSpace(event.currentTarget.value)}>
        {choices.map(({ id, texts }) => (
          <option key={id} value={id}>
            {texts.find((text, at) => choices.every((other) => other.id === id || other.texts[at] !== text))}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns what the menu may call a space, the shortest first, of which it takes the first that no other space shares. */
function textsOf(space: SpaceAnswer): string[] {
  const { id, board, goal } = space;
  const title = titleInChoice(space);
  const tiles = board && tilesOf(goal, board);
  return [title, board && tiles ? `${title}, goal ${rowsText(board, tiles)}` : title, `${title} (${id})`];
}
