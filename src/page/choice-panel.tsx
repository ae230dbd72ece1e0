/** The ways to a state of one's choice: a random one of a distance, or one that is typed. */

import type { PanelProps } from './panel.js';
import { PositionText } from './position-text.js';
import { Shuffle } from './shuffle.js';
import { wordsOf } from './words.js';

export function ChoicePanel(props: PanelProps) {
  return (
    <section aria-labelledby="choice-title" class="card">
      <h2 id="choice-title">Another {wordsOf(props.table).state}</h2>
      <Shuffle {...props} />
      <PositionText {...props} />
    </section>
  );
}
