/** The server's answer to a request that can change. The answer to an earlier request is never shown for a later one. */

import { useEffect, useState } from 'preact/hooks';
import { errorText, LostServer } from './api.js';
import type { Explorer } from './explorer.js';

export interface Asked<T> {
  /** Last answer to the same request; null until one has arrived. */
  readonly answer: T | null;
  /** Reason why there is no answer. */
  readonly problem: string | null;
  readonly waiting: boolean;
}

/**
 * Requests an answer, and again after the server was lost and found.
 * @param path path of the request; null for none
 * @param turn a new number repeats the request
 */
export function useAnswer<T>(explorer: Explorer, path: string | null, turn = 0): Asked<T> {
  const { recoveries } = explorer.view;
  const [came, setCame] = useState<{ path: string; turn: number; answer: T | null; problem: string | null }>();
  useEffect(() => {
    if (path === null) return;
    const asking = new AbortController();
    const take = (answer: T | null, problem: string | null) => {
      if (!asking.signal.aborted) setCame({ path, turn, answer, problem });
    };
    explorer.api.ask<T>(path, asking.signal).then(
      (answer) => take(answer, null),
      (error) => error instanceof LostServer || take(null, errorText(error)),
    );
    return () => asking.abort();
  }, [explorer, path, turn, recoveries]);
  const same = came?.path === path ? came : undefined;
  return {
    answer: same?.answer ?? null,
    problem: same?.problem ?? null,
    waiting: path !== null && same?.turn !== turn,
  };
}
