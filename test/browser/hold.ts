/** Answers that come when a test wants them to. */

import type { Page, Request } from 'playwright-core';

/** Keeps back the answers to some requests. @returns waits until one is asked for, and then what lets them go */
export async function hold(page: Page, path: string): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
  const gate = withResolvers();
  const asking = withResolvers();
  const held: Request[] = [];
  await page.route(path, async (route) => {
    held.push(route.request());
    asking.resolve();
    await gate.promise;
    // Whoever waited may have gone.
    await route.continue().catch(() => {});
  });
  const release = async () => {
    gate.resolve();
    for (const request of held) await (await request.response())?.finished();
    // Whatever they bring about has come about once another request has been answered, and drawn.
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
