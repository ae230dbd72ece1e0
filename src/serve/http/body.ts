/** Bodies of requests: a few kilobytes, read before the request is answered, for every method and encoding. */

import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';

const MOST_BODY_BYTES = 4096;

/** Returns true if a body follows the headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Returns true if the headers announce a body above the limit. */
export function announcesTooMuch({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MOST_BODY_BYTES;
}

/** Returns the refusal of a body above the limit. */
export function tooMuch(): Refusal {
  return new Refusal(413, `the body must not exceed ${MOST_BODY_BYTES} bytes`);
}

/**
 * Reads the body.
 * @returns 'too much' if the body is above the limit, and the rest is discarded as it arrives; 'broken off' if the client disconnects
 */
export function readBody(request: IncomingMessage): Promise<Buffer | 'too much' | 'broken off'> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const take = (part: Buffer) => {
      bytes += part.length;
      if (bytes <= MOST_BODY_BYTES) parts.push(part);
      else {
        request.off('data', take).resume();
        resolve('too much');
      }
    };
    request
      .on('data', take)
      .once('end', () => resolve(Buffer.concat(parts)))
      .once('error', () => resolve('broken off'));
  });
}
