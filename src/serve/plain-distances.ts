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
import { AnswersTogether } from './answers-together.js';
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
    answers: new AnswersTogether(log),
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
  readonly answers: AnswersTogether;
  /** All of an answer up to its length. */
  readonly head: string;
  /** Milliseconds. */
  readonly longestIdle: number;
  /** Gives a connection to Node's HTTP. */
  readonly handOver: (socket: Socket) => void;
}

class PlainConnection {
  readonly #socket: Socket;
  readonly #service: Service;
  /** Headers that have been looked at and are allowed: mostly they are the same each time. */
  #allowed = '';

  constructor(socket: Socket, service: Service) {
    this.#socket = socket;
    this.#service = service;
    socket.on('data', this.#read).on('end', this.#end).on('error', this.#destroy);
    socket.setTimeout(service.longestIdle, this.#destroy);
  }

  readonly #read = (chunk: Buffer): void => {
    if (this.#answer(chunk)) return;
    const socket = this.#socket;
    // What is answered from now on comes after them. (Where very many sockets have something to be read, one may be read twice before they are sent.)
    this.#service.answers.send();
    socket.off('data', this.#read).off('end', this.#end).off('error', this.#destroy).off('timeout', this.#destroy);
    socket.pause();
    socket.unshift(chunk);
    this.#service.handOver(socket);
    socket.resume();
  };

  readonly #end = (): void => {
    this.#service.answers.send();
    this.#socket.end();
  };

  readonly #destroy = (): void => {
    this.#socket.destroy();
  };

  /** @returns whether it was a plain question that has an answer, and earlier answers do not wait for their reader */
  #answer(chunk: Buffer): boolean {
    const begin = performance.now();
    const { tables, answers, head } = this.#service;
    const request = this.#socket.writableLength === 0 ? plainRequest(chunk) : undefined;
    const table = request && tables.get(request.id);
    if (request === undefined || table === undefined || !this.#allows(request.headers)) return false;
    const body = answerOf(table, request.target);
    if (body === undefined) return false;
    const text = `${head}${Buffer.byteLength(body)}\r\nDate: ${httpDate()}\r\n\r\n${body}`;
    answers.add({ socket: this.#socket, text, url: request.target, begin });
    return true;
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

function answerOf(table: ServedTable, target: string): string | undefined {
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
