/** What the server answers to a question that may change: the answer to an earlier one is never taken for it. */

import { useEffect, useState } from 'preact/hooks';
import { errorText, LostServer } from './api.js';
import type { Explorer } from './explorer.js';

export interface Asked<T> {
  /** null until it is there; then the last one of the same question, until that is asked anew. */
  readonly answer: T | null;
  /** Why there is none. */
  readonly problem: string | null;
  readonly waiting: boolean;
}

/**
 * @param path what to ask; null for nothing
 * @param turn another number asks the same again
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
