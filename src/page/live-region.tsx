/**
 * What is read out: the distance, once moves have come to rest, and what somebody has to know. One place for all of it, so that
 * nothing interrupts anything else; silent while the solution plays by itself.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import { hintOf } from './distance-line.js';
import { settled, type View } from './view.js';
import { capital, wordsOf } from './words.js';

/** Milliseconds without a move after which its distance is read out. */
const REST = 350;

export function LiveRegion({ view }: { readonly view: View }) {
  const [text, setText] = useState('');
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rests = !view.playing && settled(view) !== null;
  const now = rests ? textOf(view) : null;
  /** Whatever has waited until now is older. */
  const tell = (news: string) => {
    clearTimeout(resting.current);
    setText(news);
  };
  useEffect(() => {
    if (now === null) return;
    const timer = setTimeout(() => setText(now), REST);
    resting.current = timer;
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => {
    if (view.said !== null) tell(view.said.text);
  }, [view.said]);
  useEffect(() => {
    if (view.problem !== null) tell(capital(view.problem));
  }, [view.problem]);
  useEffect(() => {
    if (view.lost) tell('The server does not answer.');
  }, [view.lost]);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {text}
    </p>
  );
}

function textOf(view: View): string | null {
  const { table, distance } = view;
  if (table === null || distance === undefined) return null;
  if (distance === null) return `${table.directed ? 'Out of reach' : 'Unsolvable'}. ${wordsOf(table).unreachable}.`;
  return `Distance ${distance}. ${hintOf(view, table)}`;
}
