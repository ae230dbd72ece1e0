/** Requests that no browser sends, on raw sockets to the real program: each is refused with a short error, and the server continues. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComparisonLine } from '#src/serve/answers.js';
import { count } from '../../suite.js';
import { type Running, say, serve } from '../server.js';

const cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
let server: Running;

beforeAll(async () => {
  server = await serve([], cwd);
});

afterAll(async () => {
  const err = server.err();
  await server.end();
  rmSync(cwd, { recursive: true });
  expect(err).not.toMatch(/^ +at /m);
});

/** The statuses of all answers on a connection, and their errors. */
function outcomes(answer: string): { statuses: number[]; errors: string[] } {
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+) [A-Z][\w -]*\r/g)].map(([, status]) => Number(status));
  const errors = [...answer.matchAll(/\{"error":"(.*?)"\}/g)].map(([, error]) => error);
  return { statuses, errors };
}

/** Sends a request, given as lines, and then a valid request that ends the connection. */
async function tell(request: string, body: string | Buffer = ''): Promise<{ statuses: number[]; errors: string[] }> {
  const host = `Host: 127.0.0.1:${server.port}`;
  const head = request.replace('{host}', host).replaceAll('\n', '\r\n');
  const last = `\r\n\r\nGET /api/spaces HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`;
  return outcomes(
    await say(
      server.port,
      Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body), Buffer.from(last)]),
    ),
  );
}

describe('paths', () => {
  test.each([
    '/../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%252e%252e%252fetc/passwd',
    '/..\\..\\etc\\passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/..%c0%af..%c0%afetc/passwd',
    '/....//....//etc/passwd',
    '//etc/passwd',
    '/page.js/../../package.json',
    '/./package.json',
    '/page.js%00.html',
    '/dist/page/index.html',
    '/.git/config',
    '/C:/Windows/win.ini',
    '/%',
    '/%zz',
    '/api/spaces/../../etc/passwd/distance?state=1',
    '/api/spaces/..%2f..%2fetc%2fpasswd/distance?state=1',
    '/api/spaces/%2e%2e/distribution',
  ])('%j leads nowhere', async (path) => {
    const { statuses, errors } = await tell(`GET ${path} HTTP/1.1\n{host}`);
    expect(statuses).toEqual([404, 200]);
    expect(errors[0]).toMatch(/^there is (nothing at|no space)/);
  });

  test.each([
    ['GET http://example.com/api/spaces HTTP/1.1\n{host}', [400, 200]],
    ['GET http://127.0.0.1/api/spaces HTTP/1.1\n{host}', [400, 200]],
    ['OPTIONS * HTTP/1.1\n{host}', [405, 200]],
    ['CONNECT example.com:443 HTTP/1.1\n{host}', []],
    ['GET /a b HTTP/1.1\n{host}', [400]],
    ['GET /\u0000 HTTP/1.1\n{host}', [400]],
    ['GET /\x9b31m HTTP/1.1\n{host}', [400]],
    ['GET /api/spaces HTTP/9.9\n{host}', [400]],
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ])('%j: %j', async (request, expected) => {
    expect((await tell(request)).statuses).toEqual(expected);
  });
});

describe('the Host', () => {
  test.each([
    ['Host: localhost:{port}', 200],
    ['Host: LocalHost:{port}', 200],
    ['Host: [::1]:{port}', 200],
    ['Host: 127.0.0.1', 421],
    ['Host: 127.0.0.1:1', 421],
    ['Host: example.com', 421],
    ['Host: example.com:{port}', 421],
    ['Host: 127.0.0.1.example.com:{port}', 421],
    ['Host: localhost:{port}@example.com', 421],
    ['Host: 0.0.0.0:{port}', 421],
    ['Host:', 421],
    ['Accept: */*', 400],
    ['Host: 127.0.0.1:{port}\nHost: example.com', 400],
    ['Host: example.com\nHost: 127.0.0.1:{port}', 400],
    ['X-Forwarded-Host: 127.0.0.1:{port}\nHost: example.com', 421],
  ])('%j: %i', async (header, status) => {
    const lines = header.replaceAll('{port}', String(server.port));
    expect((await tell(`GET /api/spaces HTTP/1.1\n${lines}`)).statuses).toEqual([status, 200]);
  });

  test('is required in HTTP/1.0 as well', async () => {
    expect(outcomes(await say(server.port, 'GET /api/spaces HTTP/1.0\r\n\r\n')).statuses).toEqual([400]);
  });
});

