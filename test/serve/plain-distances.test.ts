/**
 * Distances answered ahead of Node's HTTP, beside a server that leaves everything to that: whatever bytes come, both must
 * answer alike.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerRequests } from '#src/serve/answer-requests.js';
import { makeApp } from '#src/serve/app.js';
import { listen } from '#src/serve/listen.js';
import { answerPlainDistances } from '#src/serve/plain-distances.js';
import { Races } from '#src/serve/races.js';
import { RequestLog } from '#src/serve/request-log.js';
import type { ServedTable } from '#src/serve/served-table.js';
import { openShelf } from '#src/serve/shelf.js';
import { open } from './server.js';
import { TableFolder } from './tables.js';

const folder = new TableFolder();
let tables: ServedTable[];
let plain: Listening;
let whole: Listening;

interface Listening {
  readonly bound: AddressInfo;
  /** How many requests have come to the app. */
  asked(): number;
  /**
   * Requests since the last time, without times. Who says more on a connection that is being closed may be told so or not.
   */
  logged(): string[];
}

/** @param keptTime in milliseconds, by default as the program has it */
async function listening(ahead: readonly ServedTable[], keptTime?: number): Promise<Listening> {
  const app = makeApp({
    tables,
    files: new Map(),
    races: new Races(),
    onFault: (error) => {
      throw error;
    },
  });
  const written = new PassThrough({ encoding: 'utf8' });
  const log = new RequestLog(written);
  let asked = 0;
  const fetch = (request: Request) => {
    asked++;
    return app.fetch(request);
  };
  const bound = await listen({
    host: '127.0.0.1',
    port: 0,
    app: { fetch },
    tables: ahead,
    log,
    ...(keptTime !== undefined && { keptTime }),
  });
  return {
    bound,
    asked: () => asked,
    logged: () =>
      `${written.read() ?? ''}${log.rest()}`
        .replaceAll(String(bound.port), '{port}')
        .split('\n')
        .map((line) => line.replace(/^\S+ /, '').replace(/ [\d.]+ ms(, broken off)?$/, ''))
        .filter((line) => line !== '' && !line.startsWith('no request')),
  };
}

beforeAll(async () => {
  const paths = [await folder.board('2x3'), await folder.board('3x3')];
  tables = await openShelf({ paths, folder: 'nowhere', onNotice: () => {} });
  plain = await listening(tables);
  whole = await listening([]);
});

afterAll(() => folder.remove());

/** Sends each piece when something has come back for the one before, or nothing does. @returns all that came until the end */
async function conversation({ bound: { port } }: Pick<Listening, 'bound'>, pieces: readonly string[]): Promise<string> {
  const socket = await open(port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => (heard += text));
  for (const piece of pieces) {
    if (socket.destroyed) break;
    const before = heard.length;
    socket.write(piece.replaceAll('{port}', String(port)), 'latin1');
    // The server is in this process, so that its answer is a matter of turns and not of time.
    for (let turn = 0; turn < TURNS && heard.length === before && !socket.destroyed; turn++) await setImmediate();
  }
  await closed;
  return heard.replaceAll(String(port), '{port}');
}

/** Of the event loop, several times as many as an answer takes. */
const TURNS = 30;
const LAST = 'GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n';

/** Answers with their headers sorted, in small letters and without the time. */
function withoutOrder(answers: string): string {
  return answers.replace(/HTTP\/1\.1 \d.*?\r\n\r\n/gs, (head) => {
    const [status, ...headers] = head.trimEnd().split('\r\n');
    const others = headers.map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase()));
    return [status, ...others.filter((line) => !line.startsWith('date:')).sort(), '', ''].join('\n');
  });
}

