/**
 * Answers that stay the same until a table or the page changes. Their ETag is a hash of the body. A browser that already has the body
 * gets status 304.
 */

import { createHash } from 'node:crypto';
import { ASK_AGAIN, JSON_TYPE, SECURITY_HEADERS } from './headers.js';

export class LastingAnswer {
  readonly #body: string | Uint8Array<ArrayBuffer>;
  readonly #tag: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param type Content-Type */
  constructor(body: string | Uint8Array<ArrayBuffer>, type = JSON_TYPE) {
    this.#body = body;
    this.#tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    this.#headers = { ...SECURITY_HEADERS, 'content-type': type, 'cache-control': ASK_AGAIN, etag: this.#tag };
  }

  static json(value: unknown): LastingAnswer {
    return new LastingAnswer(JSON.stringify(value));
  }

  /** Returns the response. @param known If-None-Match of the request */
  to(known: string | undefined): Response {
    if (known === undefined || !this.#isAmong(known)) return new Response(this.#body, { headers: this.#headers });
    const { 'content-type': _, ...headers } = this.#headers;
    return new Response(null, { status: 304, headers });
  }

  /** Compares tags weakly, as RFC 9110, section 13.1.2 requires. */
  #isAmong(known: string): boolean {
    return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === this.#tag);
  }
}
