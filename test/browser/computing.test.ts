import { describe, expect, test } from 'vitest';
import { button, distanceIn, hintIn, leadsTo, shows, siteWith, tileIn } from './site.js';

const FIFTEEN = '?space=4x4&state=1,2,3,4,5,6,7,8,9,10,x,12,13,14,11,15';
/** A position some hundred moves from the goal, out of reach of any search. */
const FAR = '?space=5x5&state=14,5,9,2,18,8,23,19,12,17,15,x,10,20,4,6,11,21,1,7,24,3,16,22,13';

const site = siteWith(['3x3']);

describe('a space without a table', () => {
  test('has exact distances, best moves and solutions', async () => {
    const page = await site.visit(FIFTEEN);
    await shows(distanceIn(page), '2');
    await shows(hintIn(page), 'Best move: 11 ↑');
    await button(page, 'Last').click();
    await shows(distanceIn(page), '0');
    await shows(page.locator('.path'), 'd r');
    await shows(page.locator('.facts dd').nth(1), '80');
  });

  test('is shuffled by random moves', async () => {
    const page = await site.visit(FIFTEEN);
    const field = page.getByLabel('Random moves of the shuffle', { exact: true });
    await expect.poll(() => field.inputValue()).toBe('160');
    await field.fill('1');
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '1');
  });

  test('shows that it is computing, with a lower bound, until stopped, and allows moves meanwhile', async () => {
    const page = await site.visit(FAR);
    await shows(page.locator('.distance .away'), 'Computing …Stop');
    await expect
      .poll(() => page.locator('.distance .note').textContent(), { timeout: 20_000 })
      .toMatch(/^At least \d\d moves to the goal\.$/);
    await tileIn(page, 15).click();
    await leadsTo(page, '14 5 9 2 18 8 23 19 12 17 x 15 10 20 4 6 11 21 1 7 24 3 16 22 13');
    await shows(page.locator('.distance .away'), 'Computing …Stop');
    await button(page, 'Stop').click();
    await shows(page.locator('.distance .away'), 'The distance was not computed.Compute');
    await button(page, 'Compute').click();
    await shows(page.locator('.distance .away'), 'Computing …Stop');
    await button(page, 'Goal').click();
    await shows(distanceIn(page), '0');
  });

  test('computes a solution until stopped', async () => {
    const page = await site.visit(FAR);
    await button(page, 'Next').click();
    await shows(page.locator('.step'), 'Computing the solution …');
    await page.locator('.player').getByText('Stop').click();
    await shows(page.locator('.step'), '');
    await button(page, 'Play').waitFor();
  });

  test('shows that its distribution is unknown', async () => {
    const page = await site.visit(FAR);
    await shows(page.locator('.undistributed .note'), /^The distribution of 5x5 is unknown/);
    await expect
      .poll(() => page.locator('.facts dd').allTextContents())
      .toEqual(['7.76 × 1024', ...Array(3).fill('unknown')]);
  });
});
