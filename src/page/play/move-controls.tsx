/** Undo, Redo, Restart and Hint, and the number of moves made. */

import { Lightbulb, Redo2, RotateCcw, Undo2 } from 'lucide';
import { Icon } from '../controls/icon.js';
import { PushButton } from '../controls/push-button.js';
import { bestMoves } from '../explorer/best-moves.js';
import type { PanelProps } from '../explorer/panel.js';

export function MoveControls({ explorer, view, space }: PanelProps) {
  const { made, undone } = view.play;
  const hintable = !view.hints && !view.hinted && bestMoves(view, space)?.length !== 0;
  return (
    <div class="controls">
      <PushButton aria-label="Undo" title="Undo (Ctrl+Z)" off={made.length === 0} onPush={() => explorer.undo()}>
        <Icon of={Undo2} />
      </PushButton>
      <PushButton
        aria-label="Redo"
        title="Redo (Shift+Ctrl+Z)"
        off={undone.length === 0}
        onPush={() => explorer.redo()}
      >
        <Icon of={Redo2} />
      </PushButton>
      <PushButton aria-label="Restart" title="Undo all moves" off={made.length === 0} onPush={() => explorer.restart()}>
        <Icon of={RotateCcw} />
      </PushButton>
      {!space.directed && (
        <>
          <PushButton
            aria-label="Hint"
            title="Show a best move (H)"
            class="with-icon"
            off={!hintable}
            onPush={() => explorer.hint()}
          >
            <Icon of={Lightbulb} /> <span class="when-wide">Hint</span>
          </PushButton>
          <PushButton
            title="Always show the best moves"
            aria-pressed={view.hints}
            onPush={() => explorer.setHints(!view.hints)}
          >
            Hints
          </PushButton>
        </>
      )}
      <p class="moves-made to-end">Moves: {made.length}</p>
    </div>
  );
}
