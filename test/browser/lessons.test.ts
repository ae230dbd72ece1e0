import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { LESSONS } from '../../src/page/lessons/lessons.js';
import { violations } from './axe.js';
import { button, chooseSpace, distanceIn, leadsTo, shows, siteWith, stateIn, tileIn } from './site.js';

const site = siteWith(['3x3']);

const SCREENS = [
  ['on a large screen', { viewport: { width: 1280, height: 800 } }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

const card = (page: Page) => page.locator('.lesson');
const seen = (page: Page) => page.locator('.lesson .seen');
const numbers = (page: Page) => page.locator('.watched-numbers dd').allTextContents();

/** Swaps two tiles by Edit. */
async function swap(page: Page, one: number, other: number): Promise<void> {
  await button(page, 'Edit').click();
  for (const tile of [one, other]) await page.locator(`.tile[aria-label="${tile}"]`).click();
}

async function slide(page: Page, ...tiles: readonly number[]): Promise<void> {
  for (const tile of tiles) {
    const before = stateIn(page);
    await tileIn(page, tile).click();
    await expect.poll(() => stateIn(page)).not.toBe(before);
  }
}

/** Runs the chosen searches to their end. */
async function race(page: Page): Promise<void> {
  await button(page, 'Start').or(button(page, 'Start again')).click();
  await page.getByLabel('Speed of the race').selectOption({ label: 'no delay' });
}

/** What the text of each step says to do, and then what it says was seen. */
const DOING: Readonly<Record<string, readonly (readonly [(page: Page) => Promise<unknown>, RegExp])[]>> = {
  parity: [
    [(page) => swap(page, 7, 8), /^With 7 and 8 swapped, no moves lead to the goal/],
    [(page) => slide(page, 8, 7, 4, 1), /^Each move swaps the blank with a tile/],
    [(page) => swap(page, 2, 3), /^8 inversions, but 1 step: one number is even, the other odd/],
    [(page) => swap(page, 1, 2), /^Solvable, in 22 moves: each swap/],
    [(page) => swap(page, 1, 2), /^Solvable, in 20 moves\. .* 9! = 362,880 .* to 181,440: exactly half\.$/],
  ],
  astar: [
    [race, /^It has expanded 21,971 nodes: all positions up to 17 moves away, .* and some 18 moves away/],
    [(page) => slide(page, 4, 3), /h by one, so f stays or grows by two\. .* it is \d+, and the distance \d+\.$/],
    [
      race,
      /^Breadth-first search has expanded 21,971 nodes, A\* 317: 69 times fewer\. Up to layer 4 .* 7,322 and 1\.$/,
    ],
    [race, /^Breadth-first search has expanded 181,347 nodes, A\* 6,752: 27 times fewer\. Up to layer 8 /],
    [race, /^6,752 and 3,830 nodes: the better the estimate, the fewer/],
  ],
  god: [
    [(page) => button(page, 'Shuffle').click(), /^This position is 24 moves away/],
    [(page) => page.locator('.bar').last().click(), /^2 positions are 31 moves away, and none is farther/],
    [(page) => page.getByLabel('Last layer found').fill('31'), /layer 32\. All 181,440 positions were reached/],
    [(page) => slide(page, 3), /^Distance 30\. Every move from an antipode of this puzzle/],
    [
      (page) => button(page, 'Shuffle').click(),
      /^They are too many for a table on this page, .* God's number: 80, with 17 antipodes\. /,
    ],
  ],
};

describe.each(SCREENS)('each lesson %s', (_, options) => {
  test.each(LESSONS.map(({ id, title, steps }) => ({ id, title, steps })))(
    '$id: each step says what was seen once its task is done',
    async ({ id, title, steps }) => {
      const page = await site.visit(undefined, options);
      await page.getByRole('button', { name: 'Learn' }).click();
      if (id === 'god') expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: title }).click();
      for (const [index, step] of steps.entries()) {
        await shows(page.locator('#lesson-title'), step.title);
        await leadsTo(page, step.state);
        expect(new URL(page.url()).search).toMatch(new RegExp(`^\\?lesson=${id}&at=${index + 1}&`));
        await expect.poll(() => outlined(page)).not.toEqual(0);
        expect(await seen(page).count()).toBe(0);
        const [act, text] = DOING[id][index];
        await act(page);
        await shows(seen(page), text);
        await expect.poll(() => outlined(page)).toBe(0);
        if (index === 1) expect(await violations(page)).toEqual([]);
        if (index + 1 < steps.length) await button(page, 'Next step').click();
      }
      await button(page, id === 'god' ? 'Finish' : 'Next lesson').waitFor();
      await button(page, id === 'god' ? 'Finish' : 'Close lesson').click();
      await card(page).waitFor({ state: 'detached' });
      await expect.poll(() => new URL(page.url()).searchParams.get('lesson')).toBeNull();
    },
  );
});

