import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { exploreOnce } from '../program/explored-once.js';
import { antipodeProcess } from '../program/process.js';
import { violations } from './axe.js';
import { test as plain } from './browser-test.js';
import { button, chooseSpace, distanceIn, KIND, leadsTo, showDistances, shows, spaceChoice, watch } from './site.js';
import { ISOLATING, serveFiles } from './static-server.js';

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const GOAL = '?space=3x3&state=1,2,3,4,5,6,7,8,x';
const MODULE = root('test/fixtures/spaces/knight.js');
const PHONE = { viewport: { width: 390, height: 844 } };
const SCREENS = [{ width: 1280, height: 800 }, PHONE.viewport];
/** A service worker would isolate the plain site. */
const WORKERS = { serviceWorkers: 'block' } as const;

let served: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  served = await serveFiles(root('dist/site'), KIND === 'isolated' ? ISOLATING : {});
});
afterAll(() => served.server.close());

const faults: string[] = [];
afterEach(() => expect(faults.splice(0)).toEqual([]));

const test = plain.extend<{ context: BrowserContext }>({
  context: async ({ browser }, use) => {
    const context = await browser.newContext(WORKERS);
    context.setDefaultTimeout(30_000);
    await showDistances(context);
    await context.addInitScript(holdAnswers);
    context.on('weberror', (error) => faults.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await use(context);
    await context.close();
  },
});

/** What the script below offers to tests. */
interface Held {
  /** Text in an answer of the worker; all later answers are held back. */
  stopAfter: string | undefined;
  release(): void;
}

/** Lets tests hold back the worker's answers, so that an exploration stands still. */
function holdAnswers(): void {
  let isHeld = false;
  let waiting: (() => void)[] = [];
  const held: Held = {
    stopAfter: undefined,
    release() {
      isHeld = false;
      held.stopAfter = undefined;
      for (const answer of waiting) answer();
      waiting = [];
    },
  };
  Object.assign(globalThis, { held });
  globalThis.Worker = class extends Worker {
    override set onmessage(take: (event: MessageEvent) => void) {
      super.onmessage = (event) => {
        if (isHeld) return void waiting.push(() => take(event));
        const { chunk } = event.data as { readonly chunk?: Uint8Array };
        isHeld = held.stopAfter !== undefined && new TextDecoder().decode(chunk).includes(held.stopAfter);
        take(event);
      };
    }
  };
}

/** Holds an exploration after a layer. @returns a function that lets it go on */
async function holdAfter(page: Page, depth: number): Promise<() => Promise<void>> {
  await page.evaluate((text) => {
    (globalThis as unknown as { held: Held }).held.stopAfter = text;
  }, `"depth":${depth},`);
  return () => page.evaluate(() => (globalThis as unknown as { held: Held }).held.release());
}

/** Opens the goal of 3x3, and waits until its distance is known. */
async function visit(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(served.address + GOAL);
  await shows(distanceIn(page), '0');
  return page;
}

/** Types the text of another space. */
async function typeSpace(page: Page, text: string): Promise<void> {
  await spaceChoice(page).click();
  await page.locator('#other').fill(text);
}

async function drop(page: Page, path: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
      return transfer;
    },
    [basename(path), readFileSync(path).toString('base64')] as const,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.locator('.dropping').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

describe('the list of spaces', () => {
  test('is led by 3x3, which the first visit opens, and has open spaces before those that can be explored', async ({
    context,
  }) => {
    const page = await context.newPage();
    await page.goto(served.address);
    await shows(distanceIn(page), '24');
    expect(new URL(page.url()).searchParams.get('space')).toBe('3x3');
    await spaceChoice(page).click();
    const titles = await page.locator('.space-cards button').allTextContents();
    expect(titles.slice(0, 4)).toEqual(['8-puzzle', '15-puzzle', '24-puzzle', 'Pocket Cube']);
    const threads =
      KIND === 'isolated' ? /^antipode \d+\.\d+\.\d+ explores in this page, with \d+ threads?\.$/ : /with 1 thread\.$/;
    await shows(page.locator('.machine'), threads);
  });

  test('explores a space that is chosen, and opens it at a random state', async ({ context }) => {
    const page = await visit(context);
    await chooseSpace(page, 'pancake-8');
    await shows(distanceIn(page), /^[1-9]$/);
    expect(await page.locator('.facts dd').allTextContents()).toEqual(['40,320', '9', '455', '6.64']);
    await expect.poll(() => page.title()).toMatch(/^8 pancakes · distance \d · antipode$/);
    expect(await spaceChoice(page).textContent()).toBe('Space: 8 pancakes');
  });
});

describe('a typed space', () => {
  test('shows what it will take, and is explored', async ({ context }) => {
    const page = await visit(context);
    await typeSpace(page, '3x4');
    await shows(page.locator('#plan'), /^239,500,800 states, [\d.]+ MB of memory, .* with \d+ threads?$/);
    await page.locator('#other').fill('..#/...');
    await shows(page.locator('#plan'), /^15 states, /);
    await page.keyboard.press('Enter');
    await page.locator('.missing').first().waitFor();
    await expect.poll(() => page.url()).toContain('space=map-oox-ooo');
  });

  test('is refused in words if it is none, or does not fit', async ({ context }) => {
    const page = await visit(context);
    await typeSpace(page, 'pancak:8');
    for (const [text, refusal] of [
      ['pancak:8', /^'pancak:8' is not a space \(did you mean pancake:8\?\)/i],
      ['pancake:14', /^pancake:14 needs .* of memory, but this page has about .*: choose a smaller space/],
    ] as const) {
      await page.locator('#other').fill(text);
      await shows(page.locator('#plan.problem'), refusal);
      expect(await button(page, 'Explore').getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  });

  test('does not slide tiles of the board behind', async ({ context }) => {
    const page = await visit(context);
    await typeSpace(page, '3x4');
    await button(page, 'Close').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Space: 8-puzzle');
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
    await page.keyboard.press('ArrowDown');
    await leadsTo(page, '1 2 3 4 5 x 7 8 6');
  });
});

describe('an exploration', () => {
  test('shows its layers as they are found, and screen readers hear its begin and its end', async ({ context }) => {
    const page = await visit(context);
    const read = await watch(page, 'p.unseen[role=status]');
    const release = await holdAfter(page, 12);
    await chooseSpace(page, '2x5');
    const readout = page.locator('.exploration .readout');
    await shows(readout, /^Distance 12: [\d,]+ of 1,814,400 states$/);
    const heights = await page
      .locator('.exploration .fill')
      .evaluateAll((bars) => bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.height)));
    expect(heights).toHaveLength(13);
    expect(heights.toSorted((a, b) => a - b)).toEqual(heights);
    expect(await page.title()).toBe('Exploring 2x5 sliding puzzle · antipode');
    await release();
    await shows(distanceIn(page), /\d/);
    await expect.poll(async () => (await read()).at(-1)).toMatch(/^New position\. Distance \d+\./);
    const texts = (await read()).filter((text) => text !== '');
    expect(texts.slice(-3, -1)).toEqual(['Exploring 2x5 sliding puzzle.', '2x5 sliding puzzle is open.']);
  });

  test('is cancelled, and the space before it is shown again', async ({ context }) => {
    const page = await visit(context);
    await page.keyboard.press('ArrowDown');
    await leadsTo(page, '1 2 3 4 5 x 7 8 6');
    const release = await holdAfter(page, 3);
    await typeSpace(page, 'pancake:11');
    await page.keyboard.press('Enter');
    await shows(page.locator('.exploration .readout'), /^Distance 3: /);
    // The board is not there to be played.
    await page.keyboard.press('ArrowUp');
    await button(page, 'Cancel').click();
    await release();
    await shows(distanceIn(page), '1');
    await leadsTo(page, '1 2 3 4 5 x 7 8 6');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Space: 8-puzzle');
    await button(page, 'Undo').click();
    await shows(distanceIn(page), '0');
    await chooseSpace(page, 'pancake-8');
    await shows(page.locator('.facts dd').first(), '40,320');
  });

  test('that fails is explained, and the space before it stays', async ({ context }) => {
    const page = await visit(context);
    await spaceChoice(page).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'wrong.tws',
      mimeType: 'text/plain',
      buffer: Buffer.from('Name wrong\nSet P 3 1\nMove A\nP 1 2\nEnd\n'),
    });
    await shows(page.locator('.notice span'), /^wrong\.tws: line 3: /);
    await shows(distanceIn(page), '0');
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  });
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  beforeAll(() => exploreOnce(antipodeProcess, folder, ['2x4']));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('with a table is opened when it is dropped on the page', async ({ context }) => {
    const page = await visit(context);
    await drop(page, join(folder, 'out/2x4.table'));
    await shows(page.locator('.facts dd').first(), '20,160');
    await shows(distanceIn(page), /\d/);
    await page
      .getByRole('region', { name: /hardest/ })
      .getByRole('button', { name: 'Show' })
      .click();
    await page.locator('.gallery li').first().waitFor();
  });

  for (const [path, states] of [
    ['examples/rings.tws', /\d/],
    ['examples/m12.g', '95,040'],
    ['examples/pyraminx.json', '933,120'],
  ] as const) {
    test(`with a puzzle is explored: ${path}`, async ({ context }) => {
      const page = await visit(context);
      await drop(page, root(path));
      await expect.poll(() => page.url()).not.toContain('space=3x3');
      await shows(page.locator('.facts dd').first(), states);
    });
  }

  test('with a module is run when the reader agrees, and only then', async ({ context }) => {
    const page = await visit(context);
    const choosing = page.waitForEvent('filechooser');
    await spaceChoice(page).click();
    await button(page, 'Open a file …').click();
    await (await choosing).setFiles(MODULE);
    const question = page.getByRole('region', { name: 'Explore knight.js?' });
    await question.getByText('It will run in this page, without access to the network.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Explore');
    await button(page, 'Cancel').click();
    await shows(distanceIn(page), '0');
    expect(await page.locator('.exploration').count()).toBe(0);
    await drop(page, MODULE);
    await question.getByRole('button', { name: 'Explore' }).click();
    await shows(page.locator('.facts dd').first(), '64');
  });
});

