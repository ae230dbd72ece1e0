/** The states of the greatest distance. They are asked for when somebody wants to see them: large spaces take a while. */

import { useState } from 'preact/hooks';
import { grouped } from '../../base/text/numbers.js';
import type { AntipodesAnswer } from '../../serve/answers.js';
import { PushButton } from '../controls/push-button.js';
import { apiPath } from '../explorer/api.js';
import type { PanelProps } from '../explorer/panel.js';
import { useAnswer } from '../explorer/use-answer.js';
import { counted, wordsFor } from '../explorer/words.js';
import { StateChoices } from './state-choices.js';

const SHOWN = 100;

export function AntipodesGallery({ explorer, view, space }: PanelProps) {
  const [open, setOpen] = useState(false);
  const path = open ? apiPath(space.id, 'antipodes', { count: String(SHOWN) }) : null;
  const { answer, problem, waiting } = useAnswer<AntipodesAnswer>(explorer, path);
  const words = wordsFor(space);
  const of = view.distribution?.histogram.at(-1);
  return (
    <section aria-labelledby="antipodes-title" class="card">
      <div class="row apart">
        <h2 id="antipodes-title">Antipodes</h2>
        <PushButton aria-expanded={open} onPush={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </PushButton>
      </div>
      <p class="note">
        {of === undefined ? '' : counted(of, words.state, words.states)} at distance {space.maxDepth}, the greatest.
        {open && answer !== null && ` ${shownText(answer)}`}
      </p>
      {open && (
        <div class="gallery" aria-busy={waiting}>
          {waiting && answer === null && problem === null && <p class="note">Looking for them …</p>}
          {problem !== null && <p class="problem">{problem}</p>}
          {answer !== null && <StateChoices explorer={explorer} space={space} states={answer.states} />}
        </div>
      )}
    </section>
  );
}

function shownText({ of, states }: AntipodesAnswer): string {
  if (states.length === 0) return 'None of them is known here: this space is too large to look for them.';
  return states.length === of ? `Here are ${of} of ${of}.` : `Here are the first ${states.length} of ${grouped(of)}.`;
}
