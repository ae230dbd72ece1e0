/** Passes requests through the guards to the app, and answers input that never becomes a request. */

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { excerpt } from '../../base/text/excerpt.js';
import type { Connection } from './app.js';
import { announcesTooMuch, hasBody, readBody, tooMuch } from './body.js';
import { ClosingSignals } from './closing-signals.js';
import { hostGuard, originGuard, targetGuard } from './guards.js';
import { PendingAnswers } from './pending-answers.js';
import { Refusal } from './refusal.js';
import type { RequestLog } from './request-log.js';
import { StallTimer } from './stall-timer.js';

/** Answers requests that have passed all guards. */
export interface App {
  readonly fetch: (request: Request, connection: Connection) => Response | Promise<Response>;
}

/** A request with its body, where getRequestListener expects it. */
interface ReadRequest extends IncomingMessage {
  rawBody?: Buffer;
}

/** Answers all requests to a server. @param bound the address that the server listens on */
export function answerRequests(server: Server, bound: AddressInfo, app: App, log: RequestLog): void {
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