describe('an address', () => {
  test('whose space is not open is explored, and opened at its step', async ({ context }) => {
    const page = await context.newPage();
    await page.goto(`${served.address}?space=2x3-multi&state=1,2,x,4,5,3&moves=d1&step=1`);
    await shows(distanceIn(page), '0');
    await shows(page.locator('.path'), 'd1');
    await leadsTo(page, '1 2 3 4 5 x');
    await page.reload();
    await shows(distanceIn(page), '0');
  });

  test('that names no space is explained, and 3x3 is shown', async ({ context }) => {
    const page = await context.newPage();
    await page.goto(`${served.address}?space=nothing&state=1,2,3`);
    await shows(page.locator('.notice span'), /No space has the id 'nothing'/);
    await shows(distanceIn(page), '24');
  });

  test('leads Back and Forward over explored spaces, after a reload as well', async ({ context }) => {
    const page = await visit(context);
    await chooseSpace(page, 'pancake-8');
    await shows(page.locator('.facts dd').first(), '40,320');
    await expect.poll(() => page.title()).toMatch(/^8 pancakes · distance/);
    const there = page.url();
    await page.goBack();
    await shows(distanceIn(page), '0');
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
    // 3x3 alone is open now: the worker begins anew.
    await page.reload();
    await shows(distanceIn(page), '0');
    await page.goForward();
    await shows(page.locator('.facts dd').first(), '40,320');
    await expect.poll(() => page.url()).toBe(there);
  });
});