/** Returns the number of controls that are outlined for a step. */
function outlined(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('main *')].filter((one) => getComputedStyle(one).outlineStyle === 'dashed').length,
  );
}

test('the two numbers of parity follow the moves', async () => {
  const page = await site.visit('?lesson=parity&at=2');
  await expect.poll(() => numbers(page)).toEqual(['0, even', '0, even', 'both alike']);
  await slide(page, 8);
  await expect.poll(() => numbers(page)).toEqual(['1, odd', '1, odd', 'both alike']);
  await slide(page, 5);
  await expect.poll(() => numbers(page)).toEqual(['6, even', '2, even', 'both alike']);
});

test('layers are drawn as they are found', async () => {
  const page = await site.visit('?lesson=god&at=3');
  await expect.poll(() => page.locator('.bar .fill').count()).toBe(1);
  await button(page, 'Next layer').click();
  await button(page, 'Next layer').click();
  await expect.poll(() => numbers(page)).toEqual(['2', '4', '7 of 181,440']);
  await expect.poll(() => page.locator('.bar .fill').count()).toBe(3);
  // Nothing tells the layers that are still to be found.
  const { x, y, width, height } = (await page.locator('.plot').first().boundingBox()) ?? {};
  await page.mouse.move(Number(x) + Number(width) * 0.9, Number(y) + Number(height) * 0.9);
  await shows(page.locator('.readout'), /^Distance 0: /);
  await button(page, 'Next step').click();
  await expect.poll(() => page.locator('.bar .fill').count()).toBe(32);
});

describe('the address', () => {
  test('of a step opens it, and a link to it can be copied', async () => {
    const page = await site.visit('?lesson=parity&at=4', { permissions: ['clipboard-read', 'clipboard-write'] });
    await shows(page.locator('#lesson-title'), 'A second swap');
    await card(page).getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\?lesson=parity&at=4$/);
  });

  test('keeps step and position through a reload, and Back returns to the step before', async () => {
    const page = await site.visit('?lesson=parity&at=2');
    await slide(page, 8);
    await page.reload();
    await shows(page.locator('#lesson-title'), 'What a move changes');
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await button(page, 'Next step').click();
    await shows(page.locator('#lesson-title'), 'What a swap changes');
    await page.goBack();
    await shows(page.locator('#lesson-title'), 'What a move changes');
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await button(page, 'Set up again').click();
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  });

  test('of a lesson that does not exist is that of a position', async () => {
    const page = await site.visit('?lesson=none&at=2&space=3x3&state=1,2,3,4,5,6,7,x,8');
    await shows(distanceIn(page), '1');
    expect(await card(page).count()).toBe(0);
  });
});

test('a lesson shows the distance, and leaves it hidden afterwards', async () => {
  const page = await site.visit();
  await page.evaluate(() => localStorage.setItem('antipode-revealed', 'no'));
  await page.goto(`${site.address}?lesson=god&at=4`);
  await shows(distanceIn(page), '31');
  await button(page, 'Close lesson').click();
  await button(page, 'Show distance').waitFor();
  await distanceIn(page).waitFor({ state: 'detached' });
});

