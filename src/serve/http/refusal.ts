/** Requests that are refused: a status, one line that says why, and headers that say what to do. */

import { JSON_TYPE, NOT_KEPT, SECURITY_HEADERS } from './headers.js';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Of HTTP, 400 to 599. */
  readonly status: number;
  /** All headers of the answer but its length. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param headers such as Allow, besides those that every answer has */
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = { ...SECURITY_HEADERS, 'content-type': JSON_TYPE, 'cache-control': NOT_KEPT, ...headers };
  }

  /** An ErrorAnswer as JSON. */
  get body(): string {
    return JSON.stringify({ error: this.message });
  }
}