describe('methods', () => {
  test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND', 'POST'])('%s: 405', async (method) => {
    const { statuses, errors } = await tell(`${method} /api/spaces HTTP/1.1\n{host}`);
    expect(statuses).toEqual([405, 200]);
    expect(errors).toEqual(['this path accepts only GET, HEAD']);
  });

  test('one that does not exist: 400', async () => {
    expect((await tell('GRAB /api/spaces HTTP/1.1\n{host}')).statuses).toEqual([400]);
  });

  test('an Upgrade is ignored, and unknown expectations are refused', async () => {
    const upgrade = `GET /api/spaces HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect(outcomes(await say(server.port, upgrade, (answer) => answer.endsWith(']}'))).statuses).toEqual([200]);
    expect((await tell('GET /api/spaces HTTP/1.1\n{host}\nExpect: miracles')).statuses).toEqual([417]);
  });
});

describe('bodies', () => {
  const comparison = 'POST /api/spaces/3x3/searches HTTP/1.1\n{host}\nContent-Type: application/json';
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const solved = JSON.stringify({ state: '1 2 3 4 5 6 7 8 x' });

  test.each([
    ['with a length', `${comparison}\nContent-Length: ${solved.length}`, solved, [200, 200]],
    ['in chunks', `${comparison}\nTransfer-Encoding: chunked`, chunked(solved), [200, 200]],
    ['of 4097 bytes', `${comparison}\nContent-Length: 4097`, ' '.repeat(4097), [413, 200]],
    ['of 4096 bytes, malformed', `${comparison}\nContent-Length: 4096`, ' '.repeat(4096), [400, 200]],
    ['of 5000 bytes in chunks', `${comparison}\nTransfer-Encoding: chunked`, chunked(' '.repeat(5000)), [413, 200]],
    ['of 5000 bytes on GET', 'GET /api/spaces HTTP/1.1\n{host}\nContent-Length: 5000', 'x'.repeat(5000), [413, 200]],
    [
      'of 5000 bytes on GET in chunks',
      'GET /api/spaces HTTP/1.1\n{host}\nTransfer-Encoding: chunked',
      chunked('x'.repeat(5000)),
      [413, 200],
    ],
    ['of 10 bytes on GET', 'GET /api/spaces HTTP/1.1\n{host}\nContent-Length: 10', 'x'.repeat(10), [200, 200]],
    ['of a length that is none', `${comparison}\nContent-Length: x`, '', [400]],
    ['of two lengths', `${comparison}\nContent-Length: 5\nContent-Length: 6`, 'xxxxxx', [400]],
    ['of a length and in chunks', `${comparison}\nContent-Length: 5\nTransfer-Encoding: chunked`, '0\r\n\r\n', [400]],
    ['in chunks of a size that is none', `${comparison}\nTransfer-Encoding: chunked`, 'zz\r\n', [400]],
    ['that is not UTF-8', `${comparison}\nContent-Length: 2`, Buffer.from([0xff, 0xfe]), [400, 200]],
    ['that is nested deeply', `${comparison}\nContent-Length: 4000`, '['.repeat(2000) + ']'.repeat(2000), [400, 200]],
    [
      'that is announced and wanted',
      `${comparison}\nExpect: 100-continue\nContent-Length: ${solved.length}`,
      solved,
      [100, 200, 200],
    ],
    [
      'that is announced and too much',
      `${comparison}\nExpect: 100-continue\nContent-Length: 4097`,
      ' '.repeat(4097),
      [100, 413, 200],
    ],
  ])('%s', async (_, request, body, expected) => {
    expect((await tell(request, body)).statuses).toEqual(expected);
  });

  test.each([
    ['Origin: http://example.com', 403],
    ['Origin: null', 403],
    ['Sec-Fetch-Site: cross-site', 403],
    ['Sec-Fetch-Site: same-site', 403],
    ['Content-Type: text/plain', 415],
    ['Origin: http://{own}\nSec-Fetch-Site: same-origin', 200],
  ])('a comparison with %j: %i', async (header, status) => {
    const lines = header.replace('{own}', `127.0.0.1:${server.port}`);
    const { statuses } = await tell(`${comparison}\n${lines}\nContent-Length: ${solved.length}`, solved);
    expect(statuses).toEqual([status, 200]);
  });

  test('pages of other origins can link to the page, but not to the API', async () => {
    const foreign = '{host}\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate';
    expect((await tell(`GET /?space=3x3 HTTP/1.1\n${foreign}`)).statuses).toEqual([200, 200]);
    expect((await tell(`GET /api/spaces HTTP/1.1\n${foreign}`)).statuses).toEqual([403, 200]);
  });
});

test('an address without end: 431', async () => {
  expect((await tell(`GET /api/spaces?${'x'.repeat(20_000)} HTTP/1.1\n{host}`)).statuses).toEqual([431]);
});

test('headers without end: 431', async () => {
  const flood = Array.from({ length: 5000 }, (_, index) => `X-${index}: ${'y'.repeat(20)}`).join('\n');
  expect((await tell(`GET /api/spaces HTTP/1.1\n{host}\n${flood}`)).statuses).toEqual([431]);
});

test('refusals of invalid requests carry the same headers', async () => {
  const answer = await say(server.port, 'GET /\r\n\r\n');
  expect(answer).toMatch(/^content-security-policy: default-src 'none'/m);
  expect(answer).toMatch(/^cache-control: no-store\r$/m);
  expect(answer).toMatch(/^content-type: application\/json; charset=utf-8\r$/m);
});

test('hundreds of requests in one piece are answered in order', async () => {
  const host = `Host: 127.0.0.1:${server.port}`;
  const requests = Array.from(
    { length: 500 },
    (_, index) => `GET /${index % 2 ? 'x' : 'api/spaces'} HTTP/1.1\r\n${host}\r\n`,
  );
  const { statuses } = outcomes(await say(server.port, `${requests.join('\r\n')}Connection: close\r\n\r\n`));
  expect(statuses).toEqual(requests.map((_, index) => (index % 2 ? 404 : 200)));
});

test('the log has a line for each request, without control sequences of terminals', async () => {
  const before = server.err().length;
  await tell('GET /api/spaces?\x9b31m\x80 HTTP/1.1\n{host}');
  await tell(`GET /${'x'.repeat(1000)} HTTP/1.1\n{host}`);
  await expect.poll(() => server.err().slice(before)).toMatch(/ GET \/x{199}\.\.\. 404 .*\n/);
  const text = server.err();
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z GET \/api\/spaces 200 \d+\.\d ms$/m);
  expect(text).toMatch(/ no request, 400 HPE_INVALID_URL$/m);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
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

/** A position for which IDA* with misplaced tiles exceeds the time limit. */
const ENDLESS = {
  state: 'x 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1',
  searches: [{ algorithm: 'idastar', heuristic: 'misplaced' }],
};

describe('a comparison', () => {
  test('progress arrives while a search runs, and a client that disconnects ends it', async () => {
    const rounds = count(1, 3);
    for (let round = 0; round < rounds; round++) {
      const clients: AbortController[] = [];
      while (clients.length < 2) {
        const client = new AbortController();
        const answer = await ask('4x4', ENDLESS, client.signal);
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
    await expect.poll(() => server.err().match(/4x4\/searches 200 .*connection closed/g)).toHaveLength(2 * rounds);
  });
});
