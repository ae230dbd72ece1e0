/** The server's answer to a request that may change. The answer to an earlier request is never shown for it. */

import { useEffect, useState } from 'preact/hooks';
import { errorText, LostServer } from './api.js';
import type { Explorer } from './explorer.js';

export interface Asked<T> {
  /** null until it has arrived; then the last one of the same request, until that is repeated. */
  readonly answer: T | null;
  /** Why there is none. */
  readonly problem: string | null;
  readonly waiting: boolean;
}

/**
 * @param path of the request; null for none
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
