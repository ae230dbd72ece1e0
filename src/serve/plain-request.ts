/** Requests for the distance of a state that are plain to the last byte, read without a parser of HTTP. */

export interface PlainRequest {
  /** Path and query. */
  readonly target: string;
  /** Of the table, as the path names it. */
  readonly id: string;
  /** As they came. */
  readonly headers: string;
}

const WHOLE_REQUEST =
  /^GET (\/api\/tables\/([\w.~-]+)\/distance\?[!"$-~]+) HTTP\/1\.1\r\n((?:[\w-]+: [!-~][ -~]*\r\n)+)\r\n$/;
/** Bytes of a request; one that is longer may be too long. */
const MOST_BYTES = 4096;
/** Headers that change nothing about the answer. */
const MEANINGLESS = new Set(['user-agent', 'accept', 'accept-encoding', 'accept-language', 'sec-fetch-mode']);

/** @param chunk what has come, all of which must be one request */
export function plainRequest(chunk: Buffer): PlainRequest | undefined {
  const found = chunk.length > MOST_BYTES ? null : WHOLE_REQUEST.exec(chunk.toString('latin1'));
  return found === null ? undefined : { target: found[1], id: found[2], headers: found[3] };
}

/** @returns the one Host, where there is no other header that would have to be heeded */
export function hostOfPlain(headers: string): string | undefined {
  let host: string | undefined;
  for (const line of headers.trimEnd().split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 2);
    if (name === 'host' && host === undefined) host = value;
    else if (name === 'connection' ? value.toLowerCase() !== 'keep-alive' : !MEANINGLESS.has(name)) return undefined;
  }
  return host;
}
