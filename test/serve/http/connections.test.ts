/** Connections: requests cut and joined anywhere, half-closed, reset and idle connections, and their lines in the log. */

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#src/serve/app.js';
import { newComparisons } from '#src/serve/comparisons.js';
import { type App, listen } from '#src/serve/http/listen.js';
import { openSpaces } from '#src/serve/http/open-spaces.js';
import { newRequestLog } from '#src/serve/http/request-log.js';
import { count } from '../../suite.js';
import { open } from '../server.js';
import { TableFolder } from '../tables.js';

const folder = new TableFolder();
let app: App;
let server: Listening;

interface Listening {
  readonly bound: AddressInfo;
  /** Returns the lines of the log so far, without the time of day. */
  logged(): string[];
}

/** Starts a server. @param times as for `listen`; by default, those of the program */
async function listenWith(
  served: App,
  times: { readonly keptTime?: number; readonly stalledTime?: number } = {},
): Promise<Listening> {
  const written = new PassThrough({ encoding: 'utf8' });
  const log = newRequestLog(written);
  const bound = await listen({ host: '127.0.0.1', port: 0, app: served, log, ...times });
  let text = '';
  const logged = () => {
    text += `${written.read() ?? ''}${log.rest()}`;
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => line.replace(/^\S+ /, ''));
  };
  return { bound, logged };
}

beforeAll(async () => {
  const spaces = await openSpaces({ paths: [await folder.board('3x3')], folder: 'nowhere', onNotice: () => {} });
  app = makeApp({
    spaces,
    files: new Map(),
    compare: newComparisons(),
    onFault: (error) => {
      throw error;
    },
  });
  server = await listenWith(app);
});

afterAll(() => folder.remove());

/**
 * Sends pieces, one in each turn of the event loop.
 * @param halfClose true if the client closes its side with the last piece
 * @returns everything received until the server closed the connection
 */
async function conversation(listening: Listening, pieces: readonly string[], halfClose = false): Promise<string> {
  const socket = await open(listening.bound.port);
  const closed = once(socket, 'close');
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => (heard += text));
  for (const [at, piece] of pieces.entries()) {
    const isEnd = halfClose && at === pieces.length - 1;
    socket[isEnd ? 'end' : 'write'](withPort(piece, listening), 'latin1');
    await setImmediate();
  }
  await closed;
  return heard;
}

/** Returns a connection that has sent a request. */
async function asking(listening: Listening): Promise<Socket> {
  const socket = await open(listening.bound.port);
  socket.write(withPort(get('/'), listening));
  return socket;
}

const HOST = 'Host: 127.0.0.1:{port}\r\n';
const DISTANCE = '/api/spaces/3x3/distance?state=8,6,7,2,5,4,3,x,1';
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${HOST}${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const LAST = get('/api/spaces', 'Connection: close');

/** Requests of all kinds, each with the status and a part of the body of its answer. */
const REQUESTS = [
  [get(DISTANCE), '200', '"distance":31,'],
  [get('/api/spaces/3x3/distance?state=2,1,3'), '400', "found 3: '2,1,3'"],
  [get('/api/spaces/3x3/distribution'), '200', '"histogram"'],
  [get('/api/spaces/3x3/random?depth=31&count=2'), '200', '"uniform"'],
  [post('/api/spaces/3x3/distances', '{"states":["23415x768"]}'), '200', '"distances"'],
  [post('/api/spaces/3x3/distances', ' '.repeat(5000)), '413', 'the body must not exceed 4096 bytes'],
  [get('/nothing'), '404', 'there is nothing at /nothing'],
] as const;

/** Writes the server's name into the Host header. The length of its port must be known before a text is cut. */
const withPort = (text: string, { bound }: Listening = server) => text.replaceAll('{port}', String(bound.port));

/** Returns the status and body of each answer, in order. */
function answersIn(heard: string): { status: string; body: string }[] {
  return heard
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer !== '')
    .map((answer) => ({ status: answer.slice(9, 12), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }));
}

function expectAnswers(heard: string, asked: readonly (typeof REQUESTS)[number][]): void {
  const answers = answersIn(heard);
  expect(answers.map(({ status }) => status)).toEqual(asked.map(([, status]) => status));
  for (const [index, [, , part]] of asked.entries()) expect(answers[index].body).toContain(part);
}

describe('requests in one connection', () => {
  const requests = fc.array(fc.constantFrom(...REQUESTS), { minLength: 1, maxLength: 8 });

  test('are all answered in order, wherever they are cut, if the client closes its side after them', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.array(fc.nat(), { maxLength: 4 }), async (asked, cuts) => {
        const text = asked.map(([request]) => withPort(request)).join('');
        const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        expectAnswers(await conversation(server, pieces, true), asked);
      }),
      { numRuns: count(12, 100), examples: [[[...REQUESTS, ...REQUESTS], []]] },
    );
  });

  test('each have a line in the log', async () => {
    const logging = await listenWith(app);
    await conversation(logging, [...REQUESTS.map(([request]) => request), LAST]);
    const lines = logging.logged().map((line) => line.replace(/ [\d.]+ ms/, ''));
    const expected = [...REQUESTS, [LAST, '200']].map(([request, status]) => `${/^\w+ \S+/.exec(request)} ${status}`);
    // The lines are in the order of the answers' completion.
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['a control character', 'User-Agent: \x01'],
    ['headers without end', `User-Agent: ${'a'.repeat(17_000)}`],
  ])('end with what is no request, such as %s', async (_, header) => {
    const logging = await listenWith(app);
    const heard = await conversation(logging, [get(DISTANCE), get(DISTANCE, header), LAST]);
    expect(answersIn(heard).map(({ status }) => status)).toEqual(['200']);
    expect(logging.logged().sort()).toEqual([
      expect.stringMatching(/^GET .* 200 /),
      expect.stringMatching(/^no request, 4\d\d HPE_\w+, connection closed$/),
    ]);
  });
});

