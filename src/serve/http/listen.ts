/**
 * The server on its port. It disconnects clients that send headers or a body slowly, send nothing at all, or do not read the answers that
 * they requested.
 */

import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { excerpt } from '../../base/text.js';
import type { Connection } from '../app.js';
import { Refusal } from '../responses.js';
import { ClosedError } from '../served-space.js';
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

const MOST_BODY_BYTES = 4096;
const TOO_MUCH = `the body must not exceed ${MOST_BODY_BYTES} bytes`;

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
export async function listen(options: ListenOptions): Promise<AddressInfo> {
  const { host, port, app, log, stalledTime = STALLED_TIME, keptTime = KEPT_TIME } = options;
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

/** Answers requests that have passed all guards. */
export type App = { readonly fetch: (request: Request, connection: Connection) => Response | Promise<Response> };

/** A request with its body, where getRequestListener expects it. */
type ReadRequest = IncomingMessage & { rawBody?: Buffer };

/** Passes requests through the guards to the app, and answers input that never becomes a request. @param bound the server's address */
function answerRequests(server: Server, bound: AddressInfo, app: App, log: RequestLog): void {
  const guards = [hostGuard(bound), targetGuard, originGuard, bodyGuard];
  const connections = new WeakMap<Socket, ClientConnection>();
  const connectionOf = (socket: Socket) => connections.get(socket) as ClientConnection;
  const answer = getRequestListener((request, { incoming }) =>
    app.fetch(request, connectionOf(incoming.socket as Socket)),
  );

  server.on('connection', (socket) => {
    const onTooMany = () => log.add('too many requests without answers, connection closed');
    connections.set(socket, newConnection(socket, onTooMany));
    // The client may have stopped reading, and the rest of such an answer (a comparison of searches) can take long.
    socket.once('end', () => {
      if (connectionOf(socket).isAmidAnswer()) socket.destroy();
    });
  });
  // Node cannot distinguish a client that does not read from an answer still in preparation.
  server.on('timeout', (socket) => {
    if (!connectionOf(socket).isPreparing()) socket.destroy();
  });
  server.on('request', async (request: ReadRequest, response: ServerResponse) => {
    const begin = performance.now();
    const { socket } = request;
    // A response has a socket only if no others are ahead of it.
    if (response.socket === null) connectionOf(socket).add(response);
    try {
      for (const guard of guards) guard(request);
      if (hasBody(request)) {
        connectionOf(socket).add(response);
        request.rawBody = await readBody(request);
      }
      const answered = answer(request, response);
      if (!response.writableEnded) connectionOf(socket).add(response);
      await answered;
    } catch (error) {
      if (error instanceof Refusal) refuse(response, error);
      // Reading a body fails if the client disconnects.
      else if (request.errored === null) throw error;
    }
    log.addRequest(request, response, begin);
  });
  server.on('checkExpectation', (request, response) => {
    response.shouldKeepAlive = false;
    refuse(response, new Refusal(417, 'the Expect header must be 100-continue: leave out any other'));
    log.addRequest(request, response, performance.now());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & Partial<Socket>) => {
    // Browsers open spare connections. If a client resets a connection, its requests have their own lines in the log.
    if (socket.bytesRead === 0 || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, reason] = NO_REQUEST[error.code ?? ''] ?? [400, 'this is not an HTTP request'];
    // If anything has been sent, the refusal could fall into the middle of another answer.
    const silent = !socket.writable || socket.bytesWritten !== 0;
    log.add(`no request, ${status} ${error.code ?? error.message}${silent ? ', connection closed' : ''}`);
    if (silent) {
      socket.destroy();
      return;
    }
    const { headers, body } = new Refusal(status, reason);
    const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroy());
  });
}

/** Statuses and reasons by the codes of the HTTP parser and of timeouts. */
const NO_REQUEST: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the address and headers of a request must not exceed 16 KB together'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, TOO_MUCH],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive within 5 s'],
};

function refuse(response: ServerResponse, { status, headers, body }: Refusal): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

/*
 * The connections of clients. Node passes on requests as they arrive, even if earlier ones have no answer yet, and each waits in memory
 * for its turn. A client that keeps sending more of them is cut off. Searches end when their client closes its side of the connection.
 */

/** Maximum number of a connection's requests that wait for an answer, including the one whose answer is in preparation. */
const MOST_PENDING = 16;

type ClientConnection = ReturnType<typeof newConnection>;

