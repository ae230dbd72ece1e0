import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { elementsOf, parseXml, textOf } from '../study/report/xml.js';
import { button, chooseSpace, distanceIn, shows, siteWith, stateIn } from './site.js';

/** Number of states of 3x3 at each distance. */
const PUBLISHED: readonly number[] = JSON.parse(
  readFileSync(new URL('../reference/distributions.json', import.meta.url), 'utf8'),
).find((known: { space: string; metric: string }) => known.space === '3x3' && known.metric === 'single').histogram;

const site = siteWith(['3x3'], ['pancake:5']);

async function heights(page: Page): Promise<number[]> {
  return page.locator('.fill').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
}

describe('the chart', () => {
  test('draws a bar for each distance, as high as its number of positions', async () => {
    const page = await site.visit();
    expect(PUBLISHED[24]).toBe(24_047);
    const drawn = await heights(page);
    const pixel = drawn[24] / PUBLISHED[24];
    expect(drawn.length).toBe(PUBLISHED.length);
    for (const [depth, count] of PUBLISHED.entries()) expect(drawn[depth]).toBeCloseTo(Math.max(1, count * pixel), 0);
    await button(page, 'Log scale').click();
    await expect.poll(() => button(page, 'Log scale').getAttribute('aria-pressed')).toBe('true');
    const powers = await heights(page);
    // On a logarithmic scale, equal ratios are equal differences.
    const decade = (powers[24] - powers[0]) / Math.log10(PUBLISHED[24]);
    for (const [depth, count] of PUBLISHED.entries()) {
      expect(powers[depth] - powers[0]).toBeCloseTo(decade * Math.log10(count), 0);
    }
    expect(powers[0]).toBeGreaterThan(5);
  });

  test('shows count and share of the bar under the pointer', async () => {
    const page = await site.visit();
    const readout = page.locator('.readout');
    await shows(readout, 'Distance 0: 1 position, <0.01 %');
    await page.locator('.bar').nth(24).hover();
    await shows(readout, 'Distance 24: 24,047 positions, 13.25 %');
    await page.getByRole('heading', { level: 1 }).hover();
    await shows(readout, 'Distance 0: 1 position, <0.01 %');
  });

  test('is navigated by keys, and marks the current position', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    const here = page.getByRole('button', { name: 'Distance 31: 2 positions, <0.01 %, you are here' });
    await here.focus();
    const readout = page.locator('.readout');
    for (const [key, depth] of [
      ['Home', 0],
      ['ArrowRight', 1],
      ['PageUp', 11],
      ['End', 31],
      ['ArrowRight', 31],
      ['ArrowLeft', 30],
    ] as const) {
      await page.keyboard.press(key);
      await shows(readout, new RegExp(`^Distance ${depth}:`));
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('.bar:focus').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    expect(
      await page
        .locator('.bar')
        .nth(30)
        .evaluate((bar) => bar === document.activeElement),
    ).toBe(true);
  });

  test('gives random positions at the chosen distance, each of which can be set up', async () => {
    const page = await site.visit();
    await page.locator('.bar').nth(31).click();
    const choices = page.locator('.samples').getByRole('button');
    await expect.poll(() => choices.count()).toBe(2);
    await choices.first().click();
    await shows(distanceIn(page), '31');
    await button(page, 'Distance: one less').click();
    await expect.poll(() => choices.count()).toBe(6);
    for (let index = 0; index < 6; index++) {
      await choices.nth(index).click();
      await shows(distanceIn(page), '30');
    }
    const before = await choices.evaluateAll((all) =>
      all.map((one) => one.querySelector('svg')?.getAttribute('aria-label')).join(),
    );
    await button(page, 'Show others').click();
    await expect
      .poll(() =>
        choices.evaluateAll((all) => all.map((one) => one.querySelector('svg')?.getAttribute('aria-label')).join()),
      )
      .not.toBe(before);
  });
});

describe('a chosen bar', () => {
  test('is released when it is pressed again, by Escape, and by the button of its samples', async () => {
    const page = await site.visit();
    const bar = page.locator('.bar').nth(20);
    const heading = page.getByRole('heading', { name: 'Positions 20 moves away' });
    const releases = [() => bar.click(), () => page.keyboard.press('Escape'), () => button(page, 'Close').click()];
    for (const release of releases) {
      await bar.click();
      await expect.poll(() => bar.getAttribute('aria-pressed')).toBe('true');
      await heading.waitFor();
      await release();
      await heading.waitFor({ state: 'detached' });
      await expect.poll(() => bar.getAttribute('aria-pressed')).toBe('false');
      // The focus returns to its place.
      await expect.poll(() => bar.evaluate((one) => one === document.activeElement)).toBe(true);
    }
  });

  test('is released when another space is chosen', async () => {
    const page = await site.visit();
    await page.locator('.bar').nth(5).click();
    await page.locator('.samples').waitFor();
    await chooseSpace(page, 'pancake-5');
    await expect.poll(() => page.locator('.bar').count()).toBe(6);
    await expect.poll(() => page.locator('.samples').count()).toBe(0);
    await expect.poll(() => page.locator('.bar[aria-pressed="true"]').count()).toBe(0);
  });
});

test('Save as SVG saves the chart in a self-contained file', async () => {
  const page = await site.visit();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as SVG').click()]);
  expect(download.suggestedFilename()).toBe('distribution-3x3.svg');
  const svg = parseXml(readFileSync(await download.path(), 'utf8'));
  expect(textOf(elementsOf(svg, 'title')[0])).toBe('8-puzzle: positions at each distance');
  expect(elementsOf(svg, 'text').map(textOf)).toEqual(expect.arrayContaining(['moves to the goal', 'positions']));
  expect(elementsOf(svg, 'rect').length).toBe(1 + PUBLISHED.length);
});

describe('the gallery', () => {
  test('shows all antipodes of the 8-puzzle, and sets up the chosen one', async () => {
    const page = await site.visit(undefined, { viewport: { width: 360, height: 740 } });
    await page.getByRole('heading', { name: 'The 2 hardest positions, 31 moves away' }).waitFor();
    await page
      .getByRole('region', { name: /hardest/ })
      .getByRole('button', { name: 'Show' })
      .click();
    await page.getByText('All are shown.').waitFor();
    const antipodes = page.locator('.gallery').getByRole('button');
    const names = await antipodes.evaluateAll((all) =>
      all.map((one) => one.querySelector('svg')?.getAttribute('aria-label')),
    );
    // A. Reinefeld, "Complete solution of the eight-puzzle" (1993): two positions are 31 moves away.
    expect(names).toEqual(['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1']);
    await antipodes.nth(1).click();
    await shows(distanceIn(page), '31');
    expect(stateIn(page)).toBe('8 6 7 2 5 4 3 x 1');
    // On a small screen the board is far above: the page scrolls there, and the focus moves with it.
    await expect
      .poll(() => page.locator('.board').evaluate((board) => board.getBoundingClientRect().top))
      .toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('position');
  });
});
