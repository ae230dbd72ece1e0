/** Floods of requests to the real program: other clients still get answers, and memory stays bounded. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { antipode, moduleFile } from '../../program/run.js';
import { ModuleFolder } from '../../spaces.js';
import { count, FULL } from '../../suite.js';
import { open, type Running, say, serve } from '../server.js';

const cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
const modules = new ModuleFolder();
let server: Running;
/** Id of the slow table. */
let slow: string;

/** Maximum milliseconds of an answer: about 5 on an idle machine; less than any of the floods lasts. */
const MOST_WAITED = 2500;

describe.runIf(FULL)('a flood', () => {
  beforeAll(async () => {
    await antipode(['explore', '2x5'], { cwd });
    // Its survey, made by a worker, takes a few seconds.
    const { path } = modules.write(
      `
    import { isMainThread } from 'node:worker_threads';
    const slow = !isMainThread && process.env.SLOW_RING === 'yes';
    export default {
      name: 'slow', size: 500, starts: [0], moves: ['left', 'right'], reversible: true,
      neighbours(state, next) {
        for (const end = performance.now() + 1; slow && performance.now() < end; );
        next[0] = (state + 499) % 500; next[1] = (state + 1) % 500;
      },
      format: (state) => 'r' + state,
      parse: (text) => Number(text.slice(1)),
    };`,
      'slow.mjs',
    );
    slow = moduleFile(path);
    await antipode(['explore', path], { cwd });
    server = await serve([], cwd, { SLOW_RING: 'yes' });
  });

  afterAll(async () => {
    const err = server.err();
    await server.end();
    rmSync(cwd, { recursive: true });
    modules.remove();
    expect(err).not.toMatch(/^ +at /m);
  });

  /** Requests distances one after another until a promise resolves. @returns milliseconds of each answer, ascending */
  async function asked(until: Promise<unknown>): Promise<number[]> {
    const times: number[] = [];
    let over = false;
    const end = () => {
      over = true;
    };
    until.then(end, end);
    while (!over) {
      const begin = performance.now();
      const answer = await fetch(`${server.url}/api/spaces/2x5/distance?state=x,9,8,7,6,5,4,3,2,1`);
      expect(await answer.json()).toMatchObject({ distance: 45 });
      times.push(performance.now() - begin);
    }
    return times.toSorted((a, b) => a - b);
  }

  test('hundreds of connections that send slowly, too much, or nothing are all cut off', async () => {
    const before = server.memory();
    const host = `Host: 127.0.0.1:${server.port}\r\n`;
    const beginnings = [
      '',
      'GET /api/spaces HTTP/1.1\r\n',
      `GET /api/spaces HTTP/1.1\r\n${host}X-Slow: `,
      `POST /api/spaces/2x5/searches HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"state`,
      `POST /api/spaces/2x5/searches HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n5\r\n{"sta`,
    ];
    const sockets: Socket[] = [];
    for (let made = 0; made < count(100, 1000); made++) {
      const socket = await open(server.port);
      socket.write(beginnings[made % beginnings.length]);
      socket.resume();
      sockets.push(socket);
    }
    const cut = Promise.all(
      sockets.map((socket) => socket.closed || new Promise<void>((resolve) => socket.once('close', () => resolve()))),
    );
    const dripping = setInterval(() => {
      for (const [index, socket] of sockets.entries()) if (index % beginnings.length >= 2) socket.write('y');
    }, 500);
    const times = await asked(cut);
    clearInterval(dripping);
    expect(times.length).toBeGreaterThan(20);
    expect(times[Math.floor(0.99 * times.length)]).toBeLessThan(MOST_WAITED);
    expect(server.memory() - before).toBeLessThan(200e6);
  });

  test('of a flood of comparisons, two run and the others are refused, while distances are answered', async () => {
    const before = server.memory();
    const statuses = new Map<number, number>();
    let most = 0;
    const compare = async () => {
      const answer = await fetch(`${server.url}/api/spaces/2x5/searches`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ state: 'x 9 8 7 6 5 4 3 2 1' }),
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 429) {
        expect(answer.headers.get('retry-after')).toBe('2');
        expect(await answer.json()).toEqual({ error: expect.stringMatching(/^2 comparisons are already running/) });
      } else {
        const lines = (await answer.text())
          .trim()
          .split('\n')
          .filter((line) => !line.includes('"progress"'));
        expect(lines).toHaveLength(4);
        // On a busy machine, a search may reach its time limit.
        for (const line of lines)
          expect(line).toMatch(/"distance":45,|"failed":"no solution within the time limit of 10 s"/);
      }
      most = Math.max(most, server.memory());
    };
    const end = performance.now() + 3000;
    const flood = Promise.all(
      Array.from({ length: 20 }, async () => {
        while (performance.now() < end) await compare();
      }),
    );
    const times = await asked(flood);
    await flood;
    expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
    expect(statuses.get(429)).toBeGreaterThan(20);
    expect(times.length).toBeGreaterThan(20);
    expect(times[Math.floor(0.99 * times.length)]).toBeLessThan(MOST_WAITED);
    expect(most - before).toBeLessThan(2 * 256e6 + 200e6);
  });

  test('of random states requested ahead of their answers, a limited number wait, and memory stays bounded', async () => {
    const before = server.memory();
    let most = 0;
    const request = `GET /api/spaces/${slow}/random?depth=1&count=2 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
    const first = say(server.port, request, (answer) => answer.includes('}'));
    const answers = (count: number) => (text: string) => text.split('"uniform":true').length > count;
    const few = say(server.port, request.repeat(16), answers(16));
    let surveyed = false;
    let refused = 0;
    const flood = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (!surveyed) {
          const text = await say(server.port, request.repeat(300), (text) => surveyed || text.length > 1e5);
          refused +=
            text.split(/HTTP\/1.1 503 [^{]*retry-after: 2\r\n[^{]*{"error":"256 such requests are already waiting/)
              .length - 1;
          most = Math.max(most, server.memory());
        }
      }),
    );
    const times = await asked(first.finally(() => (surveyed = true)));
    await flood;
    expect(await first).toContain('"uniform":true');
    expect(answers(16)(await few)).toBe(true);
    expect(refused).toBeGreaterThan(100);
    await expect.poll(() => server.err()).toContain('too many requests without answers, connection closed');
    expect(times.length).toBeGreaterThan(3);
    expect(times[Math.floor(0.99 * times.length)]).toBeLessThan(MOST_WAITED);
    expect(most - before).toBeLessThan(300e6);
  });
});