describe('a phone', () => {
  const test = plain.extend<{ page: Page }>({
    page: async ({ browser }, use) => {
      const context = await browser.newContext({ ...WORKERS, ...PHONE, hasTouch: true });
      context.setDefaultTimeout(30_000);
      await showDistances(context);
      await use(await context.newPage());
      await context.close();
    },
  });

  test('is asked before a large space of a link is explored', async ({ page }) => {
    await page.goto(`${served.address}?space=3x4&state=1,2,3,4,5,6,7,8,9,10,11,x`);
    const question = page.getByRole('region', { name: 'Explore 3x4 sliding puzzle?' });
    await question.getByText(/^It takes 239,500,800 states, .* of memory/).waitFor();
    await button(page, 'Cancel').click();
    await shows(distanceIn(page), '24');
    await chooseSpace(page, '3x4');
    await question.waitFor();
    await question.getByRole('button', { name: 'Explore' }).click();
    await shows(page.locator('.facts dd').first(), '239,500,800');
  });
});

describe('axe finds no violation, and nothing leaves the screen, in light, dark and forced colours', () => {
  const LOOKS = [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const;

  async function faultsOf(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport);
      for (const look of LOOKS) {
        await page.emulateMedia({ colorScheme: null, forcedColors: null, ...look });
        found.push(...(await violations(page)));
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (beyond > 0) found.push(`${beyond} pixels beyond the screen`);
      }
    }
    return found;
  }

  test('while a space is typed and refused, explored, and asked about', async ({ context }) => {
    const page = await visit(context);
    await typeSpace(page, 'pancake:14');
    await page.locator('#plan.problem').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const release = await holdAfter(page, 20);
    await page.locator('#other').fill('2x5');
    await page.keyboard.press('Enter');
    await shows(page.locator('.exploration .readout'), /^Distance 20: /);
    expect(await faultsOf(page)).toEqual([]);
    await release();
    await shows(distanceIn(page), /\d/);
    await drop(page, MODULE);
    await page.getByRole('region', { name: 'Explore knight.js?' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
