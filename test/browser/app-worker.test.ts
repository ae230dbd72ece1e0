/** The worker that holds the app of the site, asked by messages: what its threads leave behind, and the modules of users. */

import { fileURLToPath } from 'node:url';
import type { JSHandle, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import type { ExplorationLine, OpenedAnswer } from '#src/serve/answers.js';
import type { Message, Reply } from '#src/site/transport.js';
import { test } from './browser-test.js';
import { ISOLATING, serveFiles } from './static-server.js';

const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));

type Ask = (path: string, body?: object, stopsAfter?: string) => Promise<string>;

/** Starts an app's worker as the page does. @returns a function in the page; the request is given up when its answer has `stopsAfter` */
function appIn(page: Page): Promise<JSHandle<Ask>> {
  return page.evaluateHandle(() => {
    const held = document.querySelector('#worker')?.textContent;
    const script = held ?? `importScripts(${JSON.stringify(new URL('worker.js', document.baseURI))});`;
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(address, { name: 'app' });
    const post = (message: Message) => worker.postMessage(message);
    let count = 0;
    return (path: string, body?: object, stopsAfter?: string) =>
      new Promise<string>((resolve) => {
        const id = count++;
        let text = '';
        const listen = ({ data }: MessageEvent<Reply>) => {
          if (data.id !== id) return;
          if ('chunk' in data) text += new TextDecoder().decode(data.chunk);
          const stops = stopsAfter !== undefined && text.includes(stopsAfter);
          if (stops) post({ id, abort: true });
          if (!('end' in data || 'failed' in data || stops)) return;
          worker.removeEventListener('message', listen);
          resolve('failed' in data ? data.failed : text);
        };
        worker.addEventListener('message', listen);
        const method = body === undefined ? 'GET' : 'POST';
        const headers = { 'content-type': 'application/json' };
        post({ id, path, method, headers, body: body === undefined ? null : JSON.stringify(body) });
      });
  });
}

/** A module whose states are in a line. */
function line(size: number): string {
  return `export default {
    name: 'line', size: ${size}, starts: [0], moves: ['on', 'back'], reversible: true,
    neighbours(state, next) {
      next[0] = state < ${size - 1} ? state + 1 : -1;
      next[1] = state - 1;
    },
    format: (state) => 's' + state,
    parse: (text) => Number(text.slice(1)),
  };`;
}

describe.each([
  ['isolated', ISOLATING],
  ['not isolated', {}],
  ['a file', null],
] as const)('the app of a page that is %s', (_, headers) => {
  let served: Awaited<ReturnType<typeof serveFiles>>;
  test.beforeAll(async () => {
    served = await serveFiles(SITE, headers ?? {});
  });
  afterAll(() => served.server.close());

  test('explores a space anew after a cancelled one, a plan in between, and the modules of a user', async ({
    browser,
  }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(headers === null ? `file://${SITE}antipode.html` : served.address);
    const app = await appIn(page);
    const ask = (...question: Parameters<Ask>) => app.evaluate((send, words) => send(...words), question);
    const last = async (body: object) =>
      JSON.parse((await ask('api/explorations', body)).trim().split('\n').at(-1) as string) as ExplorationLine;
    const states = async (body: object) => ((await last(body)) as OpenedAnswer).space.states;
    const failure = async (text: string) => last({ module: { name: 'mine.js', text } });

    expect(await ask('api/explorations', { space: 'solitaire:8,4' }, '"depth":3')).toContain('"plan"');
    expect(await states({ space: 'knight:7' })).toBe(49);
    const running = states({ space: 'solitaire:7,3' });
    expect(await ask('api/plan?space=knight:6')).toContain('"states":36');
    expect(await running).toBe(18_424);
    expect(await states({ module: { name: 'mine.js', text: line(7) } })).toBe(7);
    expect(await states({ module: { name: 'mine.js', text: line(5) } })).toBe(5);
    expect(await failure('nonsense(')).toEqual({
      failed: expect.stringMatching(/^the module mine\.js cannot be loaded: Unexpected end of input/),
    });
    expect(await failure('await fetch("http://127.0.0.1/"); export default {}')).toEqual({
      failed: 'the module mine.js cannot be loaded: Failed to fetch',
    });
    await ask('api/explorations', { space: 'pancake:6' });
    expect(JSON.parse(await ask('api/spaces/pancake-6/antipodes'))).toEqual({
      depth: 7,
      of: 2,
      states: ['4 6 2 5 1 3', '5 3 6 1 4 2'],
    });
  });
});
