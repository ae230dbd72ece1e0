/** The page with the spaces of a test, in one of its kinds, and a browser that visits it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject, onTestFinished } from 'vitest';
import { exploreOnce } from '../program/explored-once.js';
import { antipodeProcess, CLI } from '../program/process.js';
import { test } from './browser-test.js';
import { ISOLATING, serveFiles } from './static-server.js';
import { ask, overhear, passAll } from './transport.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The page of `antipode serve` with tables, or the static site, isolated or plain, which explores the same spaces in the tab. */
    kind: 'served' | 'isolated' | 'plain';
  }
}

export const KIND = inject('kind');

const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));

/** The page opens on a random position unless its address names one. */
const GOAL = '?space=3x3&state=1,2,3,4,5,6,7,8,x';

const SCREEN = { width: 1280, height: 800 };

export class Site {
  /** Faults of all pages: errors on the console, violations of the policy, requests to other servers. */
  readonly faults: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  readonly #spaces: readonly (readonly string[])[];
  /** The words for each space, by the id of the space, which is the name of its table. */
  readonly #words = new Map<string, readonly string[]>();
  /** Pages that no test uses. */
  readonly #idle: Page[] = [];
  #browser: Browser | undefined;
  #server: ChildProcess | undefined;
  #files: Awaited<ReturnType<typeof serveFiles>> | undefined;
  #port = '0';

  /** @param spaces the words after `explore`, for each table */
  constructor(spaces: readonly (readonly string[])[]) {
    this.#spaces = spaces;
  }

