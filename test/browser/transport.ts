/**
 * The requests of pages, which tests hold back, answer, and make themselves: the same for the page of a server, which fetches, and for the
 * static site, which sends messages to a worker.
 */

import type { BrowserContext, Page } from 'playwright-core';
import type { Message, Reply } from '#src/site/transport.js';

export interface Asked {
  readonly path: string;
  readonly method: string;
  /** Text of the body, if it is a text. */
  readonly body: string | null;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  /** True if `more` follows. */
  readonly open?: boolean;
}

/** What becomes of a request: an answer in place of the server's, 'lost' as if there were no server, or undefined to send it on. */
type Verdict = Answer | 'lost' | undefined;

export const LOST: Verdict = 'lost';

interface Rule {
  readonly isMeant: (path: string) => boolean;
  readonly decide: (asked: Asked, number: number) => Verdict | Promise<Verdict>;
}

/** Rules of each page, the newest first. */
const rules = new WeakMap<Page, Rule[]>();

/** Lets tests decide about the requests of all pages of a context. @param onLoad called before the first request of a loaded page */
export async function overhear(context: BrowserContext, onLoad: (page: Page) => Promise<void>): Promise<void> {
  await context.exposeBinding('loaded', ({ page }) => onLoad(page));
  await context.exposeBinding('judged', async ({ page }, asked: Asked, number: number): Promise<Verdict> => {
    const rule = rules.get(page)?.find(({ isMeant }) => isMeant(asked.path));
    return await rule?.decide(asked, number);
  });
  await context.addInitScript(inPage);
}

export function passAll(page: Page): void {
  rules.delete(page);
}

/**
 * Decides about the requests whose path contains a text, or matches an expression, before all earlier rules.
 * @returns a function that ends this
 */
export function intercept(page: Page, path: string | RegExp, decide: Rule['decide']): () => void {
  const isMeant = (asked: string) => (typeof path === 'string' ? asked.includes(path) : path.test(asked));
  const rule = { isMeant, decide };
  rules.set(page, [rule, ...(rules.get(page) ?? [])]);
  return () => {
    rules.set(page, rules.get(page)?.filter((other) => other !== rule) ?? []);
  };
}

/** Returns the answer of a server that fails. */
export function failure(error: string): Answer {
  return { status: 500, text: JSON.stringify({ error }) };
}

/** Makes a request of the test's own. */
export async function ask(page: Page, path: string, body?: unknown): Promise<Answer> {
  return page.evaluate(([path, body]) => (globalThis as unknown as InPage).ask(path, body), [
    path,
    body === undefined ? undefined : JSON.stringify(body),
  ] as const);
}

export async function askJson<T>(page: Page, path: string): Promise<T> {
  return JSON.parse((await ask(page, path)).text);
}

/**
 * Holds back the answers to some requests.
 * @param act makes such a request; this function waits for it
 * @returns a function that releases the answers
 */
