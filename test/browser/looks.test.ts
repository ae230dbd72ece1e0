import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, distanceIn, raceButton, shows, siteWith, spaceCards, spaceChoice } from './site.js';

const SMALL = { width: 360, height: 740 };

const site = siteWith(['3x3'], ['2x5'], ['...#/...#/#...'], ['pancake:5']);

/** Opens every part of the page. */
async function openAll(page: Page): Promise<void> {
  await page.getByText('Keys and terms').click();
  await button(page, 'Show').click();
  await page.getByText('How close they come').click();
  await page.locator('.quality').first().waitFor();
  await button(page, 'Start').click();
  await page.locator('.bar').nth(4).click();
  await button(page, 'Next').click();
  await page.locator('.path').waitFor();
  await page.locator('.gallery li').first().waitFor();
  await page.locator('.samples li').first().waitFor();
  await page.getByLabel('Speed of the race').selectOption({ label: 'no delay' });
  await raceButton(page, 'Replay').waitFor();
  await page.getByText('A race of 4 searches').click();
}

/** Returns layout faults: a page wider than the screen, and controls that overlap or leave the page. */
async function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const beyond = document.documentElement.scrollWidth - innerWidth;
    if (beyond > 0) faults.push(`${beyond} pixels beyond the screen`);
    const controls = [...document.querySelectorAll('button, input, select, summary, p, h1, h2, h3, dt, dd')].filter(
      (element) =>
        element.checkVisibility() && !element.closest('.bars, .unseen') && !element.classList.contains('unseen'),
    );
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [index, { element, box }] of boxes.entries()) {
      const name = element.textContent?.slice(0, 30) || element.id;
      if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`${name} is out of the page`);
      for (const other of boxes.slice(index + 1)) {
        if (element.contains(other.element) || other.element.contains(element)) continue;
        // Elements with their own scrolling.
        const scrolled = '.gallery, .moves';
        if (element.closest(scrolled) || other.element.closest(scrolled)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 1) faults.push(`${name} lies on ${other.element.textContent?.slice(0, 30)}`);
      }
    }
    return faults;
  });
}

/** Returns the controls that are smaller than a fingertip. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button:not(.bar), input, select, summary')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 60)}: ${box.width} x ${box.height}`),
  );
}

const WHOLE = { width: 1280, height: 800 };
/** Screens and colours in which each page is looked at; 640x400 is the layout of 1280 pixels at 200 % zoom. */
const LOOKS: readonly (readonly [string, readonly (readonly [typeof WHOLE, 'light' | 'dark'])[]])[] = [
  [
    '?space=3x3&state=2,3,4,1,5,x,7,6,8',
    [
      [WHOLE, 'light'],
      [WHOLE, 'dark'],
      [SMALL, 'light'],
      [{ width: 320, height: 640 }, 'light'],
      [{ width: 640, height: 400 }, 'light'],
    ],
  ],
  [
    '?space=2x5&state=1,2,3,4,5,6,7,x,8,9',
    [
      [SMALL, 'dark'],
      [{ width: 2560, height: 1300 }, 'light'],
    ],
  ],
  [
    '?space=pancake-5&state=3+1+2+4+5',
    [
      [{ width: 768, height: 1024 }, 'light'],
      [SMALL, 'dark'],
    ],
  ],
];

describe('axe finds no violation, and nothing overlaps or leaves the screen:', () => {
  test.for(LOOKS)('all parts of %s, open, on every screen', async ([query, looks]) => {
    const page = await site.visit(query);
    await openAll(page);
    for (const [screen, colorScheme] of looks) {
      await page.setViewportSize(screen);
      await page.emulateMedia({ colorScheme });
      const faults = async () => [await violations(page), await misplaced(page), await tooSmall(page)].flat();
      await expect.poll(faults, { message: `${screen.width}x${screen.height} ${colorScheme}` }).toEqual([]);
    }
  });

  test('an unsolvable position, while editing with a wrong text', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await site.visit('?space=3x3&state=2,1,3,4,5,6,7,8,x', { colorScheme, viewport: SMALL });
      await page.locator('.unsolvable').waitFor();
      await button(page, 'Edit').click();
      await page.locator('.tile').first().click();
      await page.getByLabel('Type a position').fill('1 2 3');
      await page.keyboard.press('Enter');
      await page.locator('#typed-note.problem').waitFor();
      await site.excuse(/status of 400/);
      await expect.poll(async () => [await violations(page), await misplaced(page)].flat()).toEqual([]);
    }
  });

  test('a map with missing cells, and a notice', async () => {
    const page = await site.visit('?space=none', { viewport: SMALL });
    await page.locator('.notice').waitFor();
    await shows(distanceIn(page), '24');
    await site.excuse(/status of 404/);
    await expect.poll(async () => [await violations(page), await misplaced(page)].flat()).toEqual([]);
    await spaceChoice(page).click();
    await spaceCards(page).filter({ hasText: '#' }).click();
    await page.locator('.missing').first().waitFor();
    await shows(distanceIn(page), /\d/);
    await expect.poll(async () => [await violations(page), await misplaced(page)].flat()).toEqual([]);
  });
});

describe('light and dark', () => {
  test("and the reader's own colours show which buttons are off", async () => {
    for (const options of [{}, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
      const page = await site.visit(undefined, options);
      const [on, off] = await Promise.all(
        ['Shuffle', 'Undo'].map((name) =>
          button(page, name).evaluate((element) => {
            const { color, borderColor } = getComputedStyle(element);
            return { color, borderColor };
          }),
        ),
      );
      expect([on.color === off.color, on.borderColor === off.borderColor]).toEqual([false, false]);
    }
  });

  test("follow the reader's preference", async () => {
    const page = await site.visit();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(() => paper()).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => paper()).toBe('rgb(20, 23, 26)');
  });

  test("give way to the reader's own colours, also in the small goal and the chart", async () => {
    const page = await site.visit(undefined, { forcedColors: 'active' });
    const goal = await page
      .locator('.goal-picture g')
      .evaluateAll((tiles) => tiles.flatMap((tile) => [...tile.children].map((shape) => getComputedStyle(shape).fill)));
    expect(new Set(goal).size).toBe(2);
    const colours = await page.evaluate(() =>
      ['.fill', '.card'].map((name) => getComputedStyle(document.querySelector(name) as Element).backgroundColor),
    );
    expect(colours[0]).not.toBe(colours[1]);
  });
});
