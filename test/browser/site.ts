/** A server process with its own tables, and a browser that visits its page. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import { exploreOnce } from '../program/explored-once.js';
import { antipodeProcess, CLI } from '../program/process.js';
import { test } from './browser-test.js';

/** The page opens on a random position unless its address names one. */
const GOAL = '?space=3x3&state=1,2,3,4,5,6,7,8,x';

const SCREEN = { width: 1280, height: 800 };

export class Site {
  /** Faults of all pages: errors on the console, violations of the policy, requests to other servers. */
  readonly faults: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  readonly #spaces: readonly (readonly string[])[];
  /** Pages that no test uses. */
  readonly #idle: Page[] = [];
  #browser: Browser | undefined;
  #server: ChildProcess | undefined;
  #port = '0';

  /** @param spaces the words after `explore`, for each table */
  constructor(spaces: readonly (readonly string[])[]) {
    this.#spaces = spaces;
  }

  async open(browser: Browser): Promise<void> {
    this.#browser = browser;
    for (const words of this.#spaces) await exploreOnce(antipodeProcess, this.#folder, words);
    await this.serve();
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
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
      await page.unrouteAll({ behavior: 'ignoreErrors' });
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
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(message.text());
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && url !== 'about:blank') this.faults.push(`a request to ${url}`);
    });
    return page;
  }

  /** Waits until a fault that a test has caused deliberately has been recorded, and removes it. */
  async excuse(fault: RegExp): Promise<void> {
    await expect.poll(() => this.faults).toContainEqual(expect.stringMatching(fault));
    const others = this.faults.filter((text) => !fault.test(text));
    this.faults.splice(0, this.faults.length, ...others);
  }

  async close(): Promise<void> {
    for (const page of this.#idle) await page.context().close();
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
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

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
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
