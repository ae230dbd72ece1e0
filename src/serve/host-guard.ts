/**
 * Which Host a request may name. A name of somebody else's that leads to this machine (DNS rebinding) would let the
 * pages of that name read what is served here: to the browser they are of the same origin. So the Host must be this server.
 */

import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { excerpt } from '../base/text/excerpt.js';
import { Refusal } from './refusal.js';

/** Of HTTP, which browsers leave out. */
const USUAL_PORT = 80;

/** Looks at a request before anything is done for it. @returns why it is refused */
export type Guard = (request: Pick<IncomingMessage, 'headers' | 'socket' | 'url' | 'method'>) => Refusal | undefined;

/** @param bound where the server listens */
export function hostGuard({ address, port }: AddressInfo): Guard {
  const named = (host: string): string[] => (port === USUAL_PORT ? [host, `${host}:${port}`] : [`${host}:${port}`]);
  const known = new Set(['localhost', '127.0.0.1', '[::1]', inAddress(address)].flatMap(named));
  return ({ headers: { host }, socket }) => {
    if (host !== undefined && known.has(host)) return undefined;
    // Listens on all addresses of the machine: this is the one that was found.
    const { localAddress = '' } = socket;
    if (host !== undefined && [...known, ...named(inAddress(localAddress))].includes(host.toLowerCase()))
      return undefined;
    if (host === undefined || host.includes(',')) return new Refusal(400, 'a request must have one Host');
    return new Refusal(
      421,
      `this is not ${excerpt(host)}: the Host must be ${inAddress(localAddress)}:${port} or localhost:${port}`,
    );
  };
}

/** An IP address as it stands in an address of the web: version 6 in brackets, and version 4 as such wherever it was met. */
export function inAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}
