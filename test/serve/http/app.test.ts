import { beforeAll, describe, expect, test } from 'vitest';
import { LimitError } from '#src/search/question/progress.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  DistributionAnswer,
  EstimatesAnswer,
  RandomAnswer,
  SolutionAnswer,
  SpacesAnswer,
} from '#src/serve/answers.js';
import { makeApp } from '#src/serve/app.js';
import { BusyError, newComparisons } from '#src/serve/comparisons.js';
import { openSpaces } from '#src/serve/http/open-spaces.js';
import { readPageFiles } from '#src/serve/http/page-files.js';
import { ClosedError } from '#src/serve/served-space.js';
import { publishedHistogram } from '../../spaces/puzzles/space-checks.js';
import { wholeEstimates } from '../tables.js';

const faults: Error[] = [];
/** Errors of a space, by the state that is asked for. */
const ERRORS: Readonly<Record<string, Error>> = {
  busy: new BusyError('too many searches'),
  hard: new LimitError('too hard'),
  closed: new ClosedError('gone'),
};
let app: ReturnType<typeof makeApp>;

beforeAll(async () => {
  const spaces = await openSpaces({ paths: [], folder: 'nowhere', onNotice: () => {} });
  const [table] = spaces;
  const torn = {
    ...table,
    facts: { ...table.facts, id: 'torn' },
    distribution: table.distribution,
    distance: (why: string) => {
      throw ERRORS[why] ?? new Error('the table is torn');
    },
  } as unknown as typeof table;
  const onFault = (error: Error) => faults.push(error);
  app = makeApp({ spaces: [...spaces, torn], files: readPageFiles(), compare: newComparisons(), onFault });
});

/** Returns an answer, after checking its shape. */
const answered = async <Answer>(path: string): Promise<Answer> => (await get(path)).json() as Promise<Answer>;
const get = (path: string, init?: RequestInit) => app.request(path, init);
const post = (path: string, body: string, type = 'application/json') =>
  app.request(path, { method: 'POST', body, headers: { 'content-type': type } });

