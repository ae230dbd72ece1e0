/** Sets up a random state: at a chosen distance or, if the space has no table, after a number of random moves. */

import './shuffle.css';
import { Shuffle as ShuffleIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { comeIntoView } from '../browser/position-in-view.js';
import { DepthField } from '../controls/depth-field.js';
import { Icon } from '../controls/icon.js';
import type { PanelProps } from '../explorer/panel.js';
import { longestShuffle, usualShuffle } from '../explorer/shuffling.js';

export function Shuffle({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(false);
  const longest = longestShuffle(space);
  const amount = chosen ?? usualShuffle(space, view.distribution) ?? longest;
  const shuffle = async (event: Event) => {
    event.preventDefault();
    if (waiting) return;
    setWaiting(true);
    const problem = await explorer.shuffle(amount);
    setWaiting(false);
    if (problem !== null) explorer.tell(problem);
    else comeIntoView(false);
  };
  return (
    <form class="shuffle" onSubmit={shuffle}>
      <button type="submit" class="main with-icon" aria-disabled={waiting}>
        <Icon of={ShuffleIcon} /> <span class="name">Shuffle</span>
      </button>
      <DepthField
        id="shuffle"
        label={space.hasTable ? 'Shuffle to distance' : 'Random moves of the shuffle'}
        short={space.hasTable ? 'to' : 'by'}
        depth={amount}
        maxDepth={longest}
        onDepth={setChosen}
      />
    </form>
  );
}
