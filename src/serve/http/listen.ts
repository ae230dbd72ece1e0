/**
 * The server on its port. Clients that send headers or a body slowly, send nothing at all, or do not read what they asked for, are
 * cut off.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, answerRequests } from './answer-requests.js';
import type { RequestLog } from './request-log.js';

/** Milliseconds: until all headers have come, until the body has, and between two checks of both. */
const HEADERS_TIME = 5000;
const REQUEST_TIME = 5000;
const CHECK_INTERVAL = 1000;
/** Milliseconds without a request after which a connection is closed; the Keep-Alive header gives them. */
const KEPT_TIME = 5000;
/** Milliseconds without movement amid an answer that has begun; longer than a compared search takes. */
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
 * @returns the address that the server listens on
 * @throws the error of `listen` of node:net if that fails: EADDRINUSE, EACCES, EADDRNOTAVAIL ...
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
    // Joins a second Host to the first, so that the guard refuses it.
    joinDuplicateHeaders: true,
    // The guard refuses a request without a Host, and says why.
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
  // For example when the process has as many files open as it may.
  server.on('error', (error) => log.add(`a connection failed: ${error.message}`));
  const bound = server.address() as AddressInfo;
  answerRequests(server, bound, app, log);
  return bound;
}
