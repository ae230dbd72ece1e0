import { describe, expect, test } from 'vitest';
import { button, distanceIn, leadsTo, STATUS, shows, siteWith, watch } from './site.js';

const NEAR = '?space=3x3&state=1,2,3,x,5,6,4,7,8';

const site = siteWith(['3x3'], ['3x3', '--metric', 'multi'], ['pancake:5']);

describe('the copied link', () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  for (const [name, query, path] of [
    ['a board', NEAR, 'd r r'],
    ['a board whose moves slide several tiles', `${NEAR.replace('3x3', '3x3-multi')}`, 'd1 r2'],
    ['another space', '?space=pancake-5&state=3+1+4+2+5', null],
  ] as const) {
    test(`of ${name} opens the same position, solution and step`, async () => {
      const page = await site.visit(query, { permissions });
      await shows(distanceIn(page), /\d/);
      await button(page, 'Next').click();
      await shows(page.locator('.step'), /^Step 1 of/);
      const parts = ['.distance .number', '.step', '.path', '.path mark', '.moves-made'];
      const seen = (where = page) => Promise.all(parts.map((part) => where.locator(part).textContent()));
      const shown = await seen();
      if (path !== null) expect(shown[2]?.trim()).toBe(path);
      const labels = await watch(page, '.copy-link');
      const said = await watch(page, STATUS);
      await button(page, 'Copy link').click();
      await expect.poll(said).toContain('Link copied.');
      await expect.poll(labels).toContain('Copied');
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toMatch(/&moves=.+&step=1$/);
      const other = await page.context().newPage();
      await other.goto(link);
      await expect.poll(() => seen(other)).toEqual(shown);
    });
  }

  test('names only the position unless the solution is open', async () => {
    const page = await site.visit(NEAR, { permissions });
    const said = await watch(page, STATUS);
    await button(page, 'Copy link').click();
    await expect.poll(said).toContain('Link copied.');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(site.address + NEAR);
  });

  test('is shown if the browser does not copy', async () => {
    const page = await site.visit(NEAR);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await button(page, 'Copy link').click();
    await shows(
      page.locator('.notice span'),
      `The browser does not allow copying on this page. Copy this link: ${site.address}${NEAR}`,
    );
  });
});

describe('a wrong link is reported, and its position is shown:', () => {
  for (const [query, notice, state] of [
    ['&moves=d,q&step=1', "Move 2 of the link, 'q', is not possible: showing its first position.", '1 2 3 x 5 6 4 7 8'],
    ['&moves=d,l&step=1', "Move 2 of the link, 'l', is not possible: showing its first position.", '1 2 3 x 5 6 4 7 8'],
    ['&moves=d,u', 'The moves of the link lead in a circle: showing its first position.', '1 2 3 x 5 6 4 7 8'],
    [
      '&moves=d&step=1',
      'The moves of the link are not a shortest solution: showing only the position.',
      '1 2 3 4 5 6 x 7 8',
    ],
    [
      `&moves=${'d,'.repeat(3001)}`,
      'A link can hold up to 3000 moves, found 3001: showing its first position.',
      '1 2 3 x 5 6 4 7 8',
    ],
  ] as const) {
    test(query.slice(0, 20), async () => {
      const page = await site.visit(NEAR + query);
      await shows(page.locator('.notice span'), notice);
      await leadsTo(page, state);
      await shows(page.locator('.path'), '');
    });
  }

  test('a step beyond the last is the last', async () => {
    const page = await site.visit(`${NEAR}&moves=d,r,r&step=99`);
    await shows(page.locator('.step'), 'Step 3 of 3 moves.');
    await button(page, 'Undo').click();
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await button(page, 'First').click();
    await leadsTo(page, '1 2 3 x 5 6 4 7 8');
    await shows(page.locator('.step'), 'Step 0 of 3 moves.');
  });
});
