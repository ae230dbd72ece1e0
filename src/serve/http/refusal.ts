/** The refusal of a request: a status, one line with the reason, and headers. */

import { JSON_TYPE, NOT_KEPT, SECURITY_HEADERS } from './headers.js';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** All headers of the answer except its length. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param headers additional headers such as Allow */
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
