/**
 * The server on its port. It disconnects clients that send headers or a body slowly, send nothing at all, or do not read the answers that
 * they requested.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { excerpt } from '../../base/text.js';
import type { Connection } from './app.js';
import { ClosingSignals, PendingAnswers, StallTimer } from './connections.js';
import { announcesTooMuch, hasBody, hostGuard, originGuard, readBody, targetGuard, tooMuch } from './guards.js';
import type { RequestLog } from './request-log.js';
import { Refusal } from './responses.js';

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

interface ListenOptions {
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

/** Passes requests through the guards to the app, and answers input that never becomes a request. */

/** Answers requests that have passed all guards. */
export interface App {
  readonly fetch: (request: Request, connection: Connection) => Response | Promise<Response>;
}

/** A request with its body, where getRequestListener expects it. */
interface ReadRequest extends IncomingMessage {
  rawBody?: Buffer;
}

/** Answers all requests to a server. @param bound the address that the server listens on */
function answerRequests(server: Server, bound: AddressInfo, app: App, log: RequestLog): void {
  const isOurs = hostGuard(bound);
  const pending = new PendingAnswers((socket) => {
    log.add('too many requests without answers, connection closed');
    socket.destroy();
  });
  const stallTimer = new StallTimer(server.timeout);
  const closing = new ClosingSignals();
  const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) => {
    const socket = incoming.socket as Socket;
    const response = app.fetch(request, { closing: () => closing.of(socket) });
    return response instanceof Promise ? stallTimer.pauseFor(socket, response) : response;
  };
  const answer = getRequestListener(fetch, {
    errorHandler: (error) => {
      const refusal = new Refusal(500, error instanceof Error ? error.message : String(error));
      return new Response(refusal.body, refusal);
    },
  });

  const tell = (request: IncomingMessage, response: ServerResponse, begin: number) => {
    const { method = '', url = '', socket } = request;
    const status = response.headersSent ? response.statusCode : undefined;
    log.tell({ method, url, status, begin, brokenOff: socket.destroyed });
  };
  const take = (request: ReadRequest, response: ServerResponse) => {
    // A response has a socket only if no others are ahead of it.
    if (response.socket === null) pending.addBehindOthers(request.socket, response);
    const begin = performance.now();
    const refusal =
      isOurs(request) ??
      targetGuard(request) ??
      originGuard(request) ??
      (announcesTooMuch(request) ? tooMuch() : undefined);
    if (refusal !== undefined) {
      refuse(response, refusal);
      tell(request, response, begin);
    } else void takeWhole(request, response, begin);
  };
  const takeWhole = async (request: ReadRequest, response: ServerResponse, begin: number) => {
    if (hasBody(request)) {
      pending.add(request.socket, response);
      const body = await readBody(request);
      if (body === 'too much') refuse(response, tooMuch());
      else if (body !== 'broken off') {
        request.rawBody = body;
        await answer(request, response);
      }
    } else {
      const answered = answer(request, response);
      if (!response.writableEnded) pending.add(request.socket, response);
      await answered;
    }
    tell(request, response, begin);
  };

  server.on('connection', (socket) => {
    // The client may have stopped reading, and the rest of such an answer (a comparison of searches) can take long.
    socket.once('end', () => {
      if (pending.isAmidAnswer(socket)) socket.destroy();
    });
  });
  server.on('request', take);
  server.on('checkContinue', (request, response) => {
    // The client may or may not send a refused body, so the beginning of the next request could not be found.
    response.shouldKeepAlive = false;
    if (!announcesTooMuch(request)) response.writeContinue();
    take(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    response.shouldKeepAlive = false;
    refuse(response, new Refusal(417, 'the Expect header must be 100-continue: leave out any other'));
    tell(request, response, performance.now());
  });
  server.on('connect', (request, socket) => {
    log.add(`CONNECT ${excerpt(request.url ?? '')} 405`);
    refuseAtOnce(socket, new Refusal(405, 'this server is not a proxy', { allow: 'GET, HEAD, POST' }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & Partial<Socket>) => {
    // Browsers open spare connections. If a client resets a connection, its requests have their own lines in the log.
    if (socket.bytesRead === 0 || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error);
    // If anything has been sent, the refusal could fall into the middle of another answer.
    const silent = !socket.writable || socket.bytesWritten !== 0;
    log.add(`no request, ${refusal.status} ${error.code ?? error.message}${silent ? ', connection closed' : ''}`);
    if (silent) socket.destroy();
    else refuseAtOnce(socket, refusal);
  });
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { body } = refusal;
  response.writeHead(refusal.status, { ...refusal.headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Refuses input that is not a valid request, and ends the connection. */
function refuseAtOnce(socket: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy());
}

/** Returns the refusal for an error of the HTTP parser or of a timeout. */
function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(431, 'the address and headers of a request must not exceed 16 KB together');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return tooMuch();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(408, 'the request did not arrive within 5 s');
    default:
      return new Refusal(400, 'this is not an HTTP request');
  }
}
