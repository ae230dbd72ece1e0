/**
 * Sends requests to the server, which can refuse a request with one line of text. If the server does not respond, it may have been
 * stopped: the page then retries every second, and calls `onChange` when the server is back.
 */

import type { ErrorAnswer } from '../../serve/answers.js';
import { capitalised } from './words.js';

/** A request that the server refused, with the server's message. */
export class RefusedError extends Error {
  /** HTTP status: 400 if the request is wrong. */
  readonly status: number;

  constructor(text: string, status: number) {
    super(text);
    this.status = status;
  }
}

/** The server did not respond, or its answer was cut off. */
export class LostServer extends Error {
  override readonly message = 'The server is not responding';
}

/** Milliseconds between two attempts to reach a lost server. */
const PATIENCE = 1000;

/** Milliseconds without an answer after which the page shows that it is waiting. */
export const LONG = 300;

/** Milliseconds after which the page repeats a request whose answer was incomplete. */
export const AGAIN = 500;

/** Returns the path of a request about a space. */
export function apiPath(id: string, what: string, query: Readonly<Record<string, string>> = {}): string {
  const path = `api/spaces/${encodeURIComponent(id)}/${what}`;
  return Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** Sends a request to the server, as `fetch` does. @throws what `fetch` throws */
export type Send = (path: string, init?: SendInit) => Promise<Response>;

interface SendInit extends Pick<RequestInit, 'method' | 'signal' | 'cache'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
}

export type Api = ReturnType<typeof newApi>;

/** @param onChange called when the server is lost, and when it is back @param send sends the requests */
export function newApi(onChange: (lost: boolean) => void, send: Send) {
  let isLost = false;

  function setLost(lost: boolean): void {
    if (lost === isLost) return;
    isLost = lost;
    onChange(lost);
    if (lost) tryAgain();
  }

  function tryAgain(): void {
    setTimeout(async () => {
      try {
        const { ok } = await send('api/spaces', { cache: 'no-store' });
        if (ok) setLost(false);
      } catch {
        // Still no server.
      }
      if (isLost) tryAgain();
    }, PATIENCE);
  }

  async function unlessLost<T>(signal: AbortSignal | null, act: () => Promise<T>): Promise<T> {
    try {
      const result = await act();
      setLost(false);
      return result;
    } catch (error) {
      if (signal?.aborted || error instanceof RefusedError) throw error;
      setLost(true);
      throw new LostServer();
    }
  }

  function ask<T>(path: string, signal: AbortSignal | null, body?: Blob): Promise<T> {
    return unlessLost(signal, async () => {
      const response = await send(path, body ? { method: 'POST', body, signal } : { signal });
      if (!response.ok) throw await refusalOf(response);
      return (await response.json()) as T;
    });
  }

  return {
    /** @throws RefusedError, LostServer, and what an aborted `fetch` throws */
    get: <T>(path: string, signal: AbortSignal | null = null) => ask<T>(path, signal),

    /** Sends the bytes of a file. @throws as `get` */
    post: <T>(path: string, body: Blob, signal: AbortSignal) => ask<T>(path, signal, body),

    /**
     * Sends JSON, and passes on each line of JSON as it arrives.
     * @throws as `get`
     */
    lines<T>(path: string, body: unknown, signal: AbortSignal, onLine: (line: T) => void): Promise<void> {
      return unlessLost(signal, async () => {
        const headers = { 'content-type': 'application/json' };
        const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
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
    },
  };
}

/** The latest of several requests. */
export class Latest {
  #controller = new AbortController();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  abort(): void {
    this.#controller.abort();
  }

  /** Aborts the previous request, and makes the next one, whose answer or error is used unless it is aborted. */
  async run<T>(
    request: (signal: AbortSignal) => Promise<T>,
    onAnswer: (answer: T) => unknown,
    onError = this.#onError,
  ): Promise<void> {
    this.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const answer = await request(signal);
      if (!signal.aborted) await onAnswer(answer);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  }
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const { error } = (await response.json().catch(() => ({ error: '' }))) as ErrorAnswer;
  return new RefusedError(error || `the server answered with status ${response.status}`, response.status);
}

/** Returns the text of an error as the page shows it, beginning with a capital letter unless a name comes first, such as that of a file. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^[a-z]+[ ,]/.test(text) ? capitalised(text) : text;
}
