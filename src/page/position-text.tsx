/** Any state, by its text. */

import { useEffect, useState } from 'preact/hooks';
import type { PanelProps } from './panel.js';
import { wordsOf } from './words.js';

export function PositionText({ explorer, view, table }: PanelProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { state } = wordsOf(table);
  useEffect(() => {
    setDraft(null);
    setProblem(null);
  }, [view.state]);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (draft === null) return;
    setProblem(await explorer.setUpTyped(draft));
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <label for="typed">Type a {state}</label>
      <div class="row">
        <input
          id="typed"
          value={draft ?? view.state}
          maxLength={2000}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={problem !== null}
          aria-describedby="typed-note"
          onInput={(event) => {
            setDraft(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <button type="submit">Set up</button>
      </div>
      <p id="typed-note" class={problem === null ? 'note' : 'problem'}>
        {problem ?? (table.board === null ? ' ' : 'Tiles in reading order, x for the gap.')}
      </p>
    </form>
  );
}
