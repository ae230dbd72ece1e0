/** A random state of a distance that is chosen. */

import { useState } from 'preact/hooks';
import type { RandomAnswer } from '../../serve/answers.js';
import { DepthField } from '../controls/depth-field.js';
import { apiPath, LostServer } from '../explorer/api.js';
import { errorText } from '../explorer/explorer.js';
import type { PanelProps } from '../explorer/panel.js';

export function Shuffle({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const depth = chosen ?? view.distribution?.mode ?? space.maxDepth ?? 0;
  const shuffle = async (event: Event) => {
    event.preventDefault();
    if (waiting) return;
    setProblem(null);
    setWaiting(true);
    const before = explorer.view;
    try {
      const path = apiPath(space.id, 'random', { depth: String(depth), count: '1' });
      const { states } = await explorer.api.ask<RandomAnswer>(path);
      // Whoever has gone on meanwhile wants no other state.
      if (explorer.view.state !== before.state || explorer.view.space !== before.space) return;
      if (states.length === 0) setProblem(`none is known at distance ${depth}`);
      else explorer.setUp(states[0]);
    } catch (error) {
      if (!(error instanceof LostServer)) setProblem(errorText(error));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <form onSubmit={shuffle}>
      <div class="row">
        <DepthField
          id="shuffle"
          label="Shuffle to distance"
          depth={depth}
          maxDepth={space.maxDepth ?? 0}
          onDepth={setChosen}
        />
        <button type="submit" class="main steady" aria-disabled={waiting}>
          {waiting ? 'Looking …' : 'Shuffle'}
        </button>
      </div>
      {problem !== null && <p class="problem">{problem}</p>}
    </form>
  );
}
