import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComparisonLine } from '#src/serve/answers.js';
import { antipode } from '../../program/run.js';
import { type Running, serve } from '../server.js';

const cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
let server: Running;

beforeAll(async () => {
  await antipode(['explore', '3x3'], { cwd });
  await antipode(['explore', '2x5'], { cwd });
  server = await serve([], cwd);
});

afterAll(async () => {
  await server.end();
  rmSync(cwd, { recursive: true });
});

function ask(id: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}/api/spaces/${id}/searches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

function linesOf(text: string): ComparisonLine[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The position of 2x5 at maximum depth, for which IDA* with misplaced tiles exceeds the time limit. */
const ENDLESS = { state: 'x 9 8 7 6 5 4 3 2 1', searches: [{ algorithm: 'idastar', heuristic: 'misplaced' }] };

test('the requested searches run in order, each with its progress until it ends', async () => {
  const searches = [
    { algorithm: 'idastar', heuristic: 'pattern' },
    { algorithm: 'astar', heuristic: 'manhattan' },
    { algorithm: 'astar' },
    { algorithm: 'bidirectional', heuristic: null },
  ];
  const answer = await ask('3x3', { state: '8 6 7 2 5 4 3 x 1', searches });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const lines = linesOf(await answer.text());
  const runs = lines.map(({ algorithm, heuristic }) => `${algorithm} ${heuristic}`);
  const names = ['idastar pattern', 'astar manhattan', 'astar linear-conflict', 'bidirectional null'];
  expect(runs).toEqual(runs.toSorted((one, other) => names.indexOf(one) - names.indexOf(other)));
  for (const name of names) {
    const own = lines.slice(runs.indexOf(name), runs.lastIndexOf(name) + 1);
    const end = own.pop();
    expect(own.length).toBeGreaterThan(64);
    const expanded = own.map((line) => ('progress' in line ? line.progress.expanded : 0));
    expect(expanded.slice(0, 64)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
    expect(end).toMatchObject({ distance: 31, expanded: expanded.at(-1) });
  }
});

test('progress arrives while a search runs, and a client that disconnects ends it', async () => {
  for (let round = 0; round < 3; round++) {
    const clients: AbortController[] = [];
    while (clients.length < 2) {
      const client = new AbortController();
      const answer = await ask('2x5', ENDLESS, client.signal);
      // The thread of a disconnected client may take a moment to end.
      if (answer.status === 429) {
        expect(await answer.json()).toMatchObject({
          error: expect.stringMatching(/^2 comparisons are already running/),
        });
        continue;
      }
      clients.push(client);
      const { value } = (await answer.body?.getReader().read()) ?? {};
      const [line] = linesOf(new TextDecoder().decode(value));
      expect(line).toMatchObject({
        ...ENDLESS.searches[0],
        progress: { expanded: 1, current: { state: ENDLESS.state } },
      });
    }
    expect((await ask('3x3', { state: '12345678x' })).status).toBe(429);
    for (const client of clients) client.abort();
  }
  await expect.poll(() => server.err().match(/2x5\/searches 200 .*connection closed/g)).toHaveLength(6);
});
