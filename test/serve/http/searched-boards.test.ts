/** Boards without a table, requested from the real program: searches end with their clients. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DistanceAnswer, EstimatesAnswer, RandomAnswer } from '#src/serve/answers.js';
import { SEARCH_THREADS } from '#src/serve/position-searches.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { FULL } from '../../suite.js';
import { open, type Running, serve } from '../server.js';
import { wholeEstimates } from '../whole-estimates.js';

const cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
let server: Running;

const at = (path: string) => `${server.url}/api/spaces/${path}`;
const answered = async <Answer>(path: string): Promise<Answer> => (await fetch(at(path))).json() as Promise<Answer>;

const EASY = '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,x,24';
/** Random positions of the 24-puzzle, which no search solves within a minute. */
const HARD = Array.from({ length: SEARCH_THREADS + 17 }, (_, n) => {
  const board = parseBoard('5x5');
  return formatPosition(randomPosition(board, orderedPosition(board), new SeededRandom(n))).replaceAll(' ', ',');
});

describe.runIf(FULL)('searches of boards without a table', () => {
  beforeAll(async () => {
    server = await serve([], cwd);
  });

  afterAll(async () => {
    await server.end();
    rmSync(cwd, { recursive: true });
  });

  test('a shuffled 15-puzzle gets its distance, and those of its neighbours', async () => {
    const { states } = await answered<RandomAnswer>('4x4/random?steps=300&count=3');
    for (const state of states) {
      const { distance, moves } = await answered<DistanceAnswer>(`4x4/distance?state=${state}`);
      const { estimates, solutions } = await wholeEstimates(() =>
        answered<EstimatesAnswer>(`4x4/estimates?state=${state}`),
      );
      expect(distance).toBeGreaterThan(20);
      for (const { value } of estimates) expect(value).toBeLessThanOrEqual(distance as number);
      expect(solutions).toBeNull();
      const nearer = moves.find((move) => move.distance === (distance as number) - 1);
      expect(await answered(`4x4/distance?state=${nearer?.state}`)).toMatchObject({
        distance: (distance as number) - 1,
      });
    }
  });

  test('a request that is aborted ends its search', async () => {
    const leaving = new AbortController();
    const asked = HARD.slice(0, SEARCH_THREADS).map((state) =>
      fetch(at(`5x5/distance?state=${state}`), { signal: leaving.signal }),
    );
    const ends = Promise.allSettled(asked);
    // The databases are complete when this is answered.
    await wholeEstimates(() => answered(`5x5/estimates?state=${EASY}`));
    const waiting = fetch(at(`5x5/distance?state=${EASY}`));
    leaving.abort();
    expect((await ends).map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    expect(await (await waiting).json()).toMatchObject({ distance: 1 });
  });

  test('a client that closes its side ends its search, and gets the reason', async () => {
    const socket = await open(server.port);
    socket.write(`GET /api/spaces/5x5/distance?state=${HARD[0]} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => (answer += text));
    await wholeEstimates(() => answered(`5x5/estimates?state=${EASY}`));
    socket.end();
    await once(socket, 'close');
    expect(answer).toContain('503 Service Unavailable');
    expect(answer).toContain('the search was stopped because the client closed its side of the connection');
  });

  test('searches are refused if too many wait', async () => {
    const leaving = new AbortController();
    const asked = HARD.map(async (state) => {
      const answer = await fetch(at(`5x5/distance?state=${state}`), { signal: leaving.signal });
      return [answer.status, answer.headers.get('retry-after'), await answer.json()];
    });
    const refused = await Promise.any(asked);
    expect(refused).toEqual([429, '2', { error: '16 searches are already waiting, the maximum: try again later' }]);
    leaving.abort();
    await Promise.allSettled(asked);
    expect(await answered(`5x5/distance?state=${EASY}`)).toMatchObject({ distance: 1 });
  });
});
