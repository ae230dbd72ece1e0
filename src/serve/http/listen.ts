/**
 * The server on its port. It disconnects clients that send headers or a body slowly, send nothing at all, or do not read the answers that
 * they requested.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, answerRequests } from './answer-requests.js';
import type { RequestLog } from './request-log.js';

/** Milliseconds until all headers must have arrived, until the body must, and between two checks of both. */
const HEADERS_TIME = 5000;
const REQUEST_TIME = 5000;
const CHECK_INTERVAL = 1000;
/** Milliseconds without a request after which a connection is closed; the Keep-Alive header gives them. */
const KEPT_TIME = 5000;
/** Milliseconds without progress in sending an answer; longer than a compared search takes. */
const STALLED_TIME = 30_000;
/** Maximum number of connections; the server closes further ones. Each takes about 20 KB, plus up to 16 KB for incomplete headers. */
const MOST_CONNECTIONS = 4000;

export interface ListenOptions {
  /** An IP address of this machine, or localhost. */
  readonly host: string;
  /** Port number; 0 chooses a free one. */
  readonly port: number;
  readonly app: App;
  readonly log: RequestLog;
  /** Milliseconds without progress in sending an answer after which a connection is cut. @default 30_000 */
  readonly stalledTime?: number;
  /** Milliseconds without a request after which a connection is closed, plus or minus a second. @default 5000 */
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
    // Joins a second Host header to the first, so that the guard refuses it.
    joinDuplicateHeaders: true,
    // The guard refuses a request without a Host header, with a reason.
    requireHostHeader: false,
  });
  // A client that has closed its side can still read: without this, answers in preparation would not be sent.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = stalledTime;
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // For example, the process has reached its limit of open files.
  server.on('error', (error) => log.add(`a connection failed: ${error.message}`));
  const bound = server.address() as AddressInfo;
  answerRequests(server, bound, app, log);
  return bound;
}
