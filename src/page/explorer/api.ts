/**
 * Sends requests to the server. It may refuse one, in one line. If it does not answer, it may have been stopped: then it is asked
 * again every second, and `onChange` is called when it is back.
 */

import type { ErrorAnswer } from '../../serve/answers.js';
import { capitalised } from './words.js';

/** A request that the server refused, in its own words. */
export class RefusedError extends Error {
  /** Of HTTP: 400 if the question is wrong. */
  readonly status: number;

  constructor(text: string, status: number) {
    super(text);
    this.status = status;
  }
}

/** The server did not answer, or its answer broke off. */
export class LostServer extends Error {
  constructor() {
    super('The server does not answer');
  }
}

/** Milliseconds between two attempts to reach a server that is lost. */
const PATIENCE = 1000;

/** Milliseconds after which an answer takes long, so that the page says what it waits for. */
export const LONG = 300;

/** Milliseconds after which an answer that was not whole is asked for again. */
export const AGAIN = 500;

/** Returns the path of a request about a space. */
export function apiPath(id: string, what: string, query: Readonly<Record<string, string>> = {}): string {
  const path = `api/spaces/${encodeURIComponent(id)}/${what}`;
  return Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

export class Api {
  lost = false;
  readonly #onChange: (lost: boolean) => void;

  /** @param onChange called when the server is lost, and when it is back */
  constructor(onChange: (lost: boolean) => void) {
    this.#onChange = onChange;
  }

  /** @throws RefusedError, LostServer, and what an aborted `fetch` throws */
  async ask<T>(path: string, signal: AbortSignal | null = null): Promise<T> {
    return this.#unlessLost(signal, async () => {
      const response = await fetch(path, { signal });
      if (!response.ok) throw await refusalOf(response);
      return (await response.json()) as T;
    });
  }

  /**
   * Sends JSON, and hands on each line of JSON as it comes.
   * @throws as `ask`
   */
  async lines<T>(path: string, body: unknown, signal: AbortSignal, onLine: (line: T) => void): Promise<void> {
    return this.#unlessLost(signal, async () => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
      if (!response.ok || response.body === null) throw await refusalOf(response);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const lines = `${rest}${value}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line !== '') onLine(JSON.parse(line) as T);
      }
    });
  }

  async #unlessLost<T>(signal: AbortSignal | null, act: () => Promise<T>): Promise<T> {
    try {
      const result = await act();
      this.#found();
      return result;
    } catch (error) {
      if (signal?.aborted || error instanceof RefusedError) throw error;
      this.#miss();
      throw new LostServer();
    }
  }

  #miss(): void {
    if (this.lost) return;
    this.lost = true;
    this.#onChange(true);
    this.#tryAgain();
  }

  #tryAgain(): void {
    setTimeout(async () => {
      try {
        const { ok } = await fetch('api/spaces', { cache: 'no-store' });
        if (ok) return this.#found();
      } catch {
        // Still not there.
      }
      if (this.lost) this.#tryAgain();
    }, PATIENCE);
  }

  #found(): void {
    if (!this.lost) return;
    this.lost = false;
    this.#onChange(false);
  }
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const { error } = (await response.json().catch(() => ({ error: '' }))) as ErrorAnswer;
  return new RefusedError(error || `the server answered with status ${response.status}`, response.status);
}

/** Returns the text of an error as the page shows it, with a capital letter at its beginning. */
export function errorText(error: unknown): string {
  return capitalised(error instanceof Error ? error.message : String(error));
}
