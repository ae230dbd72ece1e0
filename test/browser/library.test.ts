import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JSHandle, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import type * as Library from '#src/browser.js';
import * as library from '#src/browser.js';
import { test } from './browser-test.js';
import { ISOLATING, serveFiles } from './static-server.js';

/** A space of each engine, and of pieces in files. */
const SPACES: readonly Library.ExploreOptions[] = [
  { space: '3x3' },
  { space: '2x4', metric: 'multi' },
  { space: '3x3', goal: '1 2 3 8 x 4 7 6 5' },
  { space: '..#/.../#..' },
  { space: '3x3', pattern: [1, 2, 3] },
  { space: 'pancake:7' },
  { space: 'cube-2x2x2' },
  { space: 'hanoi:3,4' },
];

/** Fields of an exploration that depend on the machine. */
const MEASURED = ['threads', 'seconds', 'statesPerSecond', 'bytes', 'table'];

function withoutMeasured(exploration: object): object {
  return Object.fromEntries(Object.entries(exploration).filter(([name]) => !MEASURED.includes(name)));
}

async function bytesOf(blob: Blob): Promise<string> {
  return Buffer.from(await blob.arrayBuffer()).toString('base64');
}

describe.each([
  ['isolated', true],
  ['not isolated', false],
])('the library on a page that is %s', (_, isolated) => {
  let served: Awaited<ReturnType<typeof serveFiles>>;
  test.beforeAll(async () => {
    const headers = isolated ? ISOLATING : {};
    served = await serveFiles(fileURLToPath(new URL('../..', import.meta.url)), headers, {
      '/': '<!doctype html><link rel="icon" href="data:,">',
    });
  });
  afterAll(() => served.server.close());

  /** Opens a page, and imports the library in it. */
  async function libraryIn(page: Page): Promise<JSHandle<typeof Library>> {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    onTestFinished(async () => {
      await page.close();
      expect(faults).toEqual([]);
    });
    await page.goto(served.address);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
    // A text, since the import is that of the page.
    return page.evaluateHandle<typeof Library>("import('/dist/browser/index.js')");
  }

  test('has the names of src/browser.ts', async ({ browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    expect(await antipode.evaluate((names) => Object.keys(names).sort())).toEqual(Object.keys(library).sort());
  });

  test.for(SPACES)('explores %o as Node does, to the same table', async (options, { browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const [explored, threads, saved] = await antipode.evaluate(async ({ explore, saveTable }, asked) => {
      const { table, threads, ...rest } = await explore(asked as { space: string });
      const reader = new FileReader();
      const blob = await saveTable(table);
      await new Promise((resolve) => {
        reader.onload = resolve;
        reader.readAsDataURL(blob);
      });
      return [rest, threads, String(reader.result).replace(/^.*,/, '')] as const;
    }, options);
    const here = await library.explore(options as { space: string });
    expect(withoutMeasured(explored)).toEqual(withoutMeasured(here));
    expect(saved).toBe(await bytesOf(await library.saveTable(here.table)));
    if (!isolated) expect(threads).toBe(1);
  });

  test('searches 2x5 with two threads if it is allowed to, and finds as many states', async ({ browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const found = await antipode.evaluate(async ({ explore }) => {
      const { maxDepth, states, threads } = await explore({ space: '2x5', threads: 2, table: false });
      return { maxDepth, states, threads };
    });
    expect(found).toEqual({ maxDepth: 55, states: 1_814_400, threads: isolated ? 2 : 1 });
  });

  test('opens a table that was saved as a blob, and solves by it', async ({ browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const solved = await antipode.evaluate(async ({ explore, saveTable, Table, TableSolver }) => {
      const table = await Table.open(await saveTable((await explore({ space: '3x3' })).table));
      const solver = TableSolver.of(table.space, [table]);
      return {
        maxDepth: table.maxDepth,
        distance: table.distance('2 3 4 1 5 x 7 6 8'),
        moves: table.solve('2 3 4 1 5 x 7 6 8')?.join(''),
        unsolvable: table.distance('2 1 3 4 5 6 7 8 x'),
        answered: solver.answer({ from: '2 3 4 1 5 x 7 6 8' })?.moves?.join(''),
      };
    });
    const moves = 'ullddrurdllurdruldr';
    expect(solved).toEqual({ maxDepth: 31, distance: 19, moves, unsolvable: null, answered: moves });
  });

  test('searches as Node does', async ({ browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const questions = [
      ['3x3', { from: '8 6 7 2 5 4 3 x 1' }, { algorithm: 'astar' }],
      ['4x4', { from: '5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15' }, { partition: '5-5-5', threads: 2 }],
      ['pancake:9', { from: '9 7 5 3 1 2 4 6 8' }, {}],
      ['knight:300', { from: '0 0', to: '299 299' }, {}],
    ] as const;
    for (const [space, question, options] of questions) {
      const found = await antipode.evaluate(
        async ({ search }, [of, asked, by]) => (await search(of, asked, by)).distance,
        [space, question, options] as const,
      );
      expect([space, found]).toEqual([space, (await library.search(space, question, options)).distance]);
    }
  });

  test.for(['explore', 'search'] as const)(
    'ends %s when a timer aborts, and begins another one',
    async (name, { browser }) => {
      const antipode = await libraryIn(await browser.newPage());
      const ended = await antipode.evaluate(async ({ explore, search }, asked) => {
        const stop = new AbortController();
        const { signal } = stop;
        const from = '24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 x';
        const run = asked === 'explore' ? explore({ space: '3x4', signal }) : search('5x5', { from }, { signal });
        setTimeout(() => stop.abort(new Error('enough')));
        const message = await run.then(String, (error: Error) => error.message);
        return [message, (await explore({ space: '3x3' })).maxDepth];
      }, name);
      expect(ended).toEqual(['enough', 31]);
    },
  );

  test.for([
    [
      'explore',
      { space: '3x3', checkpoints: { folder: 'out' } },
      'checkpoints is for explorations that are kept in files',
    ],
    ['explore', { space: '3x3', disk: { folder: 'out' } }, 'disk is for explorations that are kept in files'],
    ['explore', { space: './my-space.js' }, 'a page runs only modules that are given to it, not ./my-space.js'],
    ['explore', { space: './dino.tws' }, 'the file ./dino.tws cannot be read'],
    ['explore', { space: '4x4' }, 'needs'],
  ] as const)('refuses %s with %o in one line', async ([, options, words], { browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const refusal = await antipode.evaluate(async ({ explore }, asked) => {
      return explore(asked as { space: string }).then(String, (error) => error.message as string);
    }, options);
    expect(refusal).toContain(words);
    expect(refusal).not.toContain('\n');
  });

  test('takes a module as the address of a blob, and the text of a puzzle file', async ({ browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const module = `export default {
      name: 'ring', size: 100, starts: [0], moves: ['on', 'back'], reversible: true,
      neighbours(state, next) { next[0] = (state + 1) % 100; next[1] = (state + 99) % 100; },
      format: String, parse: Number,
    }`;
    const explored = await antipode.evaluate(async ({ explore, parsePuzzle }, text) => {
      const path = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const ring = await explore({ space: { kind: 'module', path } });
      const sorted = await explore({ space: parsePuzzle('{"generators": [[2,3,1],[2,1,3]]}', 'three') });
      return [ring.maxDepth, sorted.states];
    }, module);
    expect(explored).toEqual([50, 6]);
  });

  test("works in a page's own worker", async ({ browser }) => {
    const page = await browser.newPage();
    await libraryIn(page);
    const maxDepth = await page.evaluate((address) => {
      const script = `import { explore } from '${address}';
        explore({ space: '2x5', table: false }).then(({ maxDepth }) => postMessage(maxDepth));`;
      const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      const worker = new Worker(url, { type: 'module' });
      return new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
      });
    }, `${served.address}dist/browser/index.js`);
    expect(maxDepth).toBe(55);
  });

  test('refuses a damaged table, by the name of its file', async ({ browser }) => {
    const antipode = await libraryIn(await browser.newPage());
    const refusal = await antipode.evaluate(async ({ explore, saveTable, Table, TableError }) => {
      const blob = await saveTable((await explore({ space: '3x3' })).table);
      const file = new File([blob.slice(0, -100)], 'mine.table');
      return Table.open(file).then(String, (error) => error instanceof TableError && error.message);
    });
    expect(refusal).toMatch(/^mine\.table: the table is truncated/);
  });
});

describe('pages with the library', () => {
  const docs = readFileSync(new URL('../../docs/reference/library.md', import.meta.url), 'utf8');
  const [, example] = /```html\n([\s\S]*?)```/.exec(docs) ?? [];
  let served: Awaited<ReturnType<typeof serveFiles>>;
  test.beforeAll(async () => {
    const installed = example.replace('./node_modules/antipode/', '/');
    served = await serveFiles(fileURLToPath(new URL('../..', import.meta.url)), {}, { '/example.html': installed });
  });
  afterAll(() => served.server.close());

  test('run the example of docs/reference/library.md', async ({ browser }) => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${served.address}example.html`);
    const [, expected] = /; \/\/ (.*)\n<\/script>/.exec(example) ?? [];
    await expect.poll(() => page.locator('output').textContent()).toBe(expected);
  });

  test('draw the distribution of 3x3 in examples/browser', async ({ browser }) => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${served.address}examples/browser/`);
    await page.locator('rect').first().waitFor();
    const heights = await page
      .locator('rect')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    const { histogram } = await library.explore({ space: '3x3' });
    const most = Math.max(...histogram);
    expect(heights.length).toBe(histogram.length);
    for (const [depth, count] of histogram.entries()) expect(heights[depth]).toBeCloseTo((200 * count) / most, 3);
    expect(await page.locator('p').textContent()).toMatch(/^181,440 positions in .* at most 31 moves/);
  });
});
