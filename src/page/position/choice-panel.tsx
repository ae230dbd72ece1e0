/** The ways to a state of one's choice: a random one of a distance, or one that is typed. */

import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { Shuffle } from './shuffle.js';
import { StateField } from './state-field.js';

export function ChoicePanel(props: PanelProps) {
  return (
    <section aria-labelledby="choice-title" class="card">
      <h2 id="choice-title">Another {wordsFor(props.space).state}</h2>
      <Shuffle {...props} />
      <StateField {...props} />
    </section>
  );
}
