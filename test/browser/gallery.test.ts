import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import {
  button,
  chooseSpace,
  distanceIn,
  KIND,
  leadsTo,
  middleOf,
  shows,
  siteWith,
  spaceCards,
  spaceChoice,
} from './site.js';

const site = siteWith(['3x3'], ['pancake:5'], ['cube-2x2x2']);

const GOAL = '1 2 3 4 5 6 7 8 x';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SCREENS = [{ viewport: { width: 1280, height: 800 } }, PHONE] as const;

/** Opens the gallery. */
async function gallery(options: Parameters<typeof site.visit>[1] = {}): Promise<Page> {
  const page = await site.visit(undefined, options);
  await shows(distanceIn(page), '0');
  await spaceChoice(page).click();
  await spaceCards(page).first().waitFor();
  return page;
}

/** Returns the titles of the spaces, in their order. */
function titlesOf(page: Page): Promise<string[]> {
  return page.locator('.space-cards button').allTextContents();
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
}

describe('the gallery', () => {
  test('has a card for each space, with its drawing, names, rule, states and number', async () => {
    const page = await gallery();
    const [eight, pancakes, cube, fifteen, twentyFour] = [
      '8-puzzle',
      '5 pancakes',
      'Pocket Cube',
      '15-puzzle',
      '24-puzzle',
    ].map((title) => page.locator('.space-card').filter({ has: button(page, title) }));
    const texts = async (card: typeof eight) => [
      await card.locator('code').textContent(),
      await card.locator('p').last().textContent(),
    ];
    expect(await texts(eight)).toEqual(['3x3', "181,440 positions God's number 31"]);
    expect(await texts(pancakes)).toEqual(['pancake:5', "120 states God's number 5"]);
    expect(await texts(cube)).toEqual(['cube-2x2x2', "3,674,160 states God's number 11"]);
    expect(await texts(fifteen)).toEqual(['4x4', "10,461,394,944,000 positions God's number 80"]);
    expect(await texts(twentyFour)).toEqual(['5x5', "7.76 × 10²⁴ positions God's number unknown"]);
    await shows(pancakes.locator('.rule'), 'A stack of 5 pancakes of different sizes; a move turns over the top few.');
    expect(await eight.locator('.numbered').count()).toBe(8);
    expect(await pancakes.locator('.pancake').count()).toBe(5);
    expect(await cube.locator('.net').count()).toBe(1);
  });

  test('opens a space, and leaves the state of the one that is shown', async () => {
    const page = await site.visit();
    await shows(distanceIn(page), '0');
    await chooseSpace(page, '3x3');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await leadsTo(page, GOAL);
    await chooseSpace(page, 'pancake-5');
    await shows(spaceChoice(page).locator('.title'), '5 pancakes');
    await expect.poll(() => page.title()).toBe('5 pancakes · distance 4 · antipode');
    await spaceChoice(page).click();
    expect(await page.locator('[aria-current=true]').allTextContents()).toContain('5 pancakes');
  });
});

describe('the keyboard', () => {
  test('finds a space by its title, and opens it', async () => {
    const page = await gallery();
    expect(await focused(page)).toBe('8-puzzle');
    await page.keyboard.type('pocket');
    expect(await focused(page)).toBe('other');
    await expect.poll(() => titlesOf(page)).toEqual(['Pocket Cube']);
    await shows(page.locator('#plan'), '1 space');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('space=cube-2x2x2');
    expect(await focused(page)).toBe('Space: Pocket Cube');
  });

  test('finds a space by its technical name, and goes from the field to its card', async () => {
    const page = await gallery();
    await page.keyboard.type('pancake:');
    await expect.poll(async () => (await titlesOf(page))[0]).toBe('5 pancakes');
    // The button is off while several spaces are found, but has a place.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('5 pancakes');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('space=pancake-5');
  });

  test('closes the gallery, and returns to the button', async () => {
    const page = await gallery();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Space: 8-puzzle');
    await leadsTo(page, GOAL);
  });
});

test('a text that names no space is refused, and all cards stay', async () => {
  const page = await gallery();
  await page.locator('#other').fill('pocket');
  await expect.poll(() => titlesOf(page)).toHaveLength(1);
  await page.locator('#other').fill('no such space');
  await shows(page.locator('#plan.problem'), KIND === 'served' ? /opens only boards/ : /is not a space/);
  await expect.poll(async () => (await titlesOf(page)).length).toBeGreaterThan(3);
  await site.excuse(/status of 400/);
});

test('on a phone, the gallery fills the screen, and the whole card is touched', async () => {
  const page = await gallery(PHONE);
  const box = await page.locator('dialog[open]').boundingBox();
  expect(box).toEqual({ x: 0, y: 0, ...PHONE.viewport });
  const thumbnail = page
    .locator('.space-card')
    .filter({ has: button(page, '5 pancakes') })
    .locator('.thumbnail');
  await thumbnail.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(thumbnail);
  await page.touchscreen.tap(x, y);
  await shows(spaceChoice(page).locator('.title'), '5 pancakes');
});

describe('axe finds no violation, and nothing leaves the screen', () => {
  for (const screen of SCREENS) {
    for (const look of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      test(`at ${screen.viewport.width} pixels, ${Object.values(look)}`, async () => {
        const page = await gallery({ ...screen, ...look });
        expect(await violations(page)).toEqual([]);
        const wide = await page.evaluate(() =>
          ['html', '.spaces', '.groups'].filter((part) => {
            const element = document.querySelector(part);
            return element !== null && element.scrollWidth > element.clientWidth;
          }),
        );
        expect(wide).toEqual([]);
        const small = await page
          .locator('.spaces button, .space-card, #other')
          .evaluateAll((all) =>
            all.filter((each) => !each.matches('.space-card button') && each.getBoundingClientRect().height < 43.5),
          );
        expect(small).toHaveLength(0);
      });
    }
  }
});
