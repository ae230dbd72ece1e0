import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  button,
  chooseSpace,
  distanceIn,
  KIND,
  leadsTo,
  shows,
  siteWith,
  spaceCards,
  spaceChoice,
  tileIn,
} from './site.js';

const site = siteWith(['3x3'], ['3x3', '--goal', '1 2 3 / 4 x 5 / 6 7 8'], ['pancake:5']);

describe('the page', () => {
  // The site, which loads the whole program, has a limit of its own.
  test.runIf(KIND === 'served')('is below 120 KB compressed, with all answers, and asks no other server', async () => {
    const sizes = new Map<string, number>();
    const page = await site.visit();
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    for (const name of [site.address, ...names]) {
      sizes.set(name.slice(site.address.length), gzipSync(await (await fetch(name)).arrayBuffer()).byteLength);
    }
    expect([...sizes.keys()]).toEqual(expect.arrayContaining(['', 'page.js', 'page.css', 'api/spaces']));
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(all).toBeGreaterThan(10_000);
    expect(all).toBeLessThan(120_000);
  });

  test('shows the first space and its goal, with the published numbers of the 8-puzzle', async () => {
    const page = await site.visit();
    await expect.poll(() => page.title()).toBe('8-puzzle · distance 0 · antipode');
    await shows(distanceIn(page), '0');
    const facts = await page.locator('.facts dd').allTextContents();
    expect(facts).toEqual(['181,440', '31', '2', '21.97']);
    await expect.poll(() => page.locator('.bar').count()).toBe(32);
  });
});

test('the gallery tells boards of the same name by their goals', async () => {
  const page = await site.visit();
  await shows(spaceChoice(page).locator('.title'), '8-puzzle, goal 123/456/78x');
  await spaceChoice(page).click();
  const titles = await spaceCards(page).allTextContents();
  expect(titles.slice(0, 3)).toEqual(['8-puzzle, goal 123/456/78x', '8-puzzle, goal 123/4x5/678', '15-puzzle']);
});

describe('the address', () => {
  test('restores the state that it names, in every notation of positions', async () => {
    for (const state of ['6,4,7,8,5,x,3,2,1', '6 4 7 8 5 0 3 2 1', '64785x321']) {
      const page = await site.visit(`?space=3x3&state=${encodeURIComponent(state)}`);
      await shows(distanceIn(page), '31');
      await tileIn(page, 5).waitFor();
    }
  });

  test('that names no space leads to one that has the state', async () => {
    for (const [state, written, title] of [
      ['6,4,7,8,5,x,3,2,1', '6 4 7 8 5 x 3 2 1', '8-puzzle · distance 31 · antipode'],
      ['64785x321', '6 4 7 8 5 x 3 2 1', '8-puzzle · distance 31 · antipode'],
      ['2 1 3 4 5', '2 1 3 4 5', '5 pancakes · distance 1 · antipode'],
    ]) {
      const page = await site.visit(`?${new URLSearchParams({ state })}`);
      await leadsTo(page, written);
      await expect.poll(() => page.title()).toBe(title);
    }
  });

  test('that names neither a space nor a state of one is reported', async () => {
    const page = await site.visit('?state=none');
    await shows(page.locator('.notice span'), "The address names no space, and none here has the state 'none'.");
    await shows(distanceIn(page), '24');
  });

  test('is reported if it does not name a position, and a random one is shown, not the goal', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3');
    await shows(page.locator('.notice'), /A position of 3x3 has 9 tiles with the blank, found 3/);
    await shows(distanceIn(page), '24');
    await button(page, 'Close').click();
    await page.locator('.notice').waitFor({ state: 'detached' });
    await site.excuse(/status of 400/);
  });

  test('is reported if it does not name a space', async () => {
    const page = await site.visit('?space=17x17&state=1,2,3');
    const reason = KIND === 'served' ? /This server has no space '17x17'\./ : /^No space has the id/;
    await shows(page.locator('.notice'), reason);
    await shows(distanceIn(page), '24');
    await site.excuse(/status of 404/);
  });

  test('names each state, and Back returns to the previous choice', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await tileIn(page, 5).click();
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await shows(distanceIn(page), '30');
    await button(page, 'Goal').click();
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
    await chooseSpace(page, 'pancake-5');
    await shows(distanceIn(page), '4');
    await expect.poll(() => page.title()).toBe('5 pancakes · distance 4 · antipode');
    await page.goBack();
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
    await shows(distanceIn(page), '0');
    await page.goBack();
    await shows(distanceIn(page), '30');
    await page.goForward();
    await shows(distanceIn(page), '0');
    await page.reload();
    await shows(distanceIn(page), '0');
  });
});
