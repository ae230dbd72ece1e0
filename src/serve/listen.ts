/**
 * The server on its port. Who sends slowly is cut off, whether headers, a body or nothing at all, and so is who does not
 * read what was asked for.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, answerRequests } from './answer-requests.js';
import type { RequestLog } from './request-log.js';

/** In milliseconds: until all headers are there, until the body is, and how often that is looked at. */
const HEADERS_TIME = 5000;
const REQUEST_TIME = 5000;
const CHECK_INTERVAL = 1000;
/** In milliseconds, without a request on a connection; clients are told. */
const KEPT_TIME = 5000;
/** In milliseconds, during which nothing was sent or read amid an answer that has begun; longer than a search of a race takes. */
const STALLED_TIME = 30_000;
/** Connections at once; further ones are closed as they come. Each takes some 20 KB, and 16 KB more for headers that are not complete. */
const MOST_CONNECTIONS = 4000;

export interface ListenOptions {
  /** An IP address of this machine, or localhost. */
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly app: App;
  readonly log: RequestLog;
  /** Milliseconds without movement amid an answer after which a connection is cut; by default 30,000. */
  readonly stalledTime?: number;
  /** Milliseconds without a request after which a connection is closed, give or take a second; by default 5000. */
  readonly keptTime?: number;
}

/**
 * Listens until the process ends.
 * @returns where
 * @throws as `listen` of node:net where that cannot be: EADDRINUSE, EACCES, EADDRNOTAVAIL ...
 */
export async function listen({
  host,
  port,
  app,
  log,
  stalledTime = STALLED_TIME,
  keptTime = KEPT_TIME,
}: ListenOptions): Promise<AddressInfo> {
  const server = createServer({
    headersTimeout: HEADERS_TIME,
    requestTimeout: REQUEST_TIME,
    connectionsCheckingInterval: CHECK_INTERVAL,
    keepAliveTimeout: keptTime,
    // So that a second Host is seen.
    joinDuplicateHeaders: true,
    // Refused by the guard, with a word.
    requireHostHeader: false,
  });
  // A client that closes its side may still read: without this, answers that are being prepared would not be sent.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = stalledTime;
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Such as when the process has as many files open as it may.
  server.on('error', (error) => log.add(`a connection failed: ${error.message}`));
  const bound = server.address() as AddressInfo;
  answerRequests(server, bound, app, log);
  return bound;
}
