/** Answers that arrive when a test releases them. */

import type { Page, Request } from 'playwright-core';

/** Holds back the answers to some requests. @returns a function that waits for such a request, then returns a function that releases the answers */
export async function hold(page: Page, path: string): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
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
  const release = async () => {
    gate.resolve();
    for (const request of held) await (await request.response())?.finished();
    // Their effects are complete once another request has been answered and drawn.
    await page.evaluate(async () => {
      await (await fetch('api/spaces')).text();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    });
  };
  return { asked: asking.promise, release };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
