/**
 * The question that programs ask most, for the distance of a state, answered without Node's HTTP, to which reading a request
 * and writing an answer takes several times as long as the answer takes to find.
 *
 * Only what is plain is answered so: a request that has come whole and by itself, after all answers before it were sent, without
 * headers that would have to be heeded, and whose answer is 200. With the first that is anything else, Node's HTTP takes the
 * connection over for good: the rest of HTTP, and all that is refused, is known there alone.
 */

import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AskedTogether, type Asker } from './asked-together.js';
import { distanceJson } from './distance-json.js';
import { FOR_MINUTES, JSON_TYPE, SECURITY_HEADERS } from './headers.js';
import { type Guard, hostGuard } from './host-guard.js';
import { httpDate } from './http-date.js';
import { hostOfPlain, plainRequest } from './plain-request.js';
import type { RequestLog } from './request-log.js';
import type { ServedTable } from './served-table.js';

/** Milliseconds for which a connection is kept beyond what its client is told, whose next request may be on its way; as Node does. */
const GRACE = 1000;

export interface PlainDistancesParts {
  /** Where the server listens. */
  readonly bound: AddressInfo;
  readonly tables: readonly ServedTable[];
  readonly log: RequestLog;
}

/** Stands between the server and the connections that come from now on. */
export function answerPlainDistances(server: Server, { bound, tables, log }: PlainDistancesParts): void {
  const nodesHttp = server.listeners('connection');
  const service: Service = {
    tables: new Map(tables.map((table) => [table.facts.id, table])),
    isOurs: hostGuard(bound),
    together: new AskedTogether(),
    log,
    head: headOf(server.keepAliveTimeout),
    longestIdle: server.keepAliveTimeout + GRACE,
    handOver: (socket) => {
      for (const listener of nodesHttp) listener.call(server, socket);
    },
  };
  server.removeAllListeners('connection').on('connection', (socket) => new PlainConnection(socket, service));
}

/** What all connections have in common. */
interface Service {
  /** By their ids. */
  readonly tables: ReadonlyMap<string, ServedTable>;
  readonly isOurs: Guard;
  readonly together: AskedTogether;
  readonly log: RequestLog;
  /** All of an answer up to its length. */
  readonly head: string;
  /** Milliseconds. */
  readonly longestIdle: number;
  /** Gives a connection to Node's HTTP. */
  readonly handOver: (socket: Socket) => void;
}

/** A question that waits for its answer. */
interface Question {
  /** As it came. */
  readonly bytes: Buffer;
  readonly table: ServedTable;
  /** Path and query. */
  readonly target: string;
  /** When it came, by performance.now(). */
  readonly begin: number;
}

class PlainConnection implements Asker {
  readonly #socket: Socket;
  readonly #service: Service;
  /** Headers that have been looked at and are allowed: mostly they are the same each time. */
  #allowed = '';
  #question: Question | undefined;
  /** Of the answer to it; undefined where that is for Node's HTTP to give. */
  #body: string | undefined;
  /** Whether the client has said all. */
  #ended = false;

  constructor(socket: Socket, service: Service) {
    this.#socket = socket;
    this.#service = service;
    socket.on('data', this.#read).on('end', this.#end).on('error', this.#destroy);
    socket.setTimeout(service.longestIdle, this.#destroy);
  }

  readonly #read = (bytes: Buffer): void => {
    if (this.#question === undefined) {
      this.#question = this.#questionIn(bytes);
      if (this.#question !== undefined) this.#service.together.add(this);
      else this.#leave(bytes);
    } else {
      this.#leave(Buffer.concat([this.#question.bytes, bytes]));
    }
  };

  readonly #end = (): void => {
    this.#ended = true;
    if (this.#question === undefined) this.#socket.end();
  };

  readonly #destroy = (): void => {
    this.#socket.destroy();
  };

  find(): void {
    if (this.#question !== undefined) this.#body = bodyOf(this.#question);
  }

  send(): void {
    const question = this.#question;
    const body = this.#body;
    if (question === undefined) return;
    if (body === undefined && !this.#socket.destroyed) {
      this.#leave(question.bytes);
      return;
    }
    this.#question = undefined;
    if (body !== undefined) {
      const length = Buffer.byteLength(body);
      this.#socket.write(`${this.#service.head}${length}\r\nDate: ${httpDate()}\r\n\r\n${body}`);
    }
    this.#tell(question, body === undefined ? undefined : 200);
    if (this.#ended) this.#socket.end();
  }

  #tell({ target: url, begin }: Question, status: number | undefined): void {
    this.#service.log.tell({ method: 'GET', url, status, begin, brokenOff: this.#socket.destroyed });
  }

  /** Gives the connection to Node's HTTP. @param unanswered what has come and is for that to answer */
  #leave(unanswered: Buffer): void {
    const socket = this.#socket;
    this.#question = undefined;
    socket.off('data', this.#read).off('end', this.#end).off('error', this.#destroy).off('timeout', this.#destroy);
    if (this.#ended) {
      // What has ended takes nothing back.
      this.#service.handOver(socket);
      socket.emit('data', unanswered);
      // Node's HTTP ends its side with it: not before what is answered at once has been sent.
      setImmediate(() => socket.emit('end'));
    } else {
      socket.pause();
      socket.unshift(unanswered);
      this.#service.handOver(socket);
      socket.resume();
    }
  }

  /** @returns the plain question that these bytes are, where earlier answers do not wait for their reader */
  #questionIn(bytes: Buffer): Question | undefined {
    const begin = performance.now();
    const request = this.#socket.writableLength === 0 ? plainRequest(bytes) : undefined;
    const table = request && this.#service.tables.get(request.id);
    if (request === undefined || table === undefined || !this.#allows(request.headers)) return undefined;
    return { bytes, table, target: request.target, begin };
  }

  #allows(headers: string): boolean {
    if (headers === this.#allowed) return true;
    const host = hostOfPlain(headers);
    if (host === undefined || this.#service.isOurs({ headers: { host }, socket: this.#socket }) !== undefined)
      return false;
    this.#allowed = headers;
    return true;
  }
}

/** The answer's body; undefined where it is not 200. */
function bodyOf({ table, target }: Question): string | undefined {
  try {
    return distanceJson(table, target);
  } catch {
    // Not lost: the app is asked again, which tells what failed.
    return undefined;
  }
}

/** @param keptTime milliseconds without a request for which clients are told that a connection is kept */
function headOf(keptTime: number): string {
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': JSON_TYPE,
    'cache-control': FOR_MINUTES,
    connection: 'keep-alive',
    'keep-alive': `timeout=${Math.floor(keptTime / 1000)}`,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}content-length: `;
}
