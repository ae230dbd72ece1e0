import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, chooseSpace, distanceIn, hintIn, leadsTo, shows, siteWith, stateIn, tileIn } from './site.js';
import { failure, hold, intercept } from './transport.js';

const ANTIPODE = '?space=3x3&state=6,4,7,8,5,x,3,2,1';
const GOAL = '1 2 3 4 5 6 7 8 x';
const NEAR = '?space=3x3&state=1,2,3,x,5,6,4,7,8';

const site = siteWith(['3x3'], ['3x3', '--metric', 'multi'], ['pancake:5']);

async function moves(page: Page, count: number): Promise<void> {
  await shows(page.locator('.moves-made'), `Moves: ${count}`);
}

async function isOff(page: Page, name: string): Promise<boolean> {
  return (await button(page, name).getAttribute('aria-disabled')) === 'true';
}

describe('the page opens', () => {
  test('on a random position of the most common distance', async () => {
    const page = await site.visit('');
    await shows(distanceIn(page), '24');
    await expect.poll(() => stateIn(page)).not.toBe(GOAL);
    const first = stateIn(page) ?? '';
    await page.reload();
    await shows(distanceIn(page), '24');
    await leadsTo(page, first);
    const another = await site.visit('?space=3x3');
    await shows(distanceIn(another), '24');
    await expect.poll(() => stateIn(another)).not.toBe(GOAL);
  });

  test('on the goal until the position arrives; a move made meanwhile counts', async () => {
    const page = await site.visit(NEAR);
    const release = await hold(page, '/random', () => chooseSpace(page, '3x3-multi'));
    await shows(page.locator('.distance .away span').first(), 'Shuffling …');
    await tileIn(page, 8).click();
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await release();
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
  });

  test('on the goal until the position arrives; a position shuffled meanwhile counts', async () => {
    const page = await site.visit(NEAR);
    const release = await hold(page, '/random', () => chooseSpace(page, '3x3-multi'));
    await page.getByLabel('Shuffle to distance', { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    await shows(distanceIn(page), '0');
    await release();
    await shows(distanceIn(page), '3');
  });

  test('on the goal with a reason if no random position is found', async () => {
    const page = await site.visit(NEAR);
    intercept(page, '/random', () => failure('the disk is gone'));
    await chooseSpace(page, 'pancake-5');
    await shows(page.locator('.notice span'), 'The disk is gone');
    await shows(distanceIn(page), '0');
  });
});

describe('moves', () => {
  test('are counted, undone, redone and restarted', async () => {
    const page = await site.visit(ANTIPODE);
    // The last one does not slide a tile.
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await moves(page, 2);
    await button(page, 'Undo').click();
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await moves(page, 1);
    await button(page, 'Redo').click();
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await button(page, 'Restart').click();
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
    await moves(page, 0);
    expect([await isOff(page, 'Undo'), await isOff(page, 'Restart'), await isOff(page, 'Redo')]).toEqual([
      true,
      true,
      false,
    ]);
    await page.keyboard.press('Control+Shift+Z');
    await page.keyboard.press('Control+Shift+Z');
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await page.keyboard.press('Control+z');
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
  });

  test('end in a summary with the length of the shortest solution', async () => {
    const page = await site.visit(NEAR);
    for (const key of ['s', 'w', 'w', 'a', 'a']) await page.keyboard.press(key);
    await shows(hintIn(page), 'Solved in 5 moves, 2 more than needed.');
    await shows(page.getByRole('status'), 'Distance 0. Solved in 5 moves, 2 more than needed.');
    await button(page, 'Restart').click();
    for (const key of ['w', 'a', 'a']) await page.keyboard.press(key);
    await shows(hintIn(page), 'Solved in 3 moves, the fewest possible.');
  });
});

describe('Back', () => {
  test('returns to earlier positions, each with its last state and the moves that can be undone', async () => {
    const page = await site.visit(ANTIPODE);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await button(page, 'Undo').click();
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '24');
    const shuffled = stateIn(page) ?? '';
    await page.locator('.tile[tabindex="0"]').first().click();
    await expect.poll(() => stateIn(page)).not.toBe(shuffled);
    const moved = stateIn(page) ?? '';
    // Leaves the page before the address of the last move is written.
    await page.evaluate(() => history.back());
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await moves(page, 1);
    await button(page, 'Redo').click();
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
    await page.goForward();
    await leadsTo(page, moved);
    await button(page, 'Restart').click();
    await leadsTo(page, shuffled);
  });

  test('keeps the moves that can be undone after a reload', async () => {
    const page = await site.visit(ANTIPODE);
    await page.keyboard.press('ArrowRight');
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await page.reload();
    await moves(page, 1);
    await button(page, 'Undo').click();
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
  });
});

describe('hints', () => {
  test('that are off mark no move, while Hint and h show one', async () => {
    const page = await site.visit(ANTIPODE);
    await shows(hintIn(page), 'Best moves: 7 ↓, 1 ↑, 5 →');
    await expect.poll(() => isOff(page, 'Hint')).toBe(true);
    await button(page, 'Hints').click();
    await shows(hintIn(page), '');
    await expect.poll(() => page.locator('.tile.best').count()).toBe(0);
    await button(page, 'Hint').click();
    await shows(hintIn(page), 'Hint: 7 ↓');
    await expect.poll(() => page.locator('.tile.best').count()).toBe(1);
    await tileIn(page, 7).click();
    await shows(distanceIn(page), '30');
    await shows(hintIn(page), '');
    await page.keyboard.press('h');
    await shows(hintIn(page), /^Hint: \d/);
    const again = await page.context().newPage();
    await again.goto(site.address + ANTIPODE);
    await shows(distanceIn(again), '31');
    await expect.poll(() => button(again, 'Hints').getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => again.locator('.tile.best').count()).toBe(0);
  });

  test('asked for before the best moves are known are shown as soon as they are', async () => {
    const page = await site.visit(ANTIPODE);
    await shows(hintIn(page), 'Best moves: 7 ↓, 1 ↑, 5 →');
    await button(page, 'Hints').click();
    const release = await hold(page, '/distance?state=6+4+7+8+x', () => tileIn(page, 5).click());
    await shows(distanceIn(page), '30');
    await shows(hintIn(page), /^(Computing the best moves …)?$/);
    await expect.poll(() => isOff(page, 'Hint')).toBe(false);
    await page.keyboard.press('h');
    await expect.poll(() => isOff(page, 'Hint')).toBe(true);
    await release();
    await shows(hintIn(page), /^Hint: \d/);
  });

  test('that are off hide where the moves of other spaces lead', async () => {
    const page = await site.visit('?space=pancake-5&state=3+1+2+4+5');
    await shows(hintIn(page), 'Best move: 3');
    await button(page, 'Hints').click();
    await shows(hintIn(page), '');
    await expect.poll(() => page.locator('.moves .best').count()).toBe(0);
    expect((await page.locator('.moves .change').allTextContents()).join('').trim()).toBe('');
    await button(page, 'Hint').click();
    await shows(hintIn(page), 'Hint: 3');
    await expect.poll(() => page.locator('.moves .best').count()).toBe(1);
  });

  test('are on in a browser without storage', async () => {
    const page = await site.visit(ANTIPODE, { permissions: [] });
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
    );
    await page.reload();
    await button(page, 'Show distance').click();
    await shows(hintIn(page), /^Best moves: /);
    await button(page, 'Hints').click();
    await shows(hintIn(page), '');
  });
});

