import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { EstimatesAnswer } from '#src/serve/answers.js';
import { button, shows, siteWith, tileIn } from './site.js';
import { askJson, hold, intercept } from './transport.js';

const site = siteWith(['3x3'], ['pancake:5']);

function estimates(page: Page): Promise<string[]> {
  return page
    .locator('.estimate')
    .evaluateAll((all) => all.map((one) => `${one.children[0].textContent}: ${one.children[1].textContent}`));
}

describe('estimates', () => {
  test('are shown with the true distance and the number of shortest solutions, as bars on one scale', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await expect
      .poll(() => estimates(page))
      .toEqual([
        'True distance: 31',
        'Misplaced tiles: 7',
        'Manhattan: 21',
        'Linear conflict: 23',
        expect.stringMatching(/^Pattern databases \(\d-\d(-\d)*\): \d\d$/),
      ]);
    await shows(page.locator('.estimate.true .note'), '40 shortest solutions.');
    const lengths = await page
      .locator('.estimate-lane span')
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    expect(lengths[2] / lengths[0]).toBeCloseTo(21 / 31, 2);
    // Each heuristic is explained in one sentence.
    for (const sentence of await page.locator('.estimate:not(.true) .note').allTextContents()) {
      expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
    }
  });

  test('at the goal are bars without length', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,x,7,8');
    await expect.poll(() => estimates(page)).toContain('True distance: 2');
    for (let move = 0; move < 2; move++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => estimates(page)).toEqual(expect.arrayContaining(['True distance: 0', 'Manhattan: 0']));
    const widths = page.locator('.estimate-lane span').evaluateAll((all) => all.map((bar) => bar.clientWidth));
    expect(new Set(await widths)).toEqual(new Set([0]));
  });

  test('follow the position; the previous ones stay until the next arrive', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await expect.poll(() => estimates(page)).toContain('Manhattan: 21');
    const release = await hold(page, '/estimates?', () => tileIn(page, 5).click());
    await expect.poll(() => estimates(page)).toContain('Manhattan: 21');
    await release();
    await expect.poll(() => estimates(page)).toContain('Manhattan: 22');
  });

  test('appear before the pattern databases are built, whose estimate follows', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,7,x,8');
    await expect.poll(() => estimates(page)).toContainEqual(expect.stringMatching(/^Pattern.*: 1$/));
    const release = await hold(page, '/estimates?');
    const once = intercept(page, '/estimates?', async ({ path }) => {
      once();
      const answer = await askJson<EstimatesAnswer>(page, path);
      const estimates = answer.estimates.with(-1, { heuristic: 'pattern', value: null, note: null });
      return { status: 200, text: JSON.stringify({ ...answer, estimates }) };
    });
    await tileIn(page, 5).click();
    await expect.poll(() => estimates(page)).toContain('Pattern databases: …');
    await expect.poll(() => estimates(page)).toContain('Manhattan: 2');
    await release();
    await expect.poll(() => estimates(page)).toContainEqual(expect.stringMatching(/^Pattern.*: 2$/));
  });

  test('are not given for an unsolvable position', async () => {
    const page = await site.visit('?space=3x3&state=2,1,3,4,5,6,7,8,x');
    await page.getByText('there is nothing to estimate').waitFor();
    await expect.poll(() => estimates(page)).toEqual(['True distance: –']);
    await button(page, 'Goal').click();
    await expect.poll(() => estimates(page)).toContain('Manhattan: 0');
  });

  test('are those of the space', async () => {
    const page = await site.visit('?space=pancake-5&state=5+3+1+4+2');
    await expect.poll(() => estimates(page)).toEqual(['True distance: 5', expect.stringMatching(/^Gaps: \d$/)]);
  });
});
