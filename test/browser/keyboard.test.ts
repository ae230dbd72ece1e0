import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { distanceIn, hintIn, shows, siteWith } from './site.js';

const site = siteWith(['3x3']);

/** Returns the name of the focused element. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
  });
}

/** Presses Tab until an element with the name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never reaches '${name}'`);
}

test('a position is solved from loading on by keys alone, with the focus always visible', async () => {
  const page = await site.visit();
  await tabTo(page, 'Shuffle');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('3');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await shows(distanceIn(page), '3');
  // The focus stays, and is visible.
  await expect.poll(() => focused(page)).toBe('Shuffle');
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle))
    .toBe('solid');
  // Shift+Tab to the board, where arrow keys follow the hint.
  while (!/slides/.test(await focused(page))) await page.keyboard.press('Shift+Tab');
  const keys = { '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight' };
  for (const left of ['2', '1', '0']) {
    await shows(hintIn(page), /^Best moves?: /);
    const arrow = /[↑↓←→]/.exec((await hintIn(page).textContent()) ?? '')?.[0] as keyof typeof keys;
    await page.keyboard.press(keys[arrow]);
    await shows(distanceIn(page), left);
    await expect.poll(() => page.evaluate(() => document.activeElement?.classList.contains('tile'))).toBe(true);
  }
  await shows(hintIn(page), 'Solved in 3 moves, the fewest possible.');
});

test('a tile is slid by Enter, keeps the focus, and the distance is read out', async () => {
  const page = await site.visit('?space=3x3&state=1,2,3,4,5,x,7,8,6');
  await shows(hintIn(page), 'Best move: 6 ↑');
  await tabTo(page, '6, slides up, best move');
  await page.keyboard.press('Enter');
  await shows(distanceIn(page), '0');
  await expect.poll(() => focused(page)).toBe('6, slides down, home');
  await shows(page.getByRole('status'), 'Distance 0. Solved in 1 move, the fewest possible.');
});

test('Ctrl+Z undoes moves; Ctrl+Y and Shift+Ctrl+Z redo them', async () => {
  const page = await site.visit();
  for (const redo of ['Control+y', 'Shift+Control+Z']) {
    await page.keyboard.press('ArrowRight');
    await shows(distanceIn(page), '1');
    await page.keyboard.press('Control+z');
    await shows(distanceIn(page), '0');
    await page.keyboard.press(redo);
    await shows(distanceIn(page), '1');
    await page.keyboard.press('Control+z');
    await shows(distanceIn(page), '0');
  }
});

test('buttons that are off keep the focus', async () => {
  const page = await site.visit('?space=3x3&state=1,2,3,4,5,x,7,8,6');
  await tabTo(page, 'Next');
  await page.keyboard.press('Enter');
  await shows(distanceIn(page), '0');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Next');
});