/** Returns what the server keeps of a connection. @param onTooMany called when it is cut because it has too many waiting requests */
function newConnection(socket: Socket, onTooMany: () => void) {
  /** Unfinished responses, in the order of their requests. Responses that end immediately need not be added. */
  const responses = new Set<ServerResponse>();
  let closed: AbortController | undefined;

  /** Counts the responses from the first one still in preparation. Those before it only wait for the client to read them. */
  function cutIfTooMany(): void {
    const all = [...responses];
    const first = all.findIndex((response) => !response.writableEnded);
    if (first < 0 || all.length - first <= MOST_PENDING || socket.destroyed) return;
    onTooMany();
    socket.destroy();
  }

  return {
    /** Adds the response to a request that waits for others, or is not answered immediately. */
    add(response: ServerResponse): void {
      if (responses.has(response)) return;
      responses.add(response);
      response.once('finish', () => responses.delete(response));
      // Most of the requests may be answered as soon as the current piece of input has been read.
      if (responses.size > MOST_PENDING) setImmediate(cutIfTooMany);
    },
    /** Returns true if an answer is in preparation: the client may have nothing to read yet. */
    isPreparing: () => [...responses].some((response) => !response.headersSent),
    /** Returns true if an answer has been sent in part, and the rest is still in preparation. */
    isAmidAnswer: () => [...responses].some((response) => response.headersSent && !response.writableEnded),
    /** Returns the signal that aborts when the client closes its side. */
    closing(): AbortSignal {
      if (closed !== undefined) return closed.signal;
      const controller = new AbortController();
      closed = controller;
      // Each waiting request of the connection adds a listener.
      setMaxListeners(0, controller.signal);
      const reason = 'the search was stopped because the client closed its side of the connection';
      const abort = () => controller.abort(new ClosedError(reason));
      socket.once('end', abort).once('close', abort);
      if (socket.readableEnded || socket.destroyed) abort();
      return controller.signal;
    },
  };
}

/*
 * Guards: checks of a request's Host, path, origin and body, made before any work is done for it.
 */

/** @throws Refusal if the request is not admitted */
type Guard = (request: IncomingMessage) => void;

/** The default port of HTTP, which browsers omit from the Host header. */
const USUAL_PORT = 80;

/**
 * Returns the guard that requires this server's name in the Host header. If a foreign name resolved to this machine (DNS rebinding), pages
 * of that name could read the server's answers, because the browser would see the same origin.
 * @param bound the address that the server listens on
 */
function hostGuard({ address, port }: AddressInfo): Guard {
  const named = (host: string): string[] => (port === USUAL_PORT ? [host, `${host}:${port}`] : [`${host}:${port}`]);
  const known = new Set(['localhost', '127.0.0.1', '[::1]', inAddress(address)].flatMap(named));
  return ({ headers: { host }, socket }) => {
    if (host !== undefined && known.has(host)) return;
    // If the server listens on all addresses of the machine, this is the address that the client used.
    const { localAddress = '' } = socket;
    if (host !== undefined && [...known, ...named(inAddress(localAddress))].includes(host.toLowerCase())) return;
    if (host === undefined || host.includes(',')) throw new Refusal(400, 'a request must have exactly one Host header');
    throw new Refusal(
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
const targetGuard: Guard = ({ url = '', method }) => {
  if (PLAIN_PATH.test(url) && !DOT_SEGMENT.test(url)) return;
  if (url.startsWith('/')) throw new Refusal(404, `there is nothing at ${excerpt(url)}`);
  throw url === '*'
    ? new Refusal(405, `${excerpt(method ?? '')} * is not supported`, { allow: 'GET, HEAD, POST' })
    : new Refusal(400, `expected a path such as /api/spaces, found '${excerpt(url)}'`);
};

/**
 * Keeps pages of other origins from using the API; they may still link to the page. A browser hides the answers from them, but would
 * send their requests, which can cost much work. Programs other than browsers send no origin.
 */
const originGuard: Guard = ({ headers, url }) => {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const foreign =
    (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!foreign || !url?.startsWith('/api')) return;
  throw new Refusal(
    403,
    `the API answers its own page and programs, not pages of ${excerpt(origin ?? `a ${site} origin`)}`,
  );
};

/** Refuses a body that the headers announce to be above the limit. Its bytes are discarded as they arrive. */
const bodyGuard: Guard = ({ headers }) => {
  if (Number(headers['content-length'] ?? 0) > MOST_BODY_BYTES) throw new Refusal(413, TOO_MUCH);
};

/** Returns true if a body follows the headers. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Reads the body, for every method and encoding. @throws Refusal if it is above the limit; an error if the client disconnects */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes <= MOST_BODY_BYTES) parts.push(part);
  }
  if (bytes > MOST_BODY_BYTES) throw new Refusal(413, TOO_MUCH);
  return Buffer.concat(parts);
}
