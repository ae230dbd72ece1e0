/**
 * Answers of the server: headers that tell browsers which uses are allowed and how long to cache, refusals of requests, answers that last,
 * and the files of the page.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Headers of every answer, including errors. Browsers load and run only the page's own files, and no other page can frame, embed or read
 * an answer.
 */
const SECURITY_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const JSON_TYPE = 'application/json; charset=utf-8';
/** Browsers revalidate answers that depend on a table or the page by their ETag. */
const ASK_AGAIN = 'no-cache';
const NOT_KEPT = 'no-store';

/** A table does not change during a visit, but can be replaced later. */
export const OF_A_STATE = { headers: headersOf(JSON_TYPE, 'private, max-age=300') };
export const ANOTHER_EACH_TIME = { headers: headersOf(JSON_TYPE, NOT_KEPT) };
export const LINES = { headers: headersOf('application/x-ndjson; charset=utf-8', NOT_KEPT) };

function headersOf(type: string, kept: string): Readonly<Record<string, string>> {
  return { ...SECURITY_HEADERS, 'content-type': type, 'cache-control': kept };
}

/** The refusal of a request: a status, one line with the reason, and headers. */
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
    this.headers = { ...headersOf(JSON_TYPE, NOT_KEPT), ...headers };
  }

  /** An ErrorAnswer as JSON. */
  get body(): string {
    return JSON.stringify({ error: this.message });
  }
}

/** Returns the response to a request. @param known If-None-Match of the request */
export type LastingAnswer = (known?: string) => Response;

/**
 * Returns an answer that stays the same until a table or the page changes. Its ETag is a hash of the body. A browser that already has the
 * body gets status 304. Tags are compared weakly, as RFC 9110, section 13.1.2 requires.
 * @param type Content-Type
 */
export function lastingAnswer(body: string | Uint8Array<ArrayBuffer>, type = JSON_TYPE): LastingAnswer {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const { 'content-type': _, ...kept }: Record<string, string> = { ...headersOf(type, ASK_AGAIN), etag: tag };
  return (known = '') =>
    known.split(',').some((other) => ['*', tag, `W/${tag}`].includes(other.trim()))
      ? new Response(null, { status: 304, headers: kept })
      : new Response(body, { headers: { ...kept, 'content-type': type } });
}

/** The files of the page: path in the address, file of dist/page, Content-Type. No other files can be requested. */
const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'icon.svg', 'image/svg+xml'],
] as const;

/** Returns the page's files by their paths in the address. */
export function readPageFiles(): ReadonlyMap<string, LastingAnswer> {
  const { resolve } = createRequire(import.meta.url);
  return new Map(
    FILES.map(([path, file, type]) => [
      path,
      lastingAnswer(new Uint8Array(readFileSync(resolve(`#page/${file}`))), type),
    ]),
  );
}
