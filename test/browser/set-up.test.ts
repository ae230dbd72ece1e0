import { describe, expect, test } from 'vitest';
import {
  button,
  distanceIn,
  drag,
  hintIn,
  leadsTo,
  middleOf,
  shows,
  siteWith,
  swipe,
  tileIn,
  type,
  typedField,
} from './site.js';
import { hold } from './transport.js';

const site = siteWith(['3x3'], ['pancake:5']);

describe('a typed position', () => {
  test('is set up in every notation', async () => {
    const page = await site.visit();
    await type(page, '64785x321');
    await shows(distanceIn(page), '31');
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
    const field = await typedField(page);
    await expect.poll(() => field.inputValue()).toBe('6 4 7 8 5 x 3 2 1');
    await type(page, '123/456/7x8');
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
  });

  test("is refused with the server's error, and can be corrected", async () => {
    const page = await site.visit();
    const field = await typedField(page);
    await type(page, '1 2 3 4 5 6 7 8 8');
    await shows(page.locator('#typed-note'), /tile 8 occurs 2 times, the blank is missing/);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field.getAttribute('aria-describedby')).toBe('typed-note');
    await shows(page.getByRole('status'), /tile 8 occurs 2 times/);
    await shows(distanceIn(page), '0');
    await type(page, '1 2 3 4 5 6 7 x 8');
    await shows(distanceIn(page), '1');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
    await site.excuse(/status of 400/);
  });

  test('that is refused late leaves the best moves in place', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,7,x,8');
    await shows(hintIn(page), 'Best move: 8 ←');
    const release = await hold(page, '/estimates?state=1+2+3', () => type(page, '1 2 3'));
    await button(page, 'Done').click();
    await shows(hintIn(page), 'Best move: 8 ←');
    await release();
    await shows(page.getByRole('status'), /has 9 tiles with the blank, found 3/);
    await shows(hintIn(page), 'Best move: 8 ←');
    await site.excuse(/status of 400/);
  });

  test('can be a state of another space', async () => {
    const page = await site.visit('?space=pancake-5');
    await type(page, '54321');
    await shows(distanceIn(page), '1');
    await leadsTo(page, '5 4 3 2 1');
  });
});

describe('tiles', () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`have an instruction that is not cut off, on ${viewport.width} pixels`, async () => {
      const page = await site.visit(undefined, { viewport });
      await button(page, 'Edit').click();
      await shows(hintIn(page), 'Drag or choose two tiles to swap them.');
      const isWhole = await page.locator('.status').evaluate((status) => status.scrollHeight <= status.clientHeight);
      expect(isWhole).toBe(true);
    });
  }

  test('are swapped if one is dragged onto another, or onto the blank', async () => {
    const page = await site.visit();
    await button(page, 'Edit').click();
    await drag(page, await middleOf(tileIn(page, 1)), await middleOf(tileIn(page, 5)));
    await leadsTo(page, '5 2 3 4 1 6 7 8 x');
    await shows(page.locator('.unsolvable'), /^Unsolvable\. Sorting the tiles takes an odd number/);
    await drag(page, await middleOf(page.getByRole('button', { name: 'blank' })), await middleOf(tileIn(page, 2)));
    await leadsTo(page, '5 x 3 4 1 6 7 8 2');
    // A tile is dropped beside the board.
    await drag(page, await middleOf(tileIn(page, 3)), await middleOf(page.getByRole('heading', { level: 1 })));
    await button(page, 'Done').click();
    await leadsTo(page, '5 x 3 4 1 6 7 8 2');
    await page.goBack();
    await leadsTo(page, '5 2 3 4 1 6 7 8 x');
  });

  test('are dragged by touch as well', async () => {
    const page = await site.visit(undefined, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    await button(page, 'Edit').tap();
    await swipe(page, await middleOf(tileIn(page, 3)), await middleOf(tileIn(page, 7)));
    await leadsTo(page, '1 2 7 4 5 6 3 8 x');
  });

  test('are swapped by keys: one is chosen, then the other', async () => {
    const page = await site.visit();
    await button(page, 'Edit').focus();
    await page.keyboard.press('Enter');
    await tileIn(page, 1).focus();
    for (const key of ['ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect.poll(() => tileIn(page, 2).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press(' ');
    await leadsTo(page, '1 8 3 4 5 6 7 2 x');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.tile[aria-pressed=true]').count()).toBe(0);
  });

  test('can still be chosen by keys after a drag, completed or cancelled', async () => {
    const page = await site.visit();
    await button(page, 'Edit').click();
    await drag(page, await middleOf(tileIn(page, 1)), await middleOf(tileIn(page, 5)));
    await leadsTo(page, '5 2 3 4 1 6 7 8 x');
    await expect.poll(() => page.locator('.tile[aria-pressed=true]').count()).toBe(0);
    await tileIn(page, 3).press('Enter');
    await tileIn(page, 6).press(' ');
    await leadsTo(page, '5 2 6 4 1 3 7 8 x');
    const start = await middleOf(tileIn(page, 7));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 60, start.y);
    await page.locator('.tile.dragged').waitFor();
    await tileIn(page, 7).dispatchEvent('pointercancel');
    await page.locator('.tile.dragged').waitFor({ state: 'detached' });
    await tileIn(page, 7).press('Enter');
    await tileIn(page, 8).press('Enter');
    await leadsTo(page, '5 2 6 4 1 3 8 7 x');
  });
});

describe('shuffling', () => {
  test('to a number that is not a distance shows the range of distances, and changes nothing', async () => {
    const page = await site.visit();
    const field = page.getByLabel('Shuffle to distance', { exact: true });
    await field.fill('');
    await field.pressSequentially('45');
    await shows(page.locator('#shuffle-range'), '0 to 31');
    await button(page, 'Shuffle').click();
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['45', 'true']);
    await shows(distanceIn(page), '0');
    await field.fill('31');
    await page.locator('#shuffle-range').waitFor({ state: 'detached' });
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '31');
    // The focus stays on the button, and arrow keys still slide tiles.
    await page.keyboard.press('ArrowDown');
    await shows(distanceIn(page), '30');
  });

  test('leads to the chosen distance', async () => {
    const page = await site.visit();
    await page.getByLabel('Shuffle to distance', { exact: true }).fill('29');
    await page.keyboard.press('Enter');
    await shows(distanceIn(page), '29');
    await page.getByLabel('Shuffle to distance', { exact: true }).fill('30');
    await button(page, 'Shuffle to distance: one more').click();
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '31');
    await button(page, 'Goal').click();
    await shows(distanceIn(page), '0');
    await page.goBack();
    await shows(distanceIn(page), '31');
    await page.goBack();
    await shows(distanceIn(page), '29');
  });
});
