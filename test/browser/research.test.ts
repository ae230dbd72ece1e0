import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, STATUS, shows, siteWith } from './site.js';
import { hold } from './transport.js';

const HARD = '8 6 7 2 5 4 3 x 1';
const QUERY = `?space=3x3&state=${HARD.replaceAll(' ', ',')}`;
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const site = siteWith(['3x3'], ['hanoi:3,3']);

const quality = (page: Page) => page.getByRole('region', { name: /^Heuristics over all/ });
const summary = (page: Page) => quality(page).getByText('How close they come to the true distance');
const sentence = (mean: string, ratio: string, error: number, exact: string) =>
  `${mean} on average, ${ratio} % of the distance. At most ${error} too low; exact for ${exact} % of all positions.`;

async function saved(page: Page, press: () => Promise<void>): Promise<readonly [name: string, lines: string[]]> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return [
    download.suggestedFilename(),
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n'),
  ];
}

describe.each(SCREENS)('at $width x $height, the heuristics over all positions', (viewport) => {
  test('are shown in a sentence and a chart each', async () => {
    const page = await site.visit(QUERY, { viewport });
    await summary(page).click();
    // Each tile is equally often in each cell: 8 * 8/9 are misplaced, and their Manhattan distances are 3 * 2 + 4 * 5/3 + 4/3.
    const rows = quality(page).locator('li:has(h3)');
    await expect
      .poll(() =>
        rows.evaluateAll((all) => all.map((row) => [...row.children].slice(0, 2).map((one) => one.textContent))),
      )
      .toEqual([
        ['Misplaced tiles', sentence('7.11', '33.11', 25, '0.04')],
        ['Manhattan', sentence('14.00', '64.20', 18, '1.30')],
        ['Linear conflict', sentence('15.12', '69.24', 18, '1.61')],
      ]);
    await quality(page)
      .getByRole('img', { name: /^Manhattan: mean estimate 0\.0 at 0, .* at 31$/ })
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    expect(await violations(page)).toEqual([]);
    const save = quality(page).getByRole('button', { name: 'Save as CSV' });
    const [name, [heading, ...lines]] = await saved(page, () => save.click());
    expect([name, heading]).toEqual(['heuristics-3x3.csv', 'heuristic,distance,estimate,positions']);
    const states = lines.filter((line) => line.startsWith('manhattan,')).map((line) => Number(line.split(',')[3]));
    expect(states.reduce((sum, count) => sum + count)).toBe(181_440);
    await summary(page).click();
    await rows.first().waitFor({ state: 'detached' });
  });

  test('are not counted after their panel is closed', async () => {
    const page = await site.visit(QUERY, { viewport });
    const release = await hold(page, '/heuristics', () => summary(page).click());
    await quality(page).getByText('Counting the estimates of 181,440 positions …').waitFor();
    await summary(page).click();
    await release();
    expect(await quality(page).locator('h3').count()).toBe(0);
  });

  test('are left out if there are none', async () => {
    const page = await site.visit('?space=hanoi-3-3', { viewport });
    await button(page, 'Copy citation').waitFor();
    expect(await quality(page).count()).toBe(0);
  });
});

test('the distribution is saved as CSV', async () => {
  const page = await site.visit(QUERY);
  const distribution = page.getByRole('region', { name: 'Distribution' });
  const save = distribution.getByRole('button', { name: 'Save as CSV', exact: true });
  const [name, lines] = await saved(page, () => save.click());
  expect([name, lines.length]).toEqual(['distribution-3x3.csv', 33]);
  expect([lines[0], lines[1], lines[32]]).toEqual(['distance,positions', '0,1', '31,2']);
});

test('the position, the moves of the solution and the citation are copied as texts', async () => {
  const page = await site.visit(QUERY, { permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = async (what: string) => {
    await button(page, `Copy ${what}`).click();
    await shows(page.locator(STATUS), `${what[0].toUpperCase()}${what.slice(1)} copied.`);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('position')).toBe(HARD);
  expect((await copied('moves')).split(' ').length).toBe(31);
  await shows(page.locator('.step'), 'Step 0 of 31 moves.');
  const counts = '3x3, single: 181,440 positions, maximum depth 31, 2 antipodes, mean distance 21.9724.';
  expect(await copied('citation')).toContain(counts);
});