  async open(browser: Browser): Promise<void> {
    this.#browser = browser;
    const files = join(this.#folder, 'out');
    for (const words of this.#spaces) {
      await exploreOnce(antipodeProcess, this.#folder, words);
      const ids = readdirSync(files).flatMap((file) => (file.endsWith('.table') ? [basename(file, '.table')] : []));
      this.#words.set(ids.find((id) => !this.#words.has(id)) ?? '', words);
    }
    if (KIND === 'served') await this.serve();
    else this.#files = await serveFiles(SITE, KIND === 'isolated' ? ISOLATING : {});
  }

  get address(): string {
    return this.#files?.address ?? `http://127.0.0.1:${this.#port}/`;
  }

  /** Returns the id of the space whose id begins with a text: some ids end in a digest. */
  idOf(start: string): string {
    const ids = [...this.#words.keys()];
    return ids.find((id) => id === start) ?? ids.find((id) => id.startsWith(start)) ?? start;
  }

  /** Starts the server, on a free port the first time and on the same port afterwards. */
  async serve(): Promise<void> {
    const server = spawn(process.execPath, [CLI, 'serve', '--port', this.#port], {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#server = server;
    let said = '';
    for await (const text of server.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      said += text;
      const port = /^http:\/\/127\.0\.0\.1:(\d+)\/$/m.exec(said)?.[1];
      if (port === undefined) continue;
      this.#port = port;
      server.stderr.resume();
      return;
    }
    throw new Error(`the server did not start: ${said}`);
  }

  async kill(): Promise<void> {
    if (this.#server === undefined || this.#server.exitCode !== null || this.#server.signalCode !== null) return;
    const gone = once(this.#server, 'exit');
    this.#server.kill('SIGKILL');
    await gone;
  }

  /**
   * Opens a page: one of earlier tests, without what they have left, or one in a separate context if the options need it.
   * @param query by default, the goal of 3x3
   */
  async visit(query = GOAL, options: BrowserContextOptions = {}): Promise<Page> {
    const { viewport, colorScheme, reducedMotion, forcedColors, ...others } = options;
    const isOwn = Object.keys(others).length > 0;
    const page = (isOwn ? undefined : this.#idle.pop()) ?? (await this.#newPage(others));
    onTestFinished(async ({ task }) => {
      if (isOwn || task.result?.state === 'fail') return page.context().close();
      passAll(page);
      for (const other of page.context().pages()) if (other !== page) await other.close();
      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
      this.#idle.push(page);
    });
    await page.setViewportSize(viewport ?? SCREEN);
    const media = { colorScheme, reducedMotion, forcedColors };
    await page.emulateMedia(Object.fromEntries(Object.entries(media).map(([name, value]) => [name, value ?? null])));
    await page.goto(this.address + query);
    await page.locator('.bar, .undistributed').first().waitFor();
    return page;
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    if (this.#browser === undefined) throw new Error('the site is not open');
    const context = await this.#browser.newContext(options);
    context.setDefaultTimeout(30_000);
    await showDistances(context);
    await overhear(context, (page) => this.#explore(page));
    if (KIND !== 'served') await context.addInitScript(withoutServiceWorker);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(message.text());
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (![this.address, 'about:blank', 'blob:'].some((known) => url.startsWith(known)))
        this.faults.push(`a request to ${url}`);
    });
    return page;
  }

  /** Explores the spaces in the tab, before its page asks for them: if there are many, only the one that the address names. */
  async #explore(page: Page): Promise<void> {
    if (KIND === 'served') return;
    const asked = new URL(page.url()).searchParams.get('space') ?? '';
    for (const [id, words] of this.#words) {
      if (this.#words.size > 4 && this.#words.has(asked) && id !== asked) continue;
      const { text } = await ask(page, 'api/explorations', explorationOf(words));
      const last = text.trimEnd().split('\n').at(-1) ?? '';
      if (!last.startsWith(`{"space":{"id":"${id}"`)) this.faults.push(`${id} was not explored: ${last}`);
    }
  }

  /**
   * Waits until a fault that a test has caused deliberately has been recorded, and removes it. Only requests to servers fail: a refusal in
   * the tab is no fault.
   */
  async excuse(fault: RegExp): Promise<void> {
    if (KIND !== 'served') return;
    await expect.poll(() => this.faults).toContainEqual(expect.stringMatching(fault));
    const others = this.faults.filter((text) => !fault.test(text));
    this.faults.splice(0, this.faults.length, ...others);
  }

  async close(): Promise<void> {
    for (const page of this.#idle) await page.context().close();
    await this.kill();
    this.#files?.server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns the request that explores what these words after `explore` name. */
function explorationOf(words: readonly string[]): object {
  const option = { type: 'string' } as const;
  const options = { goal: option, metric: option, generators: option, output: option, pattern: option };
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const { goal, metric, generators: space = positionals[0] } = values;
  return existsSync(space)
    ? { file: { name: basename(space), text: readFileSync(space, 'utf8') } }
    : { space, goal, metric };
}

/** Has the pages of a context show distances from the beginning, as for a reader who chose to see them at an earlier visit. */
export async function showDistances(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      if (localStorage.getItem('antipode-revealed') === null) localStorage.setItem('antipode-revealed', 'yes');
    } catch {
      // Empty pages have no storage.
    }
  });
}

/** Its worker would reload the first page of each context. */
function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/**
 * Returns the site of a file's tests, which is open while they run. Each test must leave no faults.
 * @param spaces the words after `explore`, for each table
 */
export function siteWith(...spaces: readonly (readonly string[])[]): Site {
  const site = new Site(spaces);
  test.beforeAll(({ browser }) => site.open(browser));
  afterEach(() => expect(site.faults.splice(0)).toEqual([]));
  afterAll(() => site.close());
  return site;
}

/** Waits until an element shows a text. */
export async function shows(where: Locator, text: string | RegExp): Promise<void> {
  const found = expect.poll(async () => (await where.textContent())?.trim());
  await (typeof text === 'string' ? found.toBe(text) : found.toMatch(text));
}

/** Records every text that an element shows from now on, however briefly. */
export async function watch(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const record = await page.evaluateHandle((watched) => {
    const seen: string[] = [];
    const look = () => {
      const text = document.querySelector(watched)?.textContent?.trim() ?? '';
      if (seen.at(-1) !== text) seen.push(text);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return seen;
  }, selector);
  return () => record.jsonValue();
}

/** Returns the element of the distance. */
export function distanceIn(page: Page): Locator {
  return page.locator('.distance .number');
}

/** Returns the element of the best moves or of a play's summary. */
export function hintIn(page: Page): Locator {
  return page.locator('.hint');
}

/** Selects the element whose changes are read out. */
export const STATUS = 'p.unseen[role=status]';

/** Returns the button that opens the gallery of spaces. */
export function spaceChoice(page: Page): Locator {
  return page.locator('.space-choice');
}

/** Returns the cards of the gallery, if it is open. */
export function spaceCards(page: Page): Locator {
  return page.locator('[data-space]');
}

/** Chooses a space, by its id. */
export async function chooseSpace(page: Page, id: string): Promise<void> {
  await spaceChoice(page).click();
  await page.locator(`[data-space="${id}"]`).click();
}

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Returns a button of the player of a race, which has the same names as that of the solution. */
export function raceButton(page: Page, name: string): Locator {
  return page.locator('.race').getByRole('button', { name, exact: true });
}

/** Returns the centre of an element on the screen. */
export async function middleOf(where: Locator): Promise<Point> {
  const box = await where.boundingBox();
  if (box === null) throw new Error('not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Drags by the mouse. */
export async function drag({ mouse }: Page, from: Point, to: Point): Promise<void> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 3 });
  await mouse.up();
}

/** Drags by touch. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.2, 0.6, 1]) {
    const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Returns the field of the state's text, after opening it with Edit. */
export async function typedField(page: Page): Promise<Locator> {
  if ((await button(page, 'Done').count()) === 0) await button(page, 'Edit').click();
  return page.getByLabel(/^Type a/);
}

/** Types a state, and sets it up. */
export async function type(page: Page, text: string): Promise<void> {
  await (await typedField(page)).fill(text);
  await page.keyboard.press('Enter');
}

/** Returns the tile with a number. */
export function tileIn(page: Page, tile: number): Locator {
  return page.locator('.tile').filter({ hasText: new RegExp(`^${tile}\\D?$`) });
}

/** Returns the state in the address, with spaces. */
export function stateIn(page: Page): string | undefined {
  return new URL(page.url()).searchParams.get('state')?.replaceAll(',', ' ');
}

/** Waits until the address names a state. */
export async function leadsTo(page: Page, state: string): Promise<void> {
  await expect.poll(() => stateIn(page)).toBe(state);
}
