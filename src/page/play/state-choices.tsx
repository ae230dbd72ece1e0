/** A list of states to set up, each as a small drawing or as text. */

import { useState } from 'preact/hooks';
import { countOf, grouped } from '../../base/text.js';
import type { AntipodesAnswer, SpaceAnswer } from '../../serve/answers.js';
import { apiPath } from '../explorer/api.js';
import { comeIntoView } from '../explorer/browser.js';
import type { PanelProps } from '../explorer/explorer.js';
import { type RequestState, useAnswer } from '../explorer/use-answer.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { StatePicture } from '../states/state-face.js';
import { Card, PushButton } from './controls.js';

interface StateChoicesProps extends Pick<PanelProps, 'explorer' | 'space'> {
  readonly request: RequestState<{ readonly states: readonly string[] }>;
}

/** The states of an answer, or the reason why there are none yet. */
export function StateChoices({ explorer, space, request: { answer, problem, waiting } }: StateChoicesProps) {
  const { board, face } = space;
  if (problem !== null) return <p class="problem">{capitalised(problem)}</p>;
  if (answer === null) return waiting && <p class="note">Searching …</p>;
  return (
    <ul class={board === null && face === null ? 'choices texts' : 'choices'} aria-label="Choose one to set it up">
      {answer.states.map((state) => (
        <li key={state}>
          <PushButton
            aria-current={explorer.view.state === state}
            onPush={() => {
              explorer.setUp(state);
              comeIntoView(true);
            }}
          >
            <StatePicture space={space} state={state} />
          </PushButton>
        </li>
      ))}
    </ul>
  );
}

/* The states at maximum depth. They are requested only when the reader opens the gallery: large spaces take a while. */

const SHOWN = 100;

export function AntipodesGallery({ explorer, view, space }: PanelProps) {
  const [open, setOpen] = useState(false);
  const path = open ? apiPath(space.id, 'antipodes', { count: String(SHOWN) }) : null;
  const request = useAnswer<AntipodesAnswer>(explorer, path);
  if (space.maxDepth === null) return null;
  const { states } = wordsFor(space);
  return (
    <Card
      of="antipodes"
      title={antipodesTitle(space, space.maxDepth, view.distribution?.histogram.at(-1))}
      beside={
        <PushButton aria-expanded={open} onPush={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </PushButton>
      }
    >
      <p class="note">
        These are the antipodes: no other {states} are farther away. {request.answer && shownText(request.answer)}
      </p>
      {open && (
        <div class="gallery" aria-busy={request.waiting}>
          <StateChoices explorer={explorer} space={space} request={request} />
        </div>
      )}
    </Card>
  );
}

/** Returns a title such as `The 2 hardest positions, 31 moves away`. @param of number of antipodes; undefined while it is unknown */
function antipodesTitle(space: SpaceAnswer, depth: number, of: number | undefined): string {
  const { state, states } = wordsFor(space);
  // A state that is hard to reach is not hard to solve.
  const which = space.directed ? 'farthest' : 'hardest';
  const number = of === undefined || of === 1 ? '' : `${grouped(of)} `;
  return `The ${number}${which} ${of === 1 ? state : states}, ${countOf(depth, 'move')} away`;
}

function shownText({ of, states }: AntipodesAnswer): string {
  if (states.length === 0) return 'None are known: this space is too large to search for them.';
  return states.length === of ? 'All are shown.' : `The first ${states.length} are shown.`;
}
