/** The choice of a space: a button with the title of the one shown, and the gallery that it opens. */

import { ChevronDown, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../base/text.js';
import type { OfferedSpace, PlanAnswer, SpaceAnswer } from '../serve/answers.js';
import type { Explorer, PanelProps } from './explorer/explorer.js';
import { costText, isLarge, isPhone, planPath, statesText, wantedOfFile } from './explorer/exploring.js';
import { useAnswer } from './explorer/use-answer.js';
import { distinctTitles } from './explorer/words.js';
import { Icon, LITERAL, PushButton } from './play/controls.js';
import { StatePicture } from './states/state-face.js';

export function SpaceChoice({ explorer, view }: Omit<PanelProps, 'space'>) {
  const { space, spaces, explores, exploring } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useDroppedFiles(explorer, explores !== null);
  useLayoutEffect(() => {
    if (!open) return;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[aria-current=true], [data-space]')?.focus();
  }, [open]);
  const title = exploring?.title ?? distinctTitles(spaces ?? []).get(space?.id ?? '') ?? 'Choose a space';
  return (
    <>
      <button type="button" class="space-choice" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span class="unseen">Space: </span>
        <span class="title">{title}</span>
        <Icon of={ChevronDown} />
      </button>
      <dialog ref={dialog} class="spaces" aria-labelledby="spaces-title" onClose={() => setOpen(false)}>
        {open && <Gallery explorer={explorer} view={view} close={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

/*
 * The gallery: cards of the open spaces and of those that are offered, and a field that finds cards by their titles. The field also takes
 * the text of any other space, and says what it will take.
 */

const EXAMPLES = 'Or name any other space, such as the board 3x6, the map ..#/... or the puzzle pancake:9.';
const BOARDS = 'Or name any other board, such as 10x10 or the map ..#/...; it opens without a table.';
const FILES = '.table,.tws,.gap,.g,.json,.txt,.js,.mjs';

type GalleryProps = Omit<PanelProps, 'space'> & { readonly close: () => void };

function Gallery({ explorer, view, close }: GalleryProps) {
  const { space, spaces, explores } = view;
  const field = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = { space: text.trim() };
  const offered = explores?.offered.filter(({ id }) => spaces?.every((other) => other.id !== id)) ?? [];
  const all: readonly Card[] = [...(spaces ?? []), ...offered].sort((one, other) => rank(one) - rank(other));
  const titles = distinctTitles(all);
  const part = wanted.space.toLowerCase();
  const found = all.filter(({ id, name }) => `${titles.get(id)} ${name}`.toLowerCase().includes(part));
  const shown = found.length > 0 ? found : all;
  // Most texts without digits are parts of titles.
  const mayBeName = wanted.space !== '' && (found.length === 0 || /\d/.test(wanted.space));
  const { answer, problem } = useAnswer<PlanAnswer>(explorer, mayBeName ? planPath(wanted) : null);
  const plan = answer?.problem === null ? answer : null;
  const refusal = found.length === 0 ? (problem ?? answer?.problem ?? null) : null;

  const choose = (card: Card) => {
    close();
    if ('space' in card) explorer.explore({ space: card.space });
    else if (card.id !== space?.id || view.exploring !== null) explorer.chooseSpace(card.id);
  };
  const explore = () => {
    close();
    explorer.explore(wanted, undefined, plan !== null);
  };
  const only = plan === null && found.length === 1 ? found[0] : null;
  const mayExplore = plan !== null || (found.length === 0 && mayBeName && refusal === null);
  const act = only ? () => choose(only) : mayExplore ? explore : null;
  const hint = explores === null ? BOARDS : EXAMPLES;
  const note = plan ? costText(plan) : found.length === 0 ? '' : countOf(found.length, 'space');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        act?.();
      }}
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        // A letter typed on a card goes to the field.
        if (/^[^ ]$/u.test(key) && !ctrlKey && !metaKey && !altKey) field.current?.focus();
      }}
    >
      <div class="row apart">
        <h2 id="spaces-title">Choose a space</h2>
        <div class="row">
          {explores !== null && <PushButton onPush={() => file.current?.click()}>Open a file …</PushButton>}
          <PushButton class="close" name="Close" icon={X} onPush={close} />
        </div>
      </div>
      <label for="other">Find or name a space</label>
      <div class="row">
        <input
          ref={field}
          id="other"
          value={text}
          {...LITERAL}
          aria-invalid={refusal !== null}
          aria-describedby="plan"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="main" aria-disabled={act === null}>
          {explores === null || plan?.bytes === 0 || (only && !('space' in only)) ? 'Open' : 'Explore'}
        </button>
      </div>
      <p id="plan" class={refusal === null ? 'note' : 'problem'} role="status">
        {refusal ?? (wanted.space === '' ? hint : note)}
      </p>
      <div class="groups">
        <ul class="space-cards">
          {shown.map((card) => (
            <SpaceCard key={card.id} card={card} isCurrent={card.id === space?.id} onChoose={choose}>
              {titles.get(card.id)}
            </SpaceCard>
          ))}
        </ul>
        {explores !== null && (
          <p class="note">
            A file can hold a table, a puzzle (twsearch, GAP, KPuzzle, generators) or a module. It can also be dropped
            on the page. It stays on this device.
          </p>
        )}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="File"
        accept={FILES}
        onChange={({ currentTarget }) => {
          close();
          openFile(explorer, currentTarget.files?.[0]);
        }}
      />
    </form>
  );
}

