/** The timeout of stalled connections, with a time short enough for a test. */

import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '#src/serve/http/listen.js';
import { RequestLog } from '#src/serve/http/request-log.js';
import { open } from '../server.js';

const STALLED_TIME = 100;
const log = new RequestLog(new PassThrough().resume());

const serveWith = (fetch: (request: Request) => Response | Promise<Response>) =>
  listen({ host: '127.0.0.1', port: 0, app: { fetch }, log, stalledTime: STALLED_TIME });

test('the server waits for an answer that takes long to prepare', async () => {
  const { port } = await serveWith(async () => {
    await setTimeout(5 * STALLED_TIME);
    return new Response('at last');
  });
  const answers = await Promise.all([1, 2].map(() => fetch(`http://127.0.0.1:${port}/`)));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['at last', 'at last']);
});

test('a client that stops reading an answer is cut off', async () => {
  const { port } = await serveWith(async () => new Response('x'.repeat(50_000_000)));
  const socket = await open(port);
  const begin = performance.now();
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  // A paused socket does not notice that it is closed, but writing to it does.
  socket.pause();
  await expect
    .poll(() => {
      socket.write('G');
      return socket.destroyed;
    })
    .toBe(true);
  expect(performance.now() - begin).toBeGreaterThan(STALLED_TIME / 2);
});
