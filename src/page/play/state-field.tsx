/** A field to set up any state by typing its text. */

import './state-field.css';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { rowsText, tilesOf } from '../tiles/board-shape.js';

export function StateField({ explorer, view, space }: PanelProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ readonly draft: string; readonly problem: string } | null>(null);
  // When the answer arrives, the text may have changed already.
  const problem = refused !== null && refused.draft === draft ? refused.problem : null;
  const { state } = wordsFor(space);
  // Before the browser paints, so that the text never shows beside the next state.
  useLayoutEffect(() => {
    setDraft(null);
    setRefused(null);
  }, [view.state]);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (draft === null) return;
    const found = await explorer.setUpTyped(draft);
    setRefused(found === null ? null : { draft, problem: found });
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <input
        id="typed"
        aria-label={`Type a ${state}`}
        value={draft ?? view.state}
        maxLength={2000}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={problem !== null}
        aria-describedby="typed-note"
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <button type="submit">Set up</button>
      <p id="typed-note" class={problem === null ? 'note' : 'problem'}>
        {problem ?? noteOf(space)}
      </p>
    </form>
  );
}

function noteOf({ board, goal }: PanelProps['space']): string {
  if (board === null) return `Use the same format as the goal: ${goal}`;
  return `Tiles in reading order with x for the blank, or row by row: ${rowsText(board, tilesOf(goal, board) ?? [])}.`;
}
