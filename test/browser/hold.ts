/** Answers that arrive when a test releases them. */

import type { Page, Request } from 'playwright-core';

/**
 * Holds back the answers to some requests.
 * @param act makes such a request; this function waits for it
 * @returns a function that releases the answers
 */
export async function hold(page: Page, path: string, act?: () => Promise<unknown>): Promise<() => Promise<void>> {
  const gate = withResolvers();
  const asking = withResolvers();
  const held: Request[] = [];
  await page.route(path, async (route) => {
    held.push(route.request());
    asking.resolve();
    await gate.promise;
    // The waiting page may have been closed.
    await route.continue().catch(() => {});
  });
  if (act !== undefined) await Promise.all([act(), asking.promise]);
  return async () => {
    gate.resolve();
    for (const request of held) await (await request.response())?.finished();
    // Their effects are complete once another request has been answered and drawn.
    await page.evaluate(async () => {
      await (await fetch('api/spaces')).text();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
