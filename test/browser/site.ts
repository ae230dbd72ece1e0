/** A server process with its own tables, and a browser that visits its page. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { exploreOnce } from '../program/explored-once.js';
import { antipodeProcess, CLI } from '../program/process.js';

/** The page opens on a random position unless its address names one. */
const GOAL = '?space=3x3&state=1,2,3,4,5,6,7,8,x';

export class Site {
  /** Faults of all pages: errors on the console, violations of the policy, requests to other servers. */
  readonly faults: string[] = [];
  readonly #folder: string;
  readonly #browser: Browser;
  #server: ChildProcess | undefined;
  #port = '0';

  private constructor(folder: string, browser: Browser) {
    this.#folder = folder;
    this.#browser = browser;
  }

  /** Starts a server. @param spaces the words after `explore`, for each table */
  static async open(browser: Browser, ...spaces: readonly (readonly string[])[]): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
    for (const words of spaces) await exploreOnce(antipodeProcess, folder, words);
    const site = new Site(folder, browser);
    await site.serve();
    return site;
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

  /** Opens a page in a separate context, which closes at the end of the test. @param query by default, the goal of 3x3 */
  async visit(query = GOAL, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(message.text());
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(this.address)) this.faults.push(`a request to ${request.url()}`);
    });
    await page.goto(this.address + query);
    await page.locator('.bar, .undistributed').first().waitFor();
    return page;
  }

  /** Waits until a fault that a test has caused deliberately has been recorded, and removes it. */
  async excuse(fault: RegExp): Promise<void> {
    await expect.poll(() => this.faults).toContainEqual(expect.stringMatching(fault));
    const others = this.faults.filter((text) => !fault.test(text));
    this.faults.splice(0, this.faults.length, ...others);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
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
export async function middleOf(where: Locator): Promise<{ x: number; y: number }> {
  const box = await where.boundingBox();
  if (box === null) throw new Error('not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the field of the state's text, after opening it with Edit. */
export async function typedField(page: Page): Promise<Locator> {
  if ((await button(page, 'Done').count()) === 0) await button(page, 'Edit').click();
  return page.getByLabel(/^Type a/);
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
