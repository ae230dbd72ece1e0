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
import { hostOfPlain, plainRequest } from './plain-request.js';
import type { RequestLog } from './request-log.js';
import type { ServedTable } from './served-table.js';

export interface PlainDistancesParts {
  /** Where the server listens. */
  readonly bound: AddressInfo;
  readonly tables: readonly ServedTable[];
  readonly log: RequestLog;
}

/** Stands between the server and the connections that come from now on. */
export function answerPlainDistances(server: Server, { bound, tables, log }: PlainDistancesParts): void {
  const byId = new Map(tables.map((table) => [table.facts.id, table]));
  const isOurs = hostGuard(bound);
  const head = headOf(server.keepAliveTimeout);
  const nodesHttp = server.listeners('connection');
  const answers = new AnswersTogether();

  const take = (socket: Socket) => {
    /** Headers that have been looked at and are allowed: mostly they are the same each time. */
    let allowed = '';
    /** @returns whether it was a plain question with an answer */
    const answer = (chunk: Buffer): boolean => {
      const begin = performance.now();
      const request = plainRequest(chunk);
      const table = request && byId.get(request.id);
      if (request === undefined || table === undefined) return false;
      const { target, headers } = request;
      if (headers !== allowed && !isAllowed(headers, isOurs, socket)) return false;
      allowed = headers;
      let body: string;
      try {
        body = distanceJson(table, target);
      } catch {
        // Where failures are told it is asked again.
        return false;
      }
      answers.add(socket, `${head}${Buffer.byteLength(body)}\r\nDate: ${date()}\r\n\r\n${body}`);
      log.tell({ method: 'GET', url: target, status: 200, begin, brokenOff: false });
      return true;
    };
    const read = (chunk: Buffer) => {
      // Who does not read what was sent is watched by Node's HTTP.
      if (socket.writableLength === 0 && answer(chunk)) return;
      answers.send();
      socket.off('data', read).off('end', end).off('error', destroy).off('timeout', destroy);
      socket.pause();
      socket.unshift(chunk);
      for (const listener of nodesHttp) listener.call(server, socket);
      process.nextTick(() => socket.resume());
    };
    const end = () => {
      answers.send();
      socket.end();
    };
    const destroy = () => socket.destroy();
    socket.on('data', read).on('end', end).on('error', destroy).setTimeout(server.keepAliveTimeout, destroy);
  };
  server.removeAllListeners('connection').on('connection', take);
}

function isAllowed(headers: string, isOurs: Guard, socket: Socket): boolean {
  const host = hostOfPlain(headers);
  return host !== undefined && isOurs({ headers: { host }, socket }) === undefined;
}

/** All of an answer up to its length. @param idleTime milliseconds without a request after which a connection is closed */
function headOf(idleTime: number): string {
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': JSON_TYPE,
    'cache-control': FOR_MINUTES,
    connection: 'keep-alive',
    'keep-alive': `timeout=${Math.floor(idleTime / 1000)}`,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\n${lines.join('')}content-length: `;
}

let second = 0;
let dateOfSecond = '';
/** The time of now as HTTP writes it, to the second. */
function date(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    dateOfSecond = new Date(1000 * now).toUTCString();
  }
  return dateOfSecond;
}
