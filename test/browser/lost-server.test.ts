import { expect, test } from 'vitest';
import { button, distanceIn, hintIn, shows, siteWith } from './site.js';
import { intercept, LOST, passAll } from './transport.js';

const site = siteWith(['3x3']);

test('a killed server is reported in one line, and the page resumes in place when it is back', async () => {
  const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
  await shows(distanceIn(page), '31');
  await site.kill();
  await page.keyboard.press('ArrowRight');
  const notice = page.locator('.notice');
  await shows(notice, /^The server is not responding\. Check that antipode serve is still running\./);
  // Slides still work, although distances are unknown after the first.
  await shows(distanceIn(page), '30');
  await page.keyboard.press('ArrowRight');
  await shows(distanceIn(page), '…');
  await page.locator('.bar').nth(31).click();
  await expect.poll(() => notice.count()).toBe(1);

  await site.serve();
  await notice.waitFor({ state: 'detached' });
  await shows(distanceIn(page), /^\d+$/);
  await shows(hintIn(page), /^Best moves?: /);
  await expect.poll(() => page.locator('.samples').getByRole('button').count()).toBe(2);
  await button(page, 'Next').click();
  await page.locator('.path').waitFor();
  await site.excuse(/Failed to load resource/);
});

test('a server that is lost while the page shows that it is computing is not said to compute any more', async () => {
  const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
  await shows(distanceIn(page), '31');
  intercept(page, 'api/', () => LOST);
  intercept(page, '/distance?', async () => {
    await page.getByText('Computing …').waitFor();
    return LOST;
  });
  await button(page, 'Goal').click();
  await shows(distanceIn(page), '…');
  passAll(page);
  await shows(distanceIn(page), '0');
});