async function openFile(explorer: Explorer, file: File | undefined): Promise<void> {
  if (file !== undefined) explorer.explore(await wantedOfFile(file));
}

/** Opens files that are dropped anywhere on the page, if it explores. */
function useDroppedFiles(explorer: Explorer, explores: boolean): void {
  useEffect(() => {
    if (!explores) return;
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      document.body.classList.toggle('dropping', event.type === 'dragover');
      if (event.type === 'drop') openFile(explorer, event.dataTransfer.files[0]);
    };
    const listening = new AbortController();
    for (const type of ['dragover', 'dragleave', 'drop'] as const) addEventListener(type, onDrag, listening);
    return () => listening.abort();
  }, [explorer, explores]);
}

/* The cards: each space with a small drawing, its title and its name, its rule, its number of states, and God's number. */

/** An open space, or one that is offered. */
type Card = SpaceAnswer | OfferedSpace;

/** Kinds of spaces in the order of the gallery: what most visitors know comes first. */
const KINDS = ['square', 'net', 'hanoi', 'pancakes', 'oblong'];

/** Phones offer all small boards first, and last what they explore only after a question. */
function rank(card: Card): number {
  const { board, face, states } = card;
  const kind = board === null ? (face?.kind ?? '') : isPhone() || board.rows === board.columns ? 'square' : 'oblong';
  return [...KINDS, kind].indexOf(kind) + ('space' in card && isLarge(states) ? KINDS.length + 1 : 0);
}

interface SpaceCardProps {
  readonly card: Card;
  /** True for the space shown. */
  readonly isCurrent: boolean;
  readonly onChoose: (card: Card) => void;
  /** Title that no other card has. */
  readonly children: ComponentChildren;
}

function SpaceCard({ card, isCurrent, onChoose, children }: SpaceCardProps) {
  const { id, name, board, face, goal, states, maxDepth, rule } = card;
  return (
    <li class="space-card">
      <span class="thumbnail" aria-hidden="true">
        {/* The goal has no cycles to draw. */}
        <StatePicture
          space={face?.kind === 'cycles' ? { ...card, face: { ...face, kind: 'pieces' } } : card}
          state={goal}
        />
      </span>
      <button
        type="button"
        data-space={id}
        aria-current={isCurrent}
        aria-describedby={`rule-${id} facts-${id}`}
        onClick={() => onChoose(card)}
      >
        {children}
      </button>
      <code>{name}</code>
      <p class="rule" id={`rule-${id}`}>
        {rule}
      </p>
      <p id={`facts-${id}`}>
        {statesText(states)} {board === null ? 'states' : 'positions'} <br />
        God's number {maxDepth === null ? 'unknown' : <b>{maxDepth}</b>}
      </p>
    </li>
  );
}
