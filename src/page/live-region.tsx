/**
 * The texts for screen readers: problems, and the distance once no more moves are made. They share one live region, so that none
 * interrupts another. It is silent while the solution plays. Each text is a new element: the same text in the same element would be no
 * change, and would not be read out.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import { settled, type View } from './explorer/view.js';
import { wordsFor } from './explorer/words.js';
import { hintText } from './play/hint-text.js';

/** Milliseconds after the last move until its distance is read out. */
const REST = 350;

export function LiveRegion({ view }: { readonly view: View }) {
  const [{ text, count }, setNews] = useState({ text: '', count: 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rests = !view.playing && settled(view) !== null;
  const now = rests ? textOf(view) : null;
  const readOut = (news: string) => setNews((before) => ({ text: news, count: before.count + 1 }));
  /** Reads out a text now, and drops the older one that is still waiting. */
  const tell = (news: string) => {
    clearTimeout(resting.current);
    readOut(news);
  };
  useEffect(() => {
    if (now === null) return;
    const timer = setTimeout(() => readOut(now), REST);
    resting.current = timer;
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => {
    if (view.said !== null) tell(view.said.text);
  }, [view.said]);
  useEffect(() => {
    if (view.problem !== null) tell(view.problem);
  }, [view.problem]);
  useEffect(() => {
    if (view.lost) tell('The server is not responding.');
  }, [view.lost]);
  return (
    <p class="unseen" role="status" aria-live="polite">
      <span key={count}>{text}</span>
    </p>
  );
}

function textOf(view: View): string | null {
  const { space, distance, play } = view;
  if (space === null || distance === undefined) return null;
  if (distance === null) return `${space.directed ? 'Out of reach' : 'Unsolvable'}. ${wordsFor(space).unreachable}.`;
  const isNew = play.made.length === 0 && play.undone.length === 0;
  return `${isNew ? `New ${wordsFor(space).state}. ` : ''}Distance ${distance}. ${hintText(view, space)}`;
}
