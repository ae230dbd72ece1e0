/** The app of the site, which answers the messages of its page. */

import { makeApp } from '../serve/app.js';
import { newComparisons } from '../serve/comparisons.js';
import { Explorations } from '../serve/explorations.js';
import { ClosedError } from '../serve/served-space.js';
import type { Message, Reply, RequestMessage } from './transport.js';

/** Opens the app. @returns the function that takes the page's messages */
export function openAnswers(): (message: Message) => void {
  const app = makeApp({
    spaces: [],
    files: new Map(),
    compare: newComparisons(),
    explorations: new Explorations(),
    onFault: reportError,
  });
  const closings = new Map<number, AbortController>();
  const reply = (message: Reply) => postMessage(message);

  async function answer({ id, path, ...init }: RequestMessage): Promise<void> {
    const closing = new AbortController();
    closings.set(id, closing);
    try {
      const request = new Request(new URL(path, 'http://page/'), init);
      const { status, headers, body } = await app.fetch(request, { closing: () => closing.signal });
      reply({ id, status, headers: Object.fromEntries(headers) });
      const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
      closing.signal.addEventListener('abort', () => void reader.cancel(closing.signal.reason));
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        reply({ id, chunk: value });
      }
      reply({ id, end: true });
    } catch (error) {
      reply({ id, failed: error instanceof Error ? error.message : String(error) });
    } finally {
      closings.delete(id);
    }
  }

  return (message) => {
    if (!('abort' in message)) void answer(message);
    else closings.get(message.id)?.abort(new ClosedError('the page no longer waits for the answer'));
  };
}
