/** What components draw: the view, and the answers to requests of their own. */

import { useEffect, useState } from 'preact/hooks';
import type { EstimatesAnswer, SpaceAnswer } from '../../serve/answers.js';
import { readTiles } from '../states/tiles.js';
import { AGAIN, apiPath, errorText, LostServer } from './api.js';
import type { Explorer } from './explorer.js';
import { settled, type View } from './view.js';

/** Redraws a component whenever the explorer's view changes. */
export function useView(explorer: Explorer): View {
  const [view, setView] = useState(explorer.view);
  useEffect(() => {
    setView(explorer.view);
    explorer.onChange = setView;
  }, [explorer]);
  return view;
}

/** The server's answer to a request that can change. The answer to an earlier request is never shown for a later one. */
export type RequestState<T> = ReturnType<typeof useAnswer<T>>;

/**
 * Requests an answer, and again after the server was lost and found.
 * @param path path of the request; null for none
 * @param turn a new number repeats the request
 */
export function useAnswer<T>(explorer: Explorer, path: string | null, turn = 0) {
  const { recoveries } = explorer.view;
  const [came, setCame] = useState<{ path: string; turn: number; answer: T | null; problem: string | null }>();
  useEffect(() => {
    if (path === null) return;
    const requesting = new AbortController();
    const take = (answer: T | null, problem: string | null) => {
      if (!requesting.signal.aborted) setCame({ path, turn, answer, problem });
    };
    explorer.api.get<T>(path, requesting.signal).then(
      (answer) => take(answer, null),
      (error) => error instanceof LostServer || take(null, errorText(error)),
    );
    return () => requesting.abort();
  }, [explorer, path, turn, recoveries]);
  const same = came?.path === path ? came : undefined;
  return {
    /** Last answer to the same request; null until one has arrived. */
    answer: same?.answer ?? null,
    /** Reason why there is no answer. */
    problem: same?.problem ?? null,
    waiting: path !== null && same?.turn !== turn,
  };
}

/**
 * Requests the estimates of a state, again and again while pattern databases are being built. The text of an address that may be no state is
 * not asked about before there is another answer about it.
 * @param state empty or null for none
 */
export function useEstimates(
  explorer: Explorer,
  { id, board }: SpaceAnswer,
  state: string | null,
): RequestState<EstimatesAnswer> {
  const [turn, setTurn] = useState(0);
  const isState = state && (settled(explorer.view) !== null || (board !== null && readTiles(state, board) !== null));
  const request = useAnswer<EstimatesAnswer>(explorer, isState ? apiPath(id, 'estimates', { state }) : null, turn);
  const { answer, waiting } = request;
  useEffect(() => {
    if (answer === null || waiting || answer.estimates.every(({ value }) => value !== null)) return;
    const timer = setTimeout(() => setTurn(turn + 1), AGAIN);
    return () => clearTimeout(timer);
  }, [answer, waiting, turn]);
  return request;
}