describe('a connection', () => {
  test('that is reset does not affect others', async () => {
    for (let count = 0; count < 20; count++) {
      const socket = await open(server.bound.port);
      socket.write(withPort(get('/api/spaces/3x3/random?depth=31')));
      if (count % 2 > 0) await once(socket, 'data');
      socket.resetAndDestroy();
    }
    expect(await conversation(server, [get(DISTANCE), LAST])).toContain('"distance":31,');
  });

  test('that is reset aborts the search for its answer, which is logged as cut off', async () => {
    let gone: AbortSignal | undefined;
    const slow = await listenWith({
      fetch: async (_, { closing }) => {
        gone = closing();
        await once(gone, 'abort');
        return new Response('late');
      },
    });
    const socket = await asking(slow);
    await expect.poll(() => gone).toBeDefined();
    socket.resetAndDestroy();
    await expect
      .poll(() => slow.logged())
      .toEqual([expect.stringMatching(/^GET \/ 200 [\d.]+ ms, connection closed$/)]);
  });

  test('that its client closes ends a streamed answer', async () => {
    let gone = false;
    const endless = await listenWith({
      fetch: () =>
        new Response(
          new ReadableStream({
            start: (parts) => parts.enqueue(new TextEncoder().encode('first')),
            cancel: () => {
              gone = true;
            },
          }),
        ),
    });
    const socket = await asking(endless);
    await once(socket, 'data');
    socket.end();
    await expect.poll(() => gone).toBe(true);
  });

  test('whose client closes its side aborts the search for its answer, and gets the reason', async () => {
    const searching = await listenWith({
      fetch: (_, { closing }) =>
        new Promise((resolve) => {
          const signal = closing();
          signal.addEventListener('abort', () => resolve(new Response(signal.reason.message, { status: 503 })));
        }),
    });
    const heard = await conversation(searching, [get('/'), get('/')], true);
    const reason = 'the search was stopped because the client closed its side of the connection';
    expect(answersIn(heard)).toEqual([
      { status: '503', body: reason },
      { status: '503', body: reason },
    ]);
  });

  test('is closed if more than 16 requests wait', async () => {
    const stuck = await listenWith({ fetch: () => new Promise(() => {}) });
    const few = await open(stuck.bound.port);
    few.write(withPort(get('/').repeat(16), stuck));
    expect(await conversation(stuck, [get('/').repeat(17)])).toBe('');
    expect(stuck.logged()).toContain('too many requests without answers, connection closed');
    expect(few.closed).toBe(false);
    few.destroy();
  });

  test('announces how long it is kept, and is closed after that', async () => {
    const brief = await listenWith(app, { keptTime: 1000 });
    const socket = await open(brief.bound.port);
    const closed = once(socket, 'close');
    socket.setEncoding('latin1').write(withPort(get(DISTANCE), brief));
    const [heard] = await once(socket, 'data');
    const begin = performance.now();
    expect(heard).toMatch(/\r\nkeep-alive: timeout=1\r\n/i);
    expect(Math.abs(Date.parse(/\r\ndate: (.*)\r/i.exec(heard)?.[1] ?? '') - Date.now())).toBeLessThan(2000);
    await closed;
    expect(performance.now() - begin).toBeGreaterThan(1000 - 50);
  });
});

/** Milliseconds after which a stalled connection is cut. */
const STALLED_TIME = 500;

test('the server waits for an answer that takes long to prepare', async () => {
  const {
    bound: { port },
  } = await listenWith(
    {
      fetch: async () => {
        await setTimeout(2.5 * STALLED_TIME);
        return new Response('at last');
      },
    },
    { stalledTime: STALLED_TIME },
  );
  const answers = await Promise.all([1, 2].map(() => fetch(`http://127.0.0.1:${port}/`)));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['at last', 'at last']);
});

test('a client that stops reading an answer is cut off', async () => {
  let gone: AbortSignal | undefined;
  const unread = await listenWith(
    {
      fetch: async (_, { closing }) => {
        gone = closing();
        return new Response('x'.repeat(20_000_000));
      },
    },
    { stalledTime: STALLED_TIME },
  );
  const socket = await open(unread.bound.port);
  socket.pause();
  socket.write(withPort(get('/'), unread));
  // How soon depends on when the system's buffers are full, because each part that is sent begins the time again.
  await expect.poll(() => gone?.aborted, { timeout: 40 * STALLED_TIME }).toBe(true);
  let bytes = 0;
  const closed = once(socket, 'close');
  socket.on('data', (part) => (bytes += part.length)).resume();
  await closed;
  expect(bytes).toBeLessThan(20_000_000);
});
