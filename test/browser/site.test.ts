import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { test as plain } from './browser-test.js';
import { button, distanceIn, leadsTo, showDistances, shows, type } from './site.js';
import { serveFiles } from './static-server.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const FILES = readdirSync(join(DIST, 'site'));
const ONE_FILE = 'antipode.html';
const read = (name: string) => readFileSync(join(DIST, 'site', name), 'utf8');

/** Maximum bytes of the site, compressed. */
const LARGEST = 320_000;

/** An antipode of 3x3. */
const ANTIPODE = '?space=3x3&state=6,4,7,8,5,x,3,2,1';
/** A position of 4x4 that takes seconds to solve. */
const HARD = '?space=4x4&state=x,12,9,13,15,11,10,14,3,7,2,5,4,8,6,1';

const faults: string[] = [];
afterEach(() => expect(faults.splice(0)).toEqual([]));

/** Tests with a context of their own. */
const test = plain.extend<{ context: BrowserContext }>({
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    context.setDefaultTimeout(30_000);
    await showDistances(context);
    context.on('weberror', (error) => faults.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await use(context);
    await context.close();
  },
});

/** Opens a position of 3x3, and waits until its distance is known. */
async function visit(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address + ANTIPODE);
  await shows(distanceIn(page), '31');
  return page;
}

async function exploresAndSolves(page: Page): Promise<void> {
  expect(await page.locator('.facts dd').allTextContents()).toEqual(['181,440', '31', '2', '21.97']);
  expect(await page.locator('.bar').count()).toBe(32);
  await type(page, '1 2 3 4 5 x 7 8 6');
  await shows(distanceIn(page), '1');
  await button(page, 'Done').click();
  await button(page, 'Last').click();
  await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  await shows(distanceIn(page), '0');
}

describe('the files of the site', () => {
  test('have at most 320 KB compressed, and so has the one file', () => {
    const sizeOf = (name: string) => gzipSync(readFileSync(join(DIST, 'site', name))).byteLength;
    const all = FILES.filter((name) => name !== ONE_FILE).map(sizeOf);
    expect(all.reduce((sum, size) => sum + size)).toBeLessThan(LARGEST);
    expect(sizeOf(ONE_FILE)).toBeLessThan(LARGEST);
  });

  test('lead to each other by relative paths, and nowhere else', () => {
    for (const name of ['index.html', 'manifest.webmanifest']) {
      const paths = [...read(name).matchAll(/(?:src|href|start_url|scope|id)"?[=:] ?"([^"]*)"/g)].map(
        ([, path]) => path,
      );
      expect(paths).toContain(name === 'index.html' ? 'page.js' : 'icon.svg');
      for (const path of paths) expect(path === './' || path === 'page' || FILES.includes(path), path).toBe(true);
    }
  });

  test('use no modules of Node', () => {
    for (const name of FILES.filter((name) => name.endsWith('js'))) {
      expect(read(name)).not.toMatch(/['"`]node:|\brequire\(/);
    }
  });
});

describe('the site below a path of a plain server', () => {
  let served: Awaited<ReturnType<typeof serveFiles>>;
  let address: string;
  beforeAll(async () => {
    served = await serveFiles(DIST);
    address = `${served.address}site/`;
  });
  afterAll(() => served.server.close());

  test('isolates itself, and explores 3x3 and solves positions on all threads', async ({ context }) => {
    const page = await visit(context, address);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const threads = availableParallelism();
    await shows(page.locator('.machine'), new RegExp(` ${threads} thread${threads === 1 ? '' : 's'}\\.$`));
    await exploresAndSolves(page);
  });

  test('keeps its own files, and nothing else, for visits without a network', async ({ context }) => {
    await (await visit(context, address)).close();
    await context.setOffline(true);
    const page = await visit(context, address);
    await exploresAndSolves(page);
    const kept = await page.evaluate(async () => {
      const all = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(all)).flat().map(({ url }) => url);
    });
    const own = FILES.filter((name) => name !== ONE_FILE && name !== 'service-worker.js');
    expect(kept.sort()).toEqual(['', ...own].map((name) => address + name).sort());
  });

  test('can be installed', async ({ context }) => {
    const page = await visit(context, address);
    const { installabilityErrors } = await (await context.newCDPSession(page)).send('Page.getInstallabilityErrors');
    // The contexts of tests are private ones.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

  test('reaches nothing on the network from a worker', async ({ context }) => {
    const page = await visit(context, address);
    const [worker] = page.workers();
    // A text, since Vitest would change the import.
    const tried = "Promise.all([import('http://localhost:9/'), fetch('/')].map((each) => each.catch(String)))";
    const refused = expect.stringMatching(/^TypeError/);
    expect(await worker.evaluate(tried)).toEqual([refused, refused]);
  });
});

describe('a new version of the site', () => {
  test('takes over at the next visit', async ({ context }) => {
    const folder = mkdtempSync(join(tmpdir(), 'antipode-site-'));
    cpSync(join(DIST, 'site'), folder, { recursive: true });
    const { server, address } = await serveFiles(folder);
    try {
      const first = await visit(context, address);
      const change = (name: string, from: string | RegExp, to: string) =>
        writeFileSync(join(folder, name), read(name).replace(from, to));
      change('index.html', '<html lang="en">', '<html lang="en" class="new">');
      change('service-worker.js', /VERSION = '/, '$&new-');
      const isNew = (page: Page) => page.evaluate(() => document.documentElement.className === 'new');
      await first.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const { installing } = registration;
        await new Promise((resolve) => {
          if (installing === null) resolve(undefined);
          else installing.onstatechange = resolve;
        });
      });
      const second = await visit(context, address);
      expect(await isNew(second)).toBe(false);
      await first.close();
      await second.close();
      const third = await visit(context, address);
      expect(await isNew(third)).toBe(true);
      expect(await third.evaluate(async () => (await caches.keys()).length)).toBe(1);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the one file, opened from a folder', () => {
  const address = `file://${join(DIST, 'site', ONE_FILE)}`;

  test('explores 3x3 and solves positions on one thread', async ({ context }) => {
    const page = await visit(context, address);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await shows(page.locator('.machine'), / explores in this page, with 1 thread\.$/);
    await exploresAndSolves(page);
  });

  test('stops a long search when another space is opened', async ({ context }) => {
    const page = await context.newPage();
    await page.goto(address + HARD);
    await page.locator('.board').waitFor();
    await page.evaluate((query) => {
      history.pushState(null, '', query);
      dispatchEvent(new PopStateEvent('popstate'));
    }, ANTIPODE);
    await shows(distanceIn(page), '31');
  });
});
