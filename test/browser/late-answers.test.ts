import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { button, distanceIn, leadsTo, Site, shows, tileIn } from './site.js';

let site: Site;
beforeAll(async () => {
  site = await Site.open(['3x3'], ['pancake:5']);
});
afterEach(() => expect(site.faults.splice(0)).toEqual([]));
afterAll(() => site.close());

/** Keeps back the answers to some requests. @returns waits until one is asked for, and then what lets them go */
async function hold(page: Page, path: string): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
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
      await (await fetch('api/tables')).text();
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

describe('an answer that comes late replaces nothing newer:', () => {
  test('that about a state', async () => {
    const page = await site.visit('?table=3x3&state=6,4,7,8,5,x,3,2,1');
    await shows(distanceIn(page), '31');
    const { asked, release } = await hold(page, '**/distance?state=6+4+7+8+x*');
    await tileIn(page, 5).click();
    await asked;
    await button(page, 'Back to the goal').click();
    await shows(distanceIn(page), '0');
    await release();
    await shows(distanceIn(page), '0');
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  });

  test('that about a typed position', async () => {
    const page = await site.visit();
    const { asked, release } = await hold(page, '**/distance?state=64785x321');
    await page.getByLabel('Type a position').fill('64785x321');
    await page.keyboard.press('Enter');
    await asked;
    await tileIn(page, 8).click();
    await shows(distanceIn(page), '1');
    await release();
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await shows(distanceIn(page), '1');
  });

  test('a distribution of the table before', async () => {
    const page = await site.visit('?table=pancake-5');
    const { asked, release } = await hold(page, '**/3x3/distribution');
    await page.getByLabel('Table').selectOption('3x3');
    await asked;
    await page.getByLabel('Table').selectOption('pancake-5');
    await release();
    await expect.poll(() => page.locator('.bar').count()).toBe(6);
    await shows(page.locator('.facts dd').first(), '120');
  });

  test('a random position, where somebody has gone on meanwhile', async () => {
    const page = await site.visit();
    const { asked, release } = await hold(page, '**/random*');
    await button(page, 'Shuffle').click();
    await asked;
    await tileIn(page, 8).click();
    await release();
    await button(page, 'Shuffle').waitFor();
    await shows(distanceIn(page), '1');
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
  });

  test('a shortest way, where a slide has led away from it', async () => {
    const page = await site.visit('?table=3x3&state=1,2,3,x,5,6,4,7,8');
    const { asked, release } = await hold(page, '**/solution*');
    await button(page, 'Last').click();
    await asked;
    await tileIn(page, 5).click();
    await release();
    await shows(distanceIn(page), '4');
    await leadsTo(page, '1 2 3 5 x 6 4 7 8');
  });

  test('random positions of another distance', async () => {
    const page = await site.visit();
    const { asked, release } = await hold(page, '**/random?depth=3&*');
    await page.locator('.bar').nth(3).click();
    await asked;
    await page.locator('.bar').nth(31).click();
    const choices = page.locator('.samples').getByRole('button');
    await expect.poll(() => choices.count(), { timeout: 10_000 }).toBe(2);
    await release();
    expect(await choices.count()).toBe(2);
  });
});
