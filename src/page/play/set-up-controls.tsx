/** The controls that set up a new state: Shuffle, Edit and Goal. */

import { Check, Flag, Pencil } from 'lucide';
import { Icon } from '../controls/icon.js';
import { PushButton } from '../controls/push-button.js';
import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { Shuffle } from './shuffle.js';

export function SetUpControls(props: PanelProps) {
  const { explorer, view, space } = props;
  const { state } = wordsFor(space);
  const edit = view.editing ? 'Done' : 'Edit';
  const end = space.directed ? 'Start' : 'Goal';
  return (
    <div class="controls">
      <Shuffle {...props} />
      <PushButton class="with-icon to-end" title={`Edit ${state}`} onPush={() => explorer.edit(!view.editing)}>
        <Icon of={view.editing ? Check : Pencil} />
        <span class="when-wide">{edit}</span>
      </PushButton>
      <PushButton
        class="with-icon"
        title={`Go to the ${end.toLowerCase()}`}
        off={view.state === space.goal}
        onPush={() => explorer.setUp(space.goal)}
      >
        <Icon of={Flag} />
        <span class="when-wide">{end}</span>
      </PushButton>
    </div>
  );
}