export async function hold(page: Page, path: string | RegExp, act?: () => Promise<unknown>) {
  const gate = withResolvers();
  const asking = withResolvers();
  const held: number[] = [];
  intercept(page, path, async (asked, number) => {
    held.push(number);
    asking.resolve();
    await gate.promise;
    return ask(page, asked.path);
  });
  if (act !== undefined) await Promise.all([act(), asking.promise]);
  return async (): Promise<void> => {
    gate.resolve();
    await page.evaluate((held) => {
      const { verdicts } = globalThis as unknown as InPage;
      return Promise.all(held.map((number) => verdicts[number]));
    }, held);
    // Their effects are complete once another request has been answered and drawn.
    await ask(page, 'api/spaces');
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A search in place of the server's. */
export interface Lines {
  send(lines: readonly object[]): Promise<void>;
  /** Returns the body of the request. */
  asked(): unknown;
  /** Returns true if the page has ended the request. */
  isEnded(): Promise<boolean>;
}

/** Answers the next requests to POST with these lines, and more until the page ends the request. */
export function answerLines(page: Page, lines: readonly object[]): Lines {
  const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  let request: { asked: Asked; number: number } | undefined;
  intercept(page, 'api/', (asked, number) => {
    if (asked.method !== 'POST') return undefined;
    request = { asked, number };
    return { status: 200, text: textOf(lines), open: true };
  });
  const answerInPage = () =>
    page.evaluateHandle(
      (number) => (globalThis as unknown as InPage).answers.get(number ?? -1) as AnswerInPage,
      request?.number,
    );
  return {
    asked: () => JSON.parse(request?.asked.body ?? 'null'),
    send: async (lines) => (await answerInPage()).evaluate(({ send }, text) => send(text), textOf(lines)),
    isEnded: async () => (await answerInPage()).evaluate(({ isEnded }) => isEnded),
  };
}

interface AnswerInPage {
  readonly send: (text: string) => void;
  isEnded: boolean;
}

/** What the script in the page offers to tests. */
interface InPage {
  ask(path: string, body?: string): Promise<Answer>;
  /** What tests have decided about each request. */
  readonly verdicts: readonly Promise<Verdict>[];
  /** Answers that tests give, by the number of the request. */
  readonly answers: Map<number, AnswerInPage>;
  /** Bindings. */
  loaded(): Promise<void>;
  judged(asked: Asked, number: number): Promise<Verdict>;
}

/** The script that runs in each page before the page's own. */
function inPage(): void {
  const tests = globalThis as unknown as InPage;
  const verdicts: Promise<Verdict>[] = [];
  const answers = new Map<number, AnswerInPage>();
  let loaded: Promise<void> | undefined;
  const judged = (path: string, method = 'GET', body: unknown = null) => {
    const number = verdicts.length;
    loaded ??= tests.loaded();
    const verdict = loaded.then(() =>
      tests.judged({ path, method, body: typeof body === 'string' ? body : null }, number),
    );
    verdicts.push(verdict);
    return { number, verdict };
  };
  /** Gives the page an answer of a test. */
  const give = (
    number: number,
    { text, open }: Answer,
    chunk: (bytes: Uint8Array<ArrayBuffer>) => void,
    close: () => void,
  ) => {
    const send = (text: string) => chunk(new TextEncoder().encode(text));
    // Cut in the middle of a line, as in a network.
    for (const part of [text.slice(0, 90), text.slice(90)]) send(part);
    if (open) answers.set(number, { send, isEnded: false });
    else close();
  };
  const end = (number = -1) => {
    const answer = answers.get(number);
    if (answer !== undefined) answer.isEnded = true;
  };

  /* The page of a server. */

  const realFetch = globalThis.fetch;
  tests.ask = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await realFetch(path, body === undefined ? {} : { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  globalThis.fetch = async (input, init) => {
    const signal = init?.signal ?? undefined;
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    const { number, verdict } = judged(String(input), init?.method, init?.body);
    const given = await Promise.race([verdict, aborted]);
    if (given === undefined) return realFetch(input, init);
    if (given === 'lost') throw new TypeError('Failed to fetch');
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        give(
          number,
          given,
          (chunk) => stream.enqueue(chunk),
          () => stream.close(),
        );
        signal?.addEventListener('abort', () => {
          end(number);
          stream.error(signal.reason);
        });
      },
    });
    return new Response(body, { status: given.status });
  };

  /* The site. */

  globalThis.Worker = class extends Worker {
    /** Numbers of the requests whose answers the page awaits, by their ids. */
    readonly #numbers = new Map<number, number>();

    constructor(...of: ConstructorParameters<typeof Worker>) {
      super(...of);
      let count = 0;
      tests.ask = (path, body) =>
        new Promise((resolve) => {
          const id = --count;
          const decoder = new TextDecoder();
          let [status, text] = [0, ''];
          const take = ({ data }: MessageEvent<Reply>) => {
            if (data.id !== id) return;
            if ('status' in data) status = data.status;
            else if ('chunk' in data) text += decoder.decode(data.chunk, { stream: true });
            else {
              this.removeEventListener('message', take);
              resolve({ status, text });
            }
          };
          this.addEventListener('message', take);
          const [method, headers] = [body === undefined ? 'GET' : 'POST', { 'content-type': 'application/json' }];
          super.postMessage({ id, path, method, headers, body: body ?? null });
        });
    }

    override async postMessage(message: Message): Promise<void> {
      const { id } = message;
      if ('abort' in message) {
        end(this.#numbers.get(id));
        this.#numbers.delete(id);
        return super.postMessage(message);
      }
      const { number, verdict } = judged(message.path, message.method, message.body);
      this.#numbers.set(id, number);
      const given = await verdict;
      if (!this.#numbers.has(id)) return;
      if (given === undefined) return super.postMessage(message);
      const reply = (data: Reply) => this.dispatchEvent(new MessageEvent('message', { data }));
      if (given === 'lost') return void reply({ id, failed: 'lost' });
      reply({ id, status: given.status, headers: {} });
      give(
        number,
        given,
        (chunk) => reply({ id, chunk }),
        () => reply({ id, end: true }),
      );
    }
  };
  Object.assign(tests, { verdicts, answers });
}