test('each step has a race of its own', async () => {
  const page = await site.visit('?lesson=astar&at=1');
  await race(page);
  await seen(page).waitFor();
  await button(page, 'Next step').click();
  await button(page, 'Next step').click();
  await expect.poll(() => page.locator('.lane-nodes').allTextContents()).toEqual(['0 nodes', '0 nodes']);
});

test('another space ends a lesson', async () => {
  const page = await site.visit('?lesson=god&at=3');
  await card(page).waitFor();
  await chooseSpace(page, '4x4');
  await card(page).waitFor({ state: 'detached' });
});

describe('the view for a projector', () => {
  test.each(LESSONS)('$id is gone through by pressing its buttons', async ({ id, steps }) => {
    const page = await site.visit();
    await page.goto(`${site.address}?lesson=${id}&at=1&view=projector`);
    for (const { title } of steps.slice(1)) {
      await button(page, 'Next step').click();
      await shows(page.locator('#lesson-title'), title);
    }
    await button(page, 'Back one step').click();
    await shows(page.locator('#lesson-title'), steps[steps.length - 2].title);
    await button(page, 'Close lesson').click();
    await card(page).waitFor({ state: 'detached' });
  });

  test.each([
    [1280, 800],
    [1920, 1080],
  ])('has larger text and a larger board at %i x %i, beside all that the lesson needs', async (width, height) => {
    const page = await site.visit('?lesson=parity&at=1', { viewport: { width, height } });
    const sizes = () =>
      page.evaluate(() => ({
        text: Number.parseFloat(getComputedStyle(document.body).fontSize),
        board: document.querySelector('.board')?.getBoundingClientRect().height ?? 0,
      }));
    const before = await sizes();
    await page.getByRole('button', { name: 'Learn' }).click();
    await button(page, 'View for a projector').click();
    await expect.poll(async () => (await sizes()).text / before.text).toBeGreaterThan(1.2);
    expect((await sizes()).board / before.board).toBeGreaterThan(1.2);
    await swap(page, 7, 8);
    await seen(page).waitFor();
    for (const part of [card(page), page.locator('.board'), button(page, 'Done'), page.locator('.unsolvable')]) {
      const { bottom } = await part.evaluate((element) => element.getBoundingClientRect().toJSON());
      expect(bottom).toBeLessThanOrEqual(height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    [1280, 800],
    [1920, 1080],
  ])('has a race beside its lesson on one screen of %i x %i', async (width, height) => {
    const page = await site.visit(undefined, { viewport: { width, height } });
    await page.goto(`${site.address}?view=projector&lesson=astar&at=3`);
    // The lanes, the charts and the position are there before the race begins.
    const picture = page.locator('.race .node-state').first();
    await expect.poll(() => picture.evaluate((one) => one.clientHeight / innerHeight)).toBeGreaterThan(0.15);
    expect(await page.locator('.lane-nodes').allTextContents()).toEqual(['0 nodes', '0 nodes']);
    expect(await violations(page)).toEqual([]);
    await race(page);
    await seen(page).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    for (const part of [card(page), page.locator('.race .chart').last(), page.locator('.race .legend')]) {
      const { bottom } = await part.evaluate((element) => element.getBoundingClientRect().toJSON());
      expect(bottom).toBeLessThanOrEqual(height);
    }
    expect(await violations(page)).toEqual([]);
  });

  test('is kept in the address', async () => {
    const page = await site.visit('?view=projector&space=3x3&state=1,2,3,4,5,6,7,x,8');
    await slide(page, 8);
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('projected');
    await page.getByRole('button', { name: 'Learn' }).click();
    await button(page, 'View for a projector').click();
    await expect.poll(() => new URL(page.url()).search).toBe('?space=3x3&state=1,2,3,4,5,6,7,8,x');
  });
});
