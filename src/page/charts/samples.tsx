/** Random states at the distance chosen in the chart, each of which can be set up. Empty if no distance is chosen. */

import './samples.css';
import { useState } from 'preact/hooks';
import type { RandomAnswer } from '../../serve/answers.js';
import { DepthField } from '../controls/depth-field.js';
import { PushButton } from '../controls/push-button.js';
import { apiPath } from '../explorer/api.js';
import type { PanelProps } from '../explorer/panel.js';
import { useAnswer } from '../explorer/use-answer.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { StateChoices } from '../spaces/state-choices.js';
import { BARS_ID } from './distribution-chart.js';

/** Id of the section, for links to it. */
export const SAMPLES_ID = 'samples';

/** Number of states shown together. */
const SHOWN = 6;

export function Samples({ explorer, view, space }: PanelProps) {
  const { chosenDepth: depth } = view;
  const [turn, setTurn] = useState(0);
  const path =
    depth === null || !space.hasTable
      ? null
      : apiPath(space.id, 'random', { depth: String(depth), count: String(SHOWN) });
  const { answer, problem, waiting } = useAnswer<RandomAnswer>(explorer, path, turn);
  if (depth === null || !space.hasTable) return null;
  const { states } = wordsFor(space);
  return (
    <section id={SAMPLES_ID} tabIndex={-1} aria-labelledby="samples-title" class="card samples-card">
      <div class="row apart">
        <h2 id="samples-title">
          {capitalised(states)} {depth} {depth === 1 ? 'move' : 'moves'} away
        </h2>
        <PushButton
          onPush={() => {
            explorer.chooseDepth(null);
            document.querySelector<HTMLElement>(`#${BARS_ID} [tabindex="0"]`)?.focus();
          }}
        >
          Close
        </PushButton>
      </div>
      <div class="row">
        <DepthField
          id="sampled"
          label="Distance"
          depth={depth}
          maxDepth={space.maxDepth ?? depth}
          onDepth={(other) => explorer.chooseDepth(other)}
        />
        <PushButton onPush={() => setTurn(turn + 1)}>Show others</PushButton>
      </div>
      <div class="samples" aria-busy={waiting}>
        {waiting && answer === null && problem === null && <p class="note">Searching …</p>}
        {problem !== null && <p class="problem">{capitalised(problem)}</p>}
        {answer?.states.length === 0 && <p class="note">No {states} are known at this distance.</p>}
        {answer !== null && <StateChoices explorer={explorer} space={space} states={answer.states} />}
        {answer !== null && !answer.uniform && (
          <p class="note">This space is too large for uniform sampling: some {states} are more likely than others.</p>
        )}
      </div>
    </section>
  );
}
