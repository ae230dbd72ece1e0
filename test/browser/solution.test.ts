import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { button, distanceIn, hintIn, leadsTo, STATUS, shows, siteWith, tileIn, watch } from './site.js';
import { hold, intercept } from './transport.js';

const GENERATORS = join(tmpdir(), `antipode-one-way-${process.pid}.json`);

const generators = [
  { name: 'a', permutation: '(1 2 3 4 5)' },
  { name: 'b', permutation: '(1 2)' },
];
writeFileSync(GENERATORS, JSON.stringify({ name: 'one-way', points: 5, generators }));

const site = siteWith(['3x3'], ['--generators', GENERATORS]);
afterAll(() => rmSync(GENERATORS, { force: true }));

const DISTANCE = '.distance .number';

describe('the shortest solution', () => {
  test('is played step by step: the distance falls by one each time, down to 0, and optimal moves are marked', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,x,5,6,4,7,8');
    await shows(distanceIn(page), '3');
    const distances = await watch(page, DISTANCE);
    for (const left of ['2', '1']) {
      await button(page, 'Next').click();
      await shows(distanceIn(page), left);
      await page.locator('.tile.best').first().waitFor();
    }
    await button(page, 'Next').click();
    await shows(hintIn(page), 'Solved: this is the goal.');
    await expect.poll(() => distances()).toEqual(['3', '2', '1', '0']);
    await expect.poll(() => button(page, 'Next').getAttribute('aria-disabled')).toBe('true');
    await shows(page.locator('.path'), 'd r r');
    await button(page, 'Back').click();
    await shows(distanceIn(page), '1');
    await shows(page.locator('.path mark'), 'r');
    await button(page, 'First').click();
    await leadsTo(page, '1 2 3 x 5 6 4 7 8');
    await button(page, 'Last').click();
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
  });

  test('plays automatically from an antipode: 31 moves, each one nearer', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await shows(distanceIn(page), '31');
    const distances = await watch(page, DISTANCE);
    await page.getByLabel('Speed of the solution').selectOption('8');
    const status = page.getByRole('status');
    await shows(status, /^New position\. Distance 31\./);
    const saidAtFirst = await status.textContent();
    const said = await watch(page, STATUS);
    await button(page, 'Play').click();
    const left = async () => Number(await distanceIn(page).textContent());
    for (let most = 30; most >= 0; most--) await expect.poll(left).toBeLessThanOrEqual(most);
    await shows(hintIn(page), 'Solved: this is the goal.');
    await button(page, 'Play').waitFor();
    await expect.poll(() => distances()).toEqual(Array.from({ length: 32 }, (_, at) => String(31 - at)));
    await shows(status, 'Distance 0. Solved: this is the goal.');
    await expect.poll(() => said()).toEqual([saidAtFirst, 'Distance 0. Solved: this is the goal.']);
  });

  test('pauses, and stops if the reader makes a move', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await shows(distanceIn(page), '31');
    const distances = await watch(page, DISTANCE);
    const left = async () => Number(await distanceIn(page).textContent());
    await button(page, 'Play').click();
    await expect.poll(left).toBeLessThan(31);
    await button(page, 'Pause').click();
    const paused = await left();
    await button(page, 'Play').click();
    await expect.poll(left).toBeLessThan(paused);
    await page.keyboard.press('Control+z');
    await button(page, 'Play').waitFor();
    const [before, after] = (await distances()).slice(-2);
    expect(Number(after)).toBe(Number(before) + 1);
  });

  test('gives the distances of its states before the server does', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,x,5,6,4,7,8');
    await shows(distanceIn(page), '3');
    const distances = await watch(page, DISTANCE);
    const release = await hold(page, '/distance?', () => button(page, 'Last').click());
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await shows(distanceIn(page), '2');
    await release();
    await expect.poll(() => distances()).toEqual(['3', '0', '1', '2']);
  });

  test('follows a slider, and presses made before the solution arrives', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    intercept(page, '/solution', async () => {
      await shows(distanceIn(page), '31');
      return undefined;
    });
    await page.evaluate(() => {
      const next = document.querySelector<HTMLButtonElement>('[aria-label="Next"]');
      for (let press = 0; press < 3; press++) next?.click();
    });
    await shows(distanceIn(page), '28');
    const slider = page.getByLabel('Step of the solution');
    await slider.fill('20');
    await shows(distanceIn(page), '11');
    await slider.press('Home');
    await shows(distanceIn(page), '31');
  });

  test('begins anew if a slide leaves it, and continues if a slide follows it', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,x,5,6,4,7,8');
    await button(page, 'Next').click();
    await shows(distanceIn(page), '2');
    await tileIn(page, 7).click();
    await shows(distanceIn(page), '1');
    await shows(page.locator('.path'), 'd r r');
    await tileIn(page, 5).click();
    await shows(distanceIn(page), '2');
    await shows(page.locator('.path'), '');
    await button(page, 'Last').click();
    await shows(distanceIn(page), '0');
    await shows(page.locator('.path'), 'd r');
  });
});

describe('in a space whose moves cannot be undone', () => {
  test('the path leads from the start to the state, as the page explains', async () => {
    const page = await site.visit(`?space=${site.idOf('one-way-')}&state=2+1+3+4+5`);
    await shows(
      page.locator('.rule'),
      /^Some moves cannot be undone, so distances and paths begin at the start\. The start is 1 2 3 4 5\.$/,
    );
    await shows(distanceIn(page), '1');
    await shows(page.locator('.distance p').first(), '1 move from the start');
    await shows(page.locator('.solution h2'), 'Shortest path');
    await button(page, 'First').click();
    await shows(distanceIn(page), '0');
    await leadsTo(page, '1 2 3 4 5');
    await button(page, 'Next').click();
    await leadsTo(page, '2 1 3 4 5');
    await shows(distanceIn(page), '1');
  });

  test('the path does not play if another state was chosen before it arrived', async () => {
    const page = await site.visit(`?space=${site.idOf('one-way-')}&state=2+1+3+4+5`);
    await shows(distanceIn(page), '1');
    const release = await hold(page, '/solution', () => button(page, 'Play').click());
    await page.locator('.moves button').first().click();
    await leadsTo(page, '5 2 1 3 4');
    await release();
    await expect.poll(() => button(page, 'Pause').count()).toBe(0);
    await leadsTo(page, '5 2 1 3 4');
  });
});