describe('keys', () => {
  test('W, A, S and D move tiles, Space plays and pauses the solution', async () => {
    const page = await site.visit(ANTIPODE);
    await page.keyboard.press('d');
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await page.keyboard.press('w');
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    // Capitals, as with Caps Lock.
    await page.keyboard.press('D');
    await leadsTo(page, '6 4 7 8 2 5 x 3 1');
    await page.keyboard.press(' ');
    await button(page, 'Pause').waitFor();
    await page.keyboard.press(' ');
    await button(page, 'Play').waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('count from the moment that a board is drawn', async () => {
    const page = await site.visit('?space=pancake-5&state=3+1+2+4+5');
    await hold(page, '/random');
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('.tile') === null) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      }).observe(document.body, { subtree: true, childList: true });
    });
    await chooseSpace(page, '3x3');
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
  });

  test('keep their usual meaning in fields', async () => {
    const page = await site.visit(NEAR);
    await button(page, 'Edit').click();
    const field = page.getByLabel('Type a position');
    await field.fill('');
    await field.pressSequentially('w a h');
    await expect.poll(() => field.inputValue()).toBe('w a h');
    await page.keyboard.press('Control+z');
    await leadsTo(page, '1 2 3 x 5 6 4 7 8');
    await expect.poll(() => button(page, 'Pause').count()).toBe(0);
  });

  test('paste a position', async () => {
    const page = await site.visit(NEAR);
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', pasted);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      }, text);
    await paste(' 64785x321 ');
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
    await paste('nonsense');
    await page.locator('.notice').waitFor();
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
    await site.excuse(/status of 400/);
  });
});