const STATE = '2,3,4,1,5,x,7,6,8';
/** Returns the body of a request to compare these searches. */
const asked = (searches: unknown) => JSON.stringify({ state: '12345678x', searches });

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('answers', () => {
  test('give the tables, and the published distribution', async () => {
    const { spaces } = await answered<SpacesAnswer>('/api/spaces');
    expect(spaces.map(({ id, hasTable, maxDepth }) => [id, hasTable, maxDepth]).slice(0, -1)).toEqual([
      ['3x3', true, 31],
      ['4x4', false, 80],
      ['5x5', false, null],
    ]);
    const { histogram, mean } = await answered<DistributionAnswer>('/api/spaces/3x3/distribution');
    expect(histogram).toEqual(publishedHistogram('3x3', 'single'));
    expect(mean).toBeCloseTo(21.97, 2);
  });

  test('estimate without waiting for pattern databases, and are not cached until these are complete', async () => {
    const path = `/api/spaces/3x3/estimates?state=${STATE}`;
    const first = await get(path);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(((await first.json()) as EstimatesAnswer).estimates).toEqual([
      { heuristic: 'misplaced', value: 6, note: null },
      { heuristic: 'manhattan', value: 9, note: null },
      { heuristic: 'linear-conflict', value: 9, note: null },
      { heuristic: 'pattern', value: null, note: null },
    ]);
    await wholeEstimates(() => answered(path));
    const last = await get(path);
    expect(last.headers.get('cache-control')).toBe('private, max-age=300');
    expect(((await last.json()) as EstimatesAnswer).estimates.at(-1)?.value).toBeGreaterThan(9);
  });

  test("give a position's distance and a solution, and positions of a depth", async () => {
    const near = await answered<DistanceAnswer>(`/api/spaces/3x3/distance?state=${STATE}`);
    expect(near).toMatchObject({ state: '2 3 4 1 5 x 7 6 8', distance: 19 });
    expect(near.moves.map(({ move }) => move)).toEqual(['u', 'd', 'l']);
    const { steps } = await answered<SolutionAnswer>(`/api/spaces/3x3/solution?state=${STATE}`);
    expect(steps).toHaveLength(19);
    expect(steps?.[18].state).toBe('1 2 3 4 5 6 7 8 x');
    const random = await answered<RandomAnswer>('/api/spaces/3x3/random?depth=31&count=5');
    expect(random.states.toSorted()).toEqual(['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1']);
    const antipodes = await answered<AntipodesAnswer>('/api/spaces/3x3/antipodes');
    expect(antipodes).toEqual({ depth: 31, of: 2, states: random.states.toSorted() });
  });

  test('for many positions equal the answers for each', async () => {
    const { states } = await answered<RandomAnswer>('/api/spaces/3x3/random?depth=20&count=60');
    const unsolvable = '2 1 3 4 5 6 7 8 x';
    const answer = await post('/api/spaces/3x3/distances', JSON.stringify({ states: [...states, unsolvable] }));
    const { distances } = (await answer.json()) as DistancesAnswer;
    for (const [index, state] of states.entries()) {
      const { distance, moves } = await answered<DistanceAnswer>(`/api/spaces/3x3/distance?state=${state}`);
      const optimal = moves.filter((to) => to.distance === 19).map(({ move }) => move);
      expect(distances[index]).toEqual({ distance, optimal });
      expect([distance, optimal.length > 0]).toEqual([20, true]);
    }
    expect(distances.slice(60)).toEqual([{ distance: null, optimal: [] }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['{"states": []}', 'the list of states is empty: give at least one'],
    ['{}', 'states is missing: give a list of states'],
    ['{"states": "123"}', 'the states must be a list of texts, found "123"'],
    ['{"states": [1]}', 'the state must be a text, found 1'],
    ['{"states": ["23415x768", "12"]}', "state 2: a position of 3x3 has 9 tiles with the blank, found 2: '12'"],
    ['{"states": ["23415x768"], "depth": 1}', "unknown parameter 'depth': expected states"],
    ['[', `the body must be JSON such as {"states": ["..."]}, found '['`],
  ])('of many positions %s is refused', async (body, error) => {
    const answer = await post('/api/spaces/3x3/distances', body);
    expect([answer.status, await answer.json()]).toEqual([400, { error }]);
  });

  test.each([
    ['with commas', '2,3,4,1,5,x,7,6,8'],
    ['with pluses for spaces', '2+3+4+1+5+x+7+6+8'],
    ['with encoded spaces', '2%203%204%201%205%20x%207%206%208'],
    ['without any', '23415x768'],
  ])('a position written %s', async (_, state) => {
    expect(await (await get(`/api/spaces/3x3/distance?state=${state}`)).json()).toMatchObject({ distance: 19 });
  });
});

describe('headers', () => {
  test.each([
    ['/', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/?space=3x3&state=1', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/page.js', 200, 'text/javascript; charset=utf-8', 'no-cache'],
    ['/page.css', 200, 'text/css; charset=utf-8', 'no-cache'],
    ['/icon.svg', 200, 'image/svg+xml', 'no-cache'],
    ['/api/spaces', 200, 'application/json; charset=utf-8', 'no-cache'],
    ['/api/spaces/3x3/distribution', 200, 'application/json; charset=utf-8', 'no-cache'],
    ['/api/spaces/3x3/antipodes', 200, 'application/json; charset=utf-8', 'no-cache'],
    [`/api/spaces/3x3/distance?state=${STATE}`, 200, 'application/json; charset=utf-8', 'private, max-age=300'],
    [`/api/spaces/3x3/solution?state=${STATE}`, 200, 'application/json; charset=utf-8', 'private, max-age=300'],
    ['/api/spaces/3x3/random?depth=3', 200, 'application/json; charset=utf-8', 'no-store'],
    ['/api/spaces/3x3/distance', 400, 'application/json; charset=utf-8', 'no-store'],
    ['/api/spaces/torn/distance?state=1', 500, 'application/json; charset=utf-8', 'no-store'],
    ['/page.tsx', 404, 'application/json; charset=utf-8', 'no-store'],
  ])('%s has status %i, type %s and is kept: %s', async (path, status, type, kept) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    const { etag, ...headers } = Object.fromEntries(answer.headers);
    expect(headers).toEqual({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-type': type,
      'cache-control': kept,
    });
    expect(etag !== undefined).toBe(kept === 'no-cache');
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([status, '']);
  });

  test('give 304 to a client that already has the answer', async () => {
    for (const path of ['/', '/api/spaces', '/api/spaces/3x3/antipodes']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      for (const known of [etag, `"x", W/${etag}`, '*']) {
        const answer = await get(path, { headers: { 'if-none-match': known } });
        expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
        expect(answer.headers.get('content-security-policy')).toBe(POLICY);
      }
      expect((await get(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    }
    const [ten, one] = await Promise.all(['', '?count=1'].map((query) => get(`/api/spaces/3x3/antipodes${query}`)));
    expect(ten.headers.get('etag')).not.toBe(one.headers.get('etag'));
  });
});

describe('wrong requests', () => {
  test.each([
    ['/api/spaces/4x4/antipodes', 404, 'the antipodes of 4x4 are unknown: finding them needs a table'],
    ['/api/spaces/5x5/distribution', 404, 'the distribution of 5x5 is unknown'],
    [
      '/api/spaces/5x5/random?depth=3',
      400,
      '5x5 has no table, so the states of a depth are unknown: give steps instead of depth',
    ],
    [
      '/api/spaces/3x3/random?steps=3',
      400,
      '3x3 has a table, so random states are chosen by depth: give depth instead of steps',
    ],
    ['/api/spaces/3x3/random', 400, 'depth is missing: give it as a whole number from 0'],
    ['/api/spaces/torn/distance?state=busy', 429, 'too many searches'],
    ['/api/spaces/torn/distance?state=hard', 503, 'too hard'],
    ['/api/spaces/torn/distance?state=closed', 503, 'gone'],
    ['/api/spaces?x=1', 400, "unknown parameter 'x': expected none"],
    ['/api/spaces/3x3/distribution?__proto__=1', 400, "unknown parameter '__proto__'"],
    ['/api/spaces/3x3/distance', 400, 'state is missing: give the text of a state'],
    ['/api/spaces/3x3/distance?state=', 400, 'the state is empty'],
    [`/api/spaces/3x3/distance?state=${'1'.repeat(2001)}`, 400, 'the state must be a text of at most 2000 characters'],
    ['/api/spaces/3x3/distance?state=1&state=2', 400, "the parameter 'state' is given twice: give it once"],
    ['/api/spaces/3x3/distance?state=1&toString=2', 400, "unknown parameter 'toString': expected state"],
    [
      '/api/spaces/3x3/distance?state=%zz',
      400,
      "the query holds '%zz', which is not percent-encoded UTF-8: write % as %25",
    ],
    ['/api/spaces/3x3/solution?state=%ff', 400, /not percent-encoded UTF-8/],
    ['/api/spaces/3x3/solution?state=1,2,3', 400, /a position of 3x3 has 9 tiles/],
    ['/api/spaces/3x3/solution?state=%00%1b', 400, /'··'/],
    ['/api/spaces/3x3/random', 400, 'depth is missing: give it as a whole number from 0'],
    ['/api/spaces/3x3/random?depth=32', 400, 'the depth in 3x3 must be a whole number from 0 to 31, found 32'],
    ['/api/spaces/3x3/random?depth=-1', 400, /depth must be a whole number from 0 to .*, found '-1'/],
    ['/api/spaces/3x3/random?depth=1e1', 400, /found '1e1'/],
    ['/api/spaces/3x3/random?depth=1&count=0', 400, 'count must be a whole number from 1 to 100, found 0'],
    ['/api/spaces/3x3/random?depth=1&count=101', 400, 'count must be a whole number from 1 to 100, found 101'],
    ['/api/spaces/3x3/antipodes?count=', 400, "count must be a whole number from 1 to 100, found ''"],
    ['/api/spaces/16x16/distance?state=1', 404, "there is no space '16x16': see /api/spaces"],
    [
      '/api/spaces/6x6/distance?state=1',
      400,
      "a position of 6x6 has 36 tiles with the blank, found 1: '1'; tiles of two digits must be separated by spaces or commas",
    ],
    ['/api/spaces/constructor/distribution', 404, "there is no space 'constructor': see /api/spaces"],
    ['/api/spaces/3x3/nothing', 404, 'there is nothing at /api/spaces/3x3/nothing'],
    ['/api/spaces/', 404, 'there is nothing at /api/spaces/'],
    ['/package.json', 404, 'there is nothing at /package.json'],
  ])('%s: %i', async (path, status, error) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: typeof error === 'string' ? error : expect.stringMatching(error) });
  });

  test('a failing table is reported to client and server, in one line', async () => {
    const answer = await get('/api/spaces/torn/distance?state=1');
    expect(await answer.json()).toEqual({ error: 'the table is torn' });
    expect(faults.at(-1)?.message).toBe('the table is torn');
  });

  test.each([
    ['PUT', '/api/spaces', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
    ['OPTIONS', '/api/spaces/3x3/distance', 'GET, HEAD'],
    ['POST', '/api/spaces/3x3/distance', 'GET, HEAD'],
    ['GET', '/api/spaces/3x3/searches', 'POST'],
    ['PATCH', '/api/spaces/3x3/searches', 'POST'],
  ])('%s %s is refused, and %s allowed', async (method, path, allowed) => {
    const answer = await get(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(await answer.json()).toEqual({ error: `this path accepts only ${allowed}` });
  });

  test.each([
    ['', 400, /must be JSON .* found ''/],
    ['{', 400, /must be JSON/],
    ['null', 400, 'expected an object of state and searches, found null'],
    ['[]', 400, 'expected an object of state and searches, found a list'],
    ['{}', 400, 'state is missing: give the text of a state'],
    ['{"state": 7}', 400, 'the state must be a text, found 7'],
    ['{"state": "1", "seconds": 1e9}', 400, "unknown parameter 'seconds': expected state and searches"],
    ['{"state": "1 2 3"}', 400, /a position of 3x3 has 9 tiles/],
    [asked(5), 400, 'the searches must be a list, found 5'],
    [asked([]), 400, 'the list of searches is empty: name at least one, or leave out the list'],
    [asked(['bfs']), 400, 'expected an object of algorithm and heuristic, found "bfs"'],
    [asked([{}]), 400, 'a search has no algorithm: name one'],
    [asked([{ algorithm: 1 }]), 400, 'the algorithm must be a text, found 1'],
    [asked([{ algorithm: 'bfs', seconds: 9 }]), 400, "unknown parameter 'seconds': expected algorithm and heuristic"],
    [
      asked([{ algorithm: 'table' }]),
      400,
      "an algorithm for 3x3 must be one of bfs, bidirectional, astar, idastar; found 'table'",
    ],
    [asked([{ algorithm: 'astr' }]), 400, /found 'astr' \(did you mean astar\?\)$/],
    [asked([{ algorithm: 'bfs', heuristic: 'manhattan' }]), 400, "bfs uses no heuristic: leave out 'manhattan'"],
    [
      asked([{ algorithm: 'astar', heuristic: 'pattern' }]),
      400,
      "a heuristic of astar for 3x3 must be one of linear-conflict, misplaced, manhattan; found 'pattern'",
    ],
    [
      asked([{ algorithm: 'astar' }, { algorithm: 'astar', heuristic: 'linear-conflict' }]),
      400,
      'the search astar linear-conflict is named twice: leave out one of them',
    ],
    [
      asked(new Array(11).fill({ algorithm: 'bfs' })),
      400,
      'a comparison has at most 10 searches, found 11: name fewer',
    ],
  ])('a comparison of %s', async (body, status, error) => {
    const answer = await post('/api/spaces/3x3/searches', body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: typeof error === 'string' ? error : expect.stringMatching(error) });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])(
    'a comparison of the type %j, which other pages may send, is refused',
    async (type) => {
      expect((await post('/api/spaces/3x3/searches', '{"state":"12345678x"}', type)).status).toBe(415);
    },
  );
});
