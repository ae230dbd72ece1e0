import { describe, expect, test } from 'vitest';
import { button, chooseSpace, distanceIn, leadsTo, shows, siteWith, tileIn, type, typedField } from './site.js';
import { failure, hold, intercept } from './transport.js';

const site = siteWith(['3x3'], ['pancake:5']);

describe('a late answer does not replace a newer one:', () => {
  test('about a state', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await shows(distanceIn(page), '31');
    const release = await hold(page, '/distance?state=6+4+7+8+x', () => tileIn(page, 5).click());
    await button(page, 'Goal').click();
    await shows(distanceIn(page), '0');
    await release();
    await shows(distanceIn(page), '0');
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  });

  test('about a typed position', async () => {
    const page = await site.visit();
    const release = await hold(page, '/estimates?state=64785x321', () => type(page, '64785x321'));
    await button(page, 'Done').click();
    await tileIn(page, 8).click();
    await shows(distanceIn(page), '1');
    await release();
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await shows(distanceIn(page), '1');
  });

  test('about a typed text that has been changed', async () => {
    const page = await site.visit();
    const release = await hold(page, /estimates\?state=1\+2\+3$/, () => type(page, '1 2 3'));
    const field = await typedField(page);
    await field.fill('1 2 3 4');
    await release();
    await shows(page.getByRole('status'), /has 9 tiles with the blank, found 3/);
    await site.excuse(/status of 400/);
    await expect.poll(() => page.locator('#typed-note').textContent()).toMatch(/^Tiles in reading order/);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('false');
    await page.keyboard.press('Enter');
    await shows(page.locator('#typed-note'), /has 9 tiles with the blank, found 4/);
    await site.excuse(/status of 400/);
  });

  test('with the distribution of the previous space', async () => {
    const page = await site.visit('?space=pancake-5');
    const release = await hold(page, '/3x3/distribution', () => chooseSpace(page, '3x3'));
    await chooseSpace(page, 'pancake-5');
    await release();
    await expect.poll(() => page.locator('.bar').count()).toBe(6);
    await shows(page.locator('.facts dd').first(), '120');
  });

  test('with a shortest solution, after a slide away from it', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,x,5,6,4,7,8');
    const release = await hold(page, '/solution', () => button(page, 'Last').click());
    await tileIn(page, 5).click();
    await release();
    await shows(distanceIn(page), '4');
    await leadsTo(page, '1 2 3 5 x 6 4 7 8');
  });

  test('with the solution of a link, after a position was typed', async () => {
    const page = await site.visit('?space=3x3');
    const link = '?space=pancake-5&state=3+1+2+4+5&moves=3+2&step=2';
    const release = await hold(page, '/distance?state=2+1+3+4+5', () => page.goto(site.address + link));
    await type(page, '54321');
    await shows(distanceIn(page), '1');
    await release();
    await shows(distanceIn(page), '1');
    await leadsTo(page, '5 4 3 2 1');
  });

  test('with random positions at another distance', async () => {
    const page = await site.visit();
    const release = await hold(page, '/random?depth=3&', () => page.locator('.bar').nth(3).click());
    await page.locator('.bar').nth(31).click();
    const choices = page.locator('.samples').getByRole('button');
    await expect.poll(() => choices.count()).toBe(2);
    await release();
    await expect.poll(() => choices.count()).toBe(2);
  });

  test('with the first step of a solution that was paused before', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await page.getByLabel('Speed of the solution').selectOption('8');
    const release = await hold(page, '/solution', () => button(page, 'Play').click());
    // The button is Pause, and Stop if the solution has been awaited for long.
    await page.locator('.player .main').click();
    await release();
    await shows(distanceIn(page), '31');
    await button(page, 'Play').waitFor();
  });
});

describe('the state shown', () => {
  test('gets its distance even if a wrong text was typed before it was known', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await shows(distanceIn(page), '31');
    const release = await hold(page, /distance\?state=.*x$/, () => button(page, 'Goal').click());
    await type(page, '1 2 3');
    await shows(page.locator('#typed-note'), /has 9 tiles with the blank, found 3/);
    await release();
    await shows(distanceIn(page), '0');
    await site.excuse(/status of 400/);
  });

  test('stays if the server fails with an error, which is shown', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await shows(distanceIn(page), '31');
    const repair = intercept(page, '/distance?', () => failure('the table is damaged'));
    await tileIn(page, 5).click();
    await shows(page.locator('.notice'), /^The table is damaged/);
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await shows(distanceIn(page), '30');
    repair();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.notice').waitFor({ state: 'detached' });
    await shows(distanceIn(page), '31');
  });
});