describe('whatever is sent', () => {
  const mostly = <T>(usual: readonly T[], others: readonly T[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const state = mostly(
    ['1,2,3,4,5,6,7,8,x', '2+3+4+1+5+x+7+6+8', '8%206%207%202%205%204%203%20x%201', '867254301'],
    [
      '2,1,3,4,5,6,7,8,x',
      '5,4,3,2,1,x',
      '%zz',
      'é',
      '"<\\^`{|}>',
      '1,2#3',
      '',
      '1'.repeat(2001),
      '1,2,3,4,5,6,7,8,x'.padEnd(5000, '+'),
    ],
  );
  const target = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(mostly(['3x3'], ['2x3']), state)
        .map(([id, text]) => `/api/tables/${id}/distance?state=${text}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/api/tables/3x3/distance',
        '/api/tables/3x3/distance?state=1,2,3,4,5,6,7,8,x&state=1',
        '/api/tables/3x3/distance?state=1,2,3,4,5,6,7,8,x&depth=1',
        '/api/tables/3x3/distance?&state=1,2,3,4,5,6,7,8,x&',
        '/api/tables/3x3/distance/?state=1,2,3,4,5,6,7,8,x',
        '/api/tables/4x4/distance?state=1',
        '/api/tables/../distance?state=1',
        '/api/tables/3%783/distance?state=1,2,3,4,5,6,7,8,x',
        'http://127.0.0.1:{port}/api/tables/3x3/distance?state=1,2,3,4,5,6,7,8,x',
        '/api/tables/3x3/distribution',
        '/nothing',
      ),
    },
  );
  const header = mostly(
    [
      'User-Agent: any/1.0',
      'Accept: */*',
      'accept-encoding: gzip, deflate',
      'ACCEPT-LANGUAGE: de',
      'Sec-Fetch-Mode: cors',
      'Connection: keep-alive',
      'Connection: Keep-Alive',
    ],
    [
      'Connection: close',
      'Connection: upgrade',
      'Upgrade: h2c',
      'Origin: http://elsewhere.example',
      'Sec-Fetch-Site: cross-site',
      'Host: elsewhere.example',
      'Content-Length: 0',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Expect: much',
      'If-None-Match: *',
      'User-Agent: \t',
      'User-Agent:',
      'Accept:*/*',
      'Accept : */*',
      'User-Agent: \xe9',
      ' folded',
      'X Y: z',
      `X-Long: ${'y'.repeat(5000)}`,
      `X-Longer: ${'y'.repeat(17000)}`,
    ],
  );
  const request = fc
    .record({
      method: mostly(['GET'], ['HEAD', 'POST', 'get', 'OPTIONS', '']),
      target,
      version: mostly(['HTTP/1.1'], ['HTTP/1.0', 'HTTP/2.0', 'http/1.1', '']),
      host: mostly(
        ['Host: 127.0.0.1:{port}'],
        ['host: localhost:{port}', 'Host: LOCALHOST:{port}', 'Host: 10.0.0.1', 'X: y'],
      ),
      headers: fc.array(header, { maxLength: 2 }),
      end: mostly(['\r\n'], ['\n', '\r']),
    })
    .map(({ method, target, version, host, headers, end }) =>
      [`${method} ${target} ${version}`, host, ...headers, '', ''].join(end),
    );
  const pieces = fc
    .array(
      fc.tuple(request, mostly(['whole'], ['cut', 'joined', 'spoiled']), fc.nat(), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((requests) => {
      const pieces: string[] = [];
      let held = '';
      for (const [text, how, where, byte] of requests) {
        const at = where % text.length;
        if (how === 'joined') held += text;
        else {
          const whole = how === 'spoiled' ? text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1) : text;
          pieces.push(...(how === 'cut' ? [held + whole.slice(0, at), whole.slice(at)] : [held + whole]));
          held = '';
        }
      }
      return [...pieces, held + LAST].filter((piece) => piece !== '');
    });

  test('is answered, and logged, as by a server that is slower', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (said) => {
        const [ahead, behind] = await Promise.all([conversation(plain, said), conversation(whole, said)]);
        expect(withoutOrder(ahead)).toBe(withoutOrder(behind));
        expect(plain.logged()).toEqual(whole.logged());
      }),
      { numRuns: 300 },
    );
    expect(whole.asked() - plain.asked()).toBeGreaterThan(100);
  });
});

/** A question with further lines of headers. */
const question = (...headers: string[]) =>
  ['GET /api/tables/3x3/distance?state=8,6,7,2,5,4,3,x,1 HTTP/1.1', 'Host: localhost:{port}', ...headers, '', ''].join(
    '\r\n',
  );

describe('what is not plain is left to the app, or to be refused by Node', () => {
  test.each([
    ['another origin', 'Origin: http://elsewhere.example'],
    ['another site', 'Sec-Fetch-Site: cross-site'],
    ['a second Host', 'Host: localhost:{port}'],
    ['a second Host that is another', 'Host: elsewhere.example'],
    ['the end of the connection', 'Connection: close'],
    ['another protocol', 'Connection: upgrade\r\nUpgrade: h2c'],
    ['a body', 'Content-Length: 3'],
    ['a body in chunks', 'Transfer-Encoding: chunked'],
    ['an expectation', 'Expect: 100-continue'],
    ['a condition', 'If-None-Match: *'],
    ['something unknown', 'X-Any: thing'],
    ['letters beyond ASCII', 'User-Agent: \xe9'],
    ['a control character', 'User-Agent: \x01'],
    ['a line that goes on', 'User-Agent: a\r\n b'],
    ['more than a request may have', `User-Agent: ${'a'.repeat(17_000)}`],
  ])('%s', async (_, header) => {
    const [before, beforeWhole] = [plain.asked(), whole.asked()];
    const pieces = [question(), question(header), LAST];
    const [ahead, behind] = await Promise.all([conversation(plain, pieces), conversation(whole, pieces)]);
    expect(withoutOrder(ahead)).toBe(withoutOrder(behind));
    // The first of them is answered ahead of the app, and no other.
    expect(plain.asked() - before).toBe(whole.asked() - beforeWhole - 1);
  });

  test.each(['origin', 'sec-fetch-site'])('a page elsewhere, told by %s, is refused', async (name) => {
    const said = await conversation(plain, [question(`${name}: http://elsewhere.example`), LAST]);
    expect(said).toMatch(/^HTTP\/1\.1 403 /);
    expect(said).not.toContain('"distance"');
  });
});

describe('a connection', () => {
  test("is not the app's before it asks for something else than distances, and is from then on", async () => {
    const before = plain.asked();
    const distance = question();
    const other = distance.replace(/\/distance\S*/, '/distribution');
    const twice = [distance, distance];
    expect((await conversation(plain, [...twice, LAST])).match(/"distance":31,/g)).toHaveLength(2);
    expect(plain.asked() - before).toBe(1);
    const said = await conversation(plain, [...twice, other, ...twice, LAST]);
    expect(said.match(/"distance":31,|"histogram"|"tables"/g)?.map((found) => found.slice(1, 5))).toEqual([
      'dist',
      'dist',
      'hist',
      'dist',
      'dist',
      'tabl',
    ]);
    expect(plain.asked() - before).toBe(1 + 4);
  });

  test('that is reset does no harm to others', async () => {
    for (let count = 0; count < 20; count++) {
      const socket = await open(plain.bound.port);
      socket.write(question().replace('{port}', String(plain.bound.port)));
      if (count % 2 > 0) await once(socket, 'data');
      socket.resetAndDestroy();
    }
    expect(await conversation(plain, [question(), LAST])).toContain('"distance":31,');
  });

  test('of which the client has said all is answered and ended', async () => {
    const { bound } = await listening(tables, 600_000);
    const socket = await open(bound.port);
    let heard = '';
    socket.setEncoding('latin1').on('data', (text) => (heard += text));
    socket.end(question().replace('{port}', String(bound.port)));
    await once(socket, 'close');
    expect(heard).toContain('"distance":31,');
  });

  // What comes in the turn in which a question came, before it is answered: the loopback interface alone would not bring it so soon.
  describe('in the turn of a question', () => {
    let server: Server;
    let log: RequestLog;
    beforeEach(async () => {
      server = createServer();
      await once(server.listen(0, '127.0.0.1'), 'listening');
      log = new RequestLog(new PassThrough());
      const bound = server.address() as AddressInfo;
      const app = makeApp({ tables, files: new Map(), races: new Races(), onFault: () => {} });
      answerRequests(server, bound, app, log);
      answerPlainDistances(server, { bound, tables, log });
    });
    afterEach(() => server.close());

    const conversationOf = (...pieces: string[]) => conversation({ bound: server.address() as AddressInfo }, pieces);

    test.each([
      ['8,6,7,2,5,4,3,x,1', /^HTTP\/1\.1 200 .*"distance":31,/s, / 200 [\d.]+ ms\n$/],
      ['2,1,3', /^HTTP\/1\.1 400 .*found 3: '2,1,3'/s, / 400 [\d.]+ ms\n$/],
    ])('can end, and is answered (%s)', async (state, answer, line) => {
      server.on('connection', (socket) => socket.once('data', () => socket.push(null)));
      expect(await conversationOf(question().replace('8,6,7,2,5,4,3,x,1', state))).toMatch(answer);
      expect(log.rest()).toMatch(line);
    });

    test('can ask again, and is answered in turn', async () => {
      server.on('connection', (socket) => {
        socket.once('data', () => socket.push(LAST.replace('{port}', String(socket.localPort))));
      });
      const said = await conversationOf(question());
      expect(said.match(/"distance":31,|"tables"/g)).toEqual(['"distance":31,', '"tables"']);
      expect(log.rest()).toMatch(/\/distance\S* 200 .*\n.*\/api\/tables 200 .*\n$/);
    });

    test.each([
      ['8,6,7,2,5,4,3,x,1', /\/distance\S* 200 [\d.]+ ms, broken off\n$/],
      ['2,1,3', /\/distance\S* - [\d.]+ ms, broken off\n$/],
    ])('can be reset, which is told (%s)', async (state, line) => {
      server.once('connection', (socket) => socket.once('data', () => socket.destroy()));
      const asked = question().replace('8,6,7,2,5,4,3,x,1', state);
      expect(await conversationOf(asked)).toBe('');
      expect(log.rest()).toMatch(line);
      expect(await conversationOf(asked, LAST)).toMatch(/^HTTP\/1\.1 (200|400) /);
    });
  });

  test('is told the time and how long it is kept, and is kept a little longer', async () => {
    const { bound } = await listening(tables, 50);
    const socket = await open(bound.port);
    const closed = once(socket, 'close');
    socket.setEncoding('latin1').write(question('Accept: */*').replace('{port}', String(bound.port)));
    const [heard] = await once(socket, 'data');
    const begin = performance.now();
    expect(heard).toContain('\r\nkeep-alive: timeout=0\r\n');
    expect(Math.abs(Date.parse(/\r\ndate: (.*)\r/i.exec(heard)?.[1] ?? '') - Date.now())).toBeLessThan(2000);
    await closed;
    expect(performance.now() - begin).toBeGreaterThan(1000);
  });
});
