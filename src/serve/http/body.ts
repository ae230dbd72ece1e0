/** Bodies of requests: a few kilobytes, read before anything else is done, whatever the method and however they are sent. */

import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.js';

const MOST_BODY_BYTES = 4096;

/** Returns whether a body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Returns whether a longer body is announced than is read. */
export function announcesTooMuch({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > MOST_BODY_BYTES;
}

/** Makes the refusal of a body that is too long. */
export function tooMuch(): Refusal {
  return new Refusal(413, `the body must not exceed ${MOST_BODY_BYTES} bytes`);
}

/**
 * Reads the body.
 * @returns 'too much' if there is more than is read: the rest is thrown away as it comes; 'broken off' if the client has gone
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
