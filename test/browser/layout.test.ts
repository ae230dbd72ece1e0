import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, distanceIn, hintIn, shows, siteWith, tileIn } from './site.js';

const ANTIPODE = '?space=3x3&state=6,4,7,8,5,x,3,2,1';
const PHONE = { viewport: { width: 390, height: 844 } };

const site = siteWith(['3x3'], ['2x5'], ['pancake:5']);

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function boxOf(where: Locator): Promise<Box> {
  return where.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}

/** Returns the indices of the parts that are not entirely on the screen. */
async function outOfView(page: Page, parts: readonly Locator[]): Promise<number[]> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = await Promise.all(parts.map(boxOf));
  const isSeen = ({ left, top, right, bottom }: Box) => left >= 0 && top >= 0 && right <= width && bottom <= height;
  return boxes.map((box, at) => (isSeen(box) ? -1 : at)).filter((at) => at >= 0);
}

function controls(page: Page): Locator[] {
  return ['Shuffle', 'Edit', 'Goal', 'Undo', 'Redo', 'Restart', 'Hint', 'Hints'].map((name) => button(page, name));
}

describe('one screen holds', () => {
  for (const query of [ANTIPODE, '?space=2x5&state=1,2,3,4,5,6,7,x,8,9', '?space=pancake-5&state=3+1+2+4+5']) {
    test(`position, controls, chart and solution at 1280x800: ${query}`, async () => {
      const page = await site.visit(query, { viewport: { width: 1280, height: 800 } });
      const board = page.locator(query.includes('pancake') ? '.state' : '.board');
      await shows(distanceIn(page), /\d/);
      const solution = page.locator('.solution');
      const chart = page.locator('.chart');
      await expect
        .poll(() => outOfView(page, [distanceIn(page), board, ...controls(page), chart, solution]))
        .toEqual([]);
      const [line, middle, shuffle] = await Promise.all([distanceIn(page), board, button(page, 'Shuffle')].map(boxOf));
      expect([line.bottom <= middle.top, middle.bottom <= shuffle.top]).toEqual([true, true]);
      const [right, below] = await Promise.all([chart, solution].map(boxOf));
      expect([middle.right <= right.left, right.bottom <= below.top]).toEqual([true, true]);
    });
  }

  for (const viewport of [{ width: 1280, height: 800 }, PHONE.viewport]) {
    test(`the chart of a comparison as soon as it starts, on ${viewport.width} pixels`, async () => {
      const page = await site.visit(ANTIPODE, { viewport });
      await button(page, 'Start').click();
      const opened = ['.comparison h2', '.race .player', '.lanes', '.standing'].map((part) => page.locator(part));
      await expect.poll(() => outOfView(page, opened)).toEqual([]);
      await button(page, 'Stop').click();
    });
  }

  test('position, controls and the Play button on a phone', async () => {
    const page = await site.visit(ANTIPODE, PHONE);
    await shows(distanceIn(page), '31');
    const parts = [distanceIn(page), page.locator('.board'), ...controls(page), button(page, 'Play')];
    await expect.poll(() => outOfView(page, parts)).toEqual([]);
  });

  test('a larger board if the screen is larger', async () => {
    const page = await site.visit(ANTIPODE);
    const small = await boxOf(page.locator('.board'));
    await page.setViewportSize({ width: 1920, height: 1080 });
    const large = await boxOf(page.locator('.board'));
    expect(large.right - large.left).toBeGreaterThan(1.3 * (small.right - small.left));
    await expect.poll(() => outOfView(page, [...controls(page), page.locator('.solution')])).toEqual([]);
  });
});

describe('each row of buttons is one line', () => {
  for (const width of [320, 1024, 1200]) {
    test(`on a screen of ${width} pixels`, async () => {
      const page = await site.visit(ANTIPODE, { viewport: { width, height: 800 } });
      for (const names of [
        ['Shuffle', 'Edit', 'Goal'],
        ['Undo', 'Redo', 'Restart', 'Hint', 'Hints'],
        ['First', 'Back', 'Play', 'Next', 'Last'],
      ]) {
        const boxes = await Promise.all(names.map((name) => boxOf(button(page, name))));
        expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
      }
    });
  }
});

describe('nothing jumps', () => {
  for (const [name, options] of [
    ['on a large screen', {}],
    ['on a phone', PHONE],
  ] as const) {
    test(`while distance, best moves, summary and solution change, ${name}`, async () => {
      const page = await site.visit('?space=3x3&state=1,2,3,x,5,6,4,7,8', options);
      await shows(hintIn(page), /^Best move/);
      const parts = ['.board', '.chart', '.player', '.path'].map((part) => page.locator(part));
      const places = () => Promise.all([...parts, button(page, 'Shuffle'), button(page, 'Undo')].map(boxOf));
      const before = await places();
      const stays = async () => await expect.poll(() => places()).toEqual(before);
      await button(page, 'Hints').click();
      await shows(hintIn(page), '');
      await stays();
      await button(page, 'Next').click();
      await shows(page.locator('.path'), 'd r r');
      await stays();
      await tileIn(page, 8).click();
      await shows(hintIn(page), 'Solved: this is the goal.');
      await stays();
      await button(page, 'Restart').click();
      await shows(distanceIn(page), '3');
      await stays();
    });
  }
});

test('Shuffle on a phone leaves the board in view', async () => {
  const page = await site.visit(ANTIPODE, { viewport: { width: 390, height: 500 } });
  await button(page, 'Shuffle').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await button(page, 'Shuffle').focus();
  await page.evaluate(() => scrollTo(0, document.querySelector('.controls')?.getBoundingClientRect().top ?? 0));
  await page.keyboard.press('Enter');
  await shows(distanceIn(page), '24');
  await expect.poll(() => outOfView(page, [page.locator('.board')])).toEqual([]);
});
