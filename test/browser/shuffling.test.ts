import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, chooseSpace, distanceIn, leadsTo, STATUS, shows, siteWith, stateIn } from './site.js';
import { hold } from './transport.js';

const HARD = '6 4 7 8 5 x 3 2 1';

const site = siteWith(['3x3'], ['pancake:5']);

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('at $width x $height, a choice of a state can be cancelled:', (viewport) => {
  test('that of a space which opens, whose goal stays', async () => {
    const page = await site.visit(undefined, { viewport });
    const release = await hold(page, '/random', () => chooseSpace(page, 'pancake-5'));
    await shows(page.locator('.distance .away span').first(), 'Shuffling …');
    const cancel = page.locator('.distance').getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();
    expect(await page.locator('.reveal').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await cancel.click();
    await shows(page.locator(STATUS), 'Cancelled.');
    await shows(distanceIn(page), '0');
    await release();
    await leadsTo(page, '1 2 3 4 5');
    await shows(distanceIn(page), '0');
    await cancel.waitFor({ state: 'detached' });
  });

  test('that of Shuffle, before which the state stays', async () => {
    const page = await site.visit(`?space=3x3&state=${HARD.replaceAll(' ', ',')}`, { viewport });
    await shows(distanceIn(page), '31');
    const release = await hold(page, '/random', () => button(page, 'Shuffle').click());
    await button(page, 'Cancel').click();
    await button(page, 'Shuffle').waitFor();
    await release();
    await shows(distanceIn(page), '31');
    expect(stateIn(page)).toBe(HARD);
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '24');
  });
});
