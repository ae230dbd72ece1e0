/**
 * Answers of the server: headers that tell browsers which uses are allowed and how long to cache, refusals of requests, and answers that
 * last.
 */

import { sha256 } from '#machine/files.js';

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

/** The space has no answer to this kind of request. */
export class NotKnownError extends Error {
  override readonly name = 'NotKnownError';
}

/** Lines of JSON that are written while a client reads them. */
export interface Lines<Line> {
  write(line: Line): void;
  /** True if the client has fallen so far behind that it should miss what is not essential. */
  isBehind(): boolean;
}

/** Maximum bytes of lines that wait to be read, before a client counts as behind. */
const MOST_WAITING_BYTES = 1e6;

/** Returns a stream of lines. @param produce writes them; its signal aborts when the stream is cancelled */
export function streamOfLines<Line>(
  produce: (lines: Lines<Line>, gone: AbortSignal) => Promise<void>,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const text = new TextEncoder();
  const start = async (stream: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const write = (line: Line) => stream.enqueue(text.encode(`${JSON.stringify(line)}\n`));
      await produce({ write, isBehind: () => (stream.desiredSize ?? 0) <= 0 }, gone.signal);
      if (!gone.signal.aborted) stream.close();
    } catch (error) {
      if (!gone.signal.aborted) stream.error(error);
    }
  };
  return new ReadableStream<Uint8Array>(
    { start: (stream) => void start(stream), cancel: () => gone.abort() },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
  );
}

/** Returns the response to a request. @param known If-None-Match of the request */
export type LastingAnswer = (known?: string) => Response;

/**
 * Returns an answer that stays the same until a table or the page changes. Its ETag is a hash of the body. A browser that already has the
 * body gets status 304. Tags are compared weakly, as RFC 9110, section 13.1.2 requires.
 * @param type Content-Type
 */
export function lastingAnswer(body: string | Uint8Array<ArrayBuffer>, type = JSON_TYPE): LastingAnswer {
  const tag = `"${sha256(body).slice(0, 32)}"`;
  const { 'content-type': _, ...kept }: Record<string, string> = { ...headersOf(type, ASK_AGAIN), etag: tag };
  return (known = '') =>
    known.split(',').some((other) => ['*', tag, `W/${tag}`].includes(other.trim()))
      ? new Response(null, { status: 304, headers: kept })
      : new Response(body, { headers: { ...kept, 'content-type': type } });
}
