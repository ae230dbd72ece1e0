/**
 * Firefox, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): as much of it as the tests need. Playwright 1.65 asks for
 * `emulation.setMediaFeaturesOverride`, which Firefox ESR 153 does not know.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programOf } from './chromium.js';

/** Path of Firefox; undefined if there is none. */
export const FIREFOX = programOf(process.env.FIREFOX ? [process.env.FIREFOX] : ['firefox-esr', 'firefox']);

interface Reply {
  readonly id?: number;
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
}

/** As a reader who chose to see distances at an earlier visit; empty pages have no storage. */
const SHOW_DISTANCES = "() => { try { localStorage.setItem('antipode-revealed', 'yes'); } catch {} }";

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #count = 0;
  #context = '';

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(data) as Reply;
      this.#waiting.get(reply.id ?? -1)?.(reply);
    });
  }

  static async launch(path: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'antipode-firefox-'));
    const process = spawn(path, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface(process.stderr)) {
      const address = /^WebDriver BiDi listening on (.*)$/.exec(line)?.[1];
      if (address === undefined) continue;
      process.stderr.resume();
      const socket = new WebSocket(`${address}/session`);
      await once(socket, 'open');
      const firefox = new Firefox(process, profile, socket);
      await firefox.#send('session.new', { capabilities: {} });
      const { contexts } = await firefox.#send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
      firefox.#context = contexts[0].context;
      await firefox.#send('script.addPreloadScript', { functionDeclaration: SHOW_DISTANCES });
      return firefox;
    }
    throw new Error(`${path} did not start`);
  }

  async #send<T>(method: string, params: object): Promise<T> {
    const id = this.#count++;
    const replied = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await replied;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as T;
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Returns the text that an expression in the page gives. */
  async text(expression: string): Promise<string> {
    const { result } = await this.#send<{ result: { value: string } }>('script.evaluate', {
      expression: `String(${expression})`,
      target: { context: this.#context },
      awaitPromise: true,
      userActivation: true,
    });
    return result.value;
  }

  async close(): Promise<void> {
    const gone = once(this.#process, 'exit');
    await this.#send('browser.close', {});
    await gone;
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
