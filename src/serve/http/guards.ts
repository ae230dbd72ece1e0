/** Guards: checks of a request's Host, path, origin and body, made before any work is done for it. */

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { excerpt } from '../../base/text.js';
import { Refusal } from './responses.js';

/** Checks a request. @returns the refusal, or undefined if the request is admitted */
type Guard = (request: Pick<IncomingMessage, 'headers' | 'socket' | 'url' | 'method'>) => Refusal | undefined;

/** The default port of HTTP, which browsers omit from the Host header. */
const USUAL_PORT = 80;

/**
 * Returns the guard that requires this server's name in the Host header. If a foreign name resolved to this machine (DNS rebinding), pages
 * of that name could read the server's answers, because the browser would see the same origin.
 * @param bound the address that the server listens on
 */
export function hostGuard({ address, port }: AddressInfo): Guard {
  const named = (host: string): string[] => (port === USUAL_PORT ? [host, `${host}:${port}`] : [`${host}:${port}`]);
  const known = new Set(['localhost', '127.0.0.1', '[::1]', inAddress(address)].flatMap(named));
  return ({ headers: { host }, socket }) => {
    if (host !== undefined && known.has(host)) return undefined;
    // If the server listens on all addresses of the machine, this is the address that the client used.
    const { localAddress = '' } = socket;
    if (host !== undefined && [...known, ...named(inAddress(localAddress))].includes(host.toLowerCase()))
      return undefined;
    if (host === undefined || host.includes(','))
      return new Refusal(400, 'a request must have exactly one Host header');
    return new Refusal(
      421,
      `this is not ${excerpt(host)}: the Host must be ${inAddress(localAddress)}:${port} or localhost:${port}`,
    );
  };
}

/** Formats an IP address for a URL: IPv6 in brackets, and a mapped IPv4 address as IPv4. */
export function inAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

const PLAIN_PATH = /^\/[\w.~/-]*(?:\?|$)/;
const DOT_SEGMENT = /^[^?]*\/\.\.?(?:[/?]|$)/;

/**
 * Admits only paths of unescaped characters. Ids of tables and names of files need no others, so each path has one spelling, and none
 * contains `..`.
 */
export const targetGuard: Guard = ({ url = '', method }) => {
  if (PLAIN_PATH.test(url) && !DOT_SEGMENT.test(url)) return undefined;
  if (url.startsWith('/')) return new Refusal(404, `there is nothing at ${excerpt(url)}`);
  return url === '*'
    ? new Refusal(405, `${excerpt(method ?? '')} * is not supported`, { allow: 'GET, HEAD, POST' })
    : new Refusal(400, `expected a path such as /api/spaces, found '${excerpt(url)}'`);
};

/**
 * Keeps pages of other origins from using the API; they may still link to the page. A browser hides the answers from them, but would
 * send their requests, which can cost much work. Programs other than browsers send no origin.
 */
export const originGuard: Guard = ({ headers, url }) => {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return undefined;
  const foreign =
    (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!foreign || !url?.startsWith('/api')) return undefined;
  return new Refusal(
    403,
    `the API answers its own page and programs, not pages of ${excerpt(origin ?? `a ${site} origin`)}`,
  );
};

const MOST_BODY_BYTES = 4096;
export const TOO_MUCH = `the body must not exceed ${MOST_BODY_BYTES} bytes`;

/** Refuses a body that the headers announce to be above the limit. Its bytes are discarded as they arrive. */
export const bodyGuard: Guard = ({ headers }) =>
  Number(headers['content-length'] ?? 0) > MOST_BODY_BYTES ? new Refusal(413, TOO_MUCH) : undefined;

/** Returns true if a body follows the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Reads the body, for every method and encoding. @returns the refusal of a body above the limit; undefined if the client disconnects */
export async function readBody(request: IncomingMessage): Promise<Buffer | Refusal | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request) {
      bytes += part.length;
      if (bytes <= MOST_BODY_BYTES) parts.push(part);
    }
  } catch {
    return undefined;
  }
  return bytes > MOST_BODY_BYTES ? new Refusal(413, TOO_MUCH) : Buffer.concat(parts);
}
