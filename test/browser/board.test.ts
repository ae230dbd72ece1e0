import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { DistanceAnswer } from '#src/serve/answers.js';
import { violations } from './axe.js';
import { button, distanceIn, drag, hintIn, leadsTo, middleOf, shows, siteWith, swipe, tileIn } from './site.js';
import { askJson, intercept } from './transport.js';

const ANTIPODE = '?space=3x3&state=6,4,7,8,5,x,3,2,1';
/** Milliseconds by which answers are delayed in turn, so that they arrive in another order than their requests. */
const DELAYS = [40, 5, 55, 0, 25, 60, 10, 35, 15, 50, 20];
const MULTI = '3x3-multi';
const MAP = 'map-ooox-ooox-xooo';

const site = siteWith(
  ['3x3'],
  ['3x3', '--metric', 'multi'],
  ['...#/...#/#...', '--output', 'out'],
  ['pancake:5'],
  ['hanoi:3,4'],
);

/** Returns the labels of the marked tiles, which name the marks for screen readers. */
async function marked(page: Page): Promise<string[]> {
  return page.locator('.tile.best').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label') ?? ''));
}

describe('a board slides', () => {
  test('by click, and shows the distance and the best moves', async () => {
    const page = await site.visit('?space=3x3&state=2,3,4,1,5,x,7,6,8');
    await shows(distanceIn(page), '19');
    await shows(hintIn(page), 'Best moves: 4 ↓, 8 ↑, 5 →');
    await expect
      .poll(() => marked(page))
      .toEqual(['4, slides down, best move', '5, slides right, best move, home', '8, slides up, best move']);
    await tileIn(page, 4).click();
    await shows(distanceIn(page), '18');
    await leadsTo(page, '2 3 x 1 5 4 7 6 8');
    await tileIn(page, 7).click({ force: true });
    await tileIn(page, 4).click();
    await leadsTo(page, '2 3 4 1 5 x 7 6 8');
  });

  test('by arrow keys, which move a tile in their direction, without a click first', async () => {
    const page = await site.visit(ANTIPODE);
    await shows(distanceIn(page), '31');
    await page.keyboard.press('ArrowRight');
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await page.keyboard.press('ArrowUp');
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await leadsTo(page, '6 4 7 8 2 5 3 1 x');
  });

  test('by arrow keys pressed faster than answers arrive: each counts, and the last answer stays', async () => {
    const page = await site.visit(ANTIPODE);
    let asked = 0;
    intercept(page, '/distance', async () => {
      const delay = DELAYS[asked++ % DELAYS.length];
      await new Promise((resolve) => setTimeout(resolve, delay));
      return undefined;
    });
    for (let round = 0; round < 10; round++) {
      for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    }
    // After three rounds of the blank, the tiles 5, 2 and 1 are back in their places, so that 10 rounds equal one.
    const end = '6 4 7 8 2 x 3 1 5';
    await leadsTo(page, end);
    const { distance } = await askJson<DistanceAnswer>(page, `api/spaces/3x3/distance?state=${end}`);
    await shows(distanceIn(page), String(distance));
    await shows(hintIn(page), /^Best moves?: /);
  });

  test('by tap and swipe', async () => {
    const page = await site.visit(ANTIPODE, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    await tileIn(page, 5).tap();
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    const { x, y } = await middleOf(page.locator('.board'));
    await swipe(page, { x, y }, { x, y: y - 60 });
    await leadsTo(page, '6 4 7 8 2 5 3 x 1');
    await swipe(page, { x, y }, { x: x - 70, y: y + 10 });
    await leadsTo(page, '6 4 7 8 2 5 3 1 x');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('only once if a pen moves within a tile', async () => {
    const page = await site.visit(ANTIPODE);
    const middle = await middleOf(tileIn(page, 5));
    const client = await page.context().newCDPSession(page);
    const [x, y] = [middle.x - 15, middle.y];
    const pen = { pointerType: 'pen', button: 'left', clickCount: 1 } as const;
    await client.send('Input.dispatchMouseEvent', { ...pen, type: 'mousePressed', x, y });
    await client.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseMoved', x: x + 30, y, buttons: 1 });
    await client.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseReleased', x: x + 30, y });
    await leadsTo(page, '6 4 7 8 x 5 3 2 1');
    await tileIn(page, 5).and(page.getByLabel('5, slides left')).waitFor();
  });

  test('several tiles together if a move can do that', async () => {
    const page = await site.visit(`?space=${MULTI}&state=1,2,3,4,5,6,x,7,8`);
    await shows(distanceIn(page), '1');
    await shows(hintIn(page), 'Best move: 7+8 ←');
    await tileIn(page, 8).click();
    await shows(distanceIn(page), '0');
    await shows(hintIn(page), 'Solved in 1 move, the fewest possible.');
  });

  test('with missing cells, which are drawn and never entered', async () => {
    const page = await site.visit(`?space=${MAP}&state=1,2,3,4,5,6,7,8,x`);
    await expect.poll(() => page.locator('.board .missing').count()).toBe(3);
    // There is no cell above the corner, nor to the right of it.
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
  });

  test('by drag: the tile follows the pointer with the tiles between, slides on release, and returns if dragged back', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,x,7,8');
    await shows(hintIn(page), 'Best move: 7 ←');
    const start = await middleOf(tileIn(page, 8));
    const side = start.x - (await middleOf(tileIn(page, 7))).x;
    const { mouse } = page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x - side * 0.6, start.y + 5);
    await expect.poll(() => page.locator('.tile.dragged').allTextContents()).toEqual(['7←', '8']);
    await expect
      .poll(async () => Math.round((await middleOf(tileIn(page, 8))).x - start.x))
      .toBe(Math.round(-side * 0.6));
    await mouse.move(start.x - 10, start.y);
    await mouse.up();
    await page.locator('.tile.dragged').first().waitFor({ state: 'detached' });
    await leadsTo(page, '1 2 3 4 5 6 x 7 8');
    await drag(page, start, { x: start.x - side * 3, y: start.y });
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
    await shows(page.locator('.moves-made'), 'Moves: 2');
    await page.keyboard.press('Control+z');
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await page.keyboard.press('Shift+Control+z');
    // A swipe of the mouse begins on a tile that cannot slide that way: the tile that can slides.
    const middle = await middleOf(tileIn(page, 1));
    await drag(page, middle, { x: middle.x, y: middle.y + 70 });
    await leadsTo(page, '1 2 3 4 5 x 7 8 6');
  });

  test('smoothly; a new position fades in instead', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,x,7,8');
    const mark = () => tileIn(page, 7).evaluate((tile) => Object.assign(tile, { marked: true }));
    const isMarked = () => tileIn(page, 7).evaluate((tile) => 'marked' in tile);
    await mark();
    await tileIn(page, 8).click();
    await leadsTo(page, '1 2 3 4 5 6 7 8 x');
    await expect.poll(() => isMarked()).toBe(true);
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '24');
    await expect.poll(() => isMarked()).toBe(false);
    await expect
      .poll(() => page.locator('.squares').evaluate((squares) => getComputedStyle(squares).animationName))
      .toBe('appear');
  });

  test('and marks tiles in their goal cells, in the colours of the goal', async () => {
    const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,x,7,8');
    await expect.poll(() => page.locator('.tile.home').allTextContents()).toEqual(['1', '2', '3', '4', '5', '6']);
    await page.getByRole('button', { name: '6, home' }).waitFor();
    const lines = await page.locator('.tile').evaluateAll((all) => all.map((tile) => tile.getAttribute('data-line')));
    expect(lines.join('')).toBe('00011122');
    await page.getByRole('img', { name: 'Goal: 1 2 3 4 5 6 7 8 x' }).waitFor();
  });

  test('without motion for readers who prefer reduced motion', async () => {
    const page = await site.visit(ANTIPODE, { reducedMotion: 'reduce' });
    const still = await tileIn(page, 5).evaluate((tile) => getComputedStyle(tile).transitionDuration);
    expect(still).toBe('0s');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect
      .poll(() => tileIn(page, 5).evaluate((tile) => getComputedStyle(tile).transitionDuration))
      .not.toBe('0s');
  });
});

describe('an unsolvable position', () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`shows the two tiles whose swap makes it solvable, and swaps them, on ${viewport.width} pixels`, async () => {
      const page = await site.visit('?space=3x3&state=1,2,3,4,5,6,8,7,x', { viewport });
      const swap = page.locator('.solving-swap');
      const fromLeft = () =>
        swap.locator('.marked text').evaluateAll((all) => {
          const left = (one: Element) => one.getBoundingClientRect().left;
          return all.sort((one, other) => left(one) - left(other)).map((text) => text.textContent);
        });
      await expect.poll(fromLeft).toEqual(['8', '7']);
      expect(await violations(page)).toEqual([]);
      const [inside, around] = await Promise.all([swap.boundingBox(), page.locator('.status').boundingBox()]);
      expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual((around?.y ?? 0) + (around?.height ?? 0));
      await page.getByRole('button', { name: 'Swap 7 and 8' }).click();
      await leadsTo(page, '1 2 3 4 5 6 7 8 x');
      await shows(distanceIn(page), '0');
      await swap.waitFor({ state: 'detached' });
    });
  }

  test('is explained in plain words, and still slides', async () => {
    const page = await site.visit('?space=3x3&state=2,1,3,4,5,6,7,8,x');
    const named = page.locator('.unsolvable');
    await shows(
      named,
      'Unsolvable. Sorting the tiles takes an odd number of swaps, but the blank is an even number of steps from its goal cell.',
    );
    await expect.poll(() => page.title()).toBe('8-puzzle · out of reach · antipode');
    await expect.poll(() => marked(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await leadsTo(page, '2 1 3 4 5 6 7 x 8');
    await named.waitFor();
    await shows(page.locator('.readout'), '');
  });
});

describe('a space that is not a board', () => {
  test('is played by buttons that show where each move leads', async () => {
    const page = await site.visit('?space=pancake-5&state=3+1+2+4+5');
    await shows(distanceIn(page), '2');
    const moves = page.locator('.moves button');
    await expect
      .poll(() => moves.allTextContents())
      .toEqual(['2▲ 3distance 3', '3▼ 1best move, distance 1', '4▲ 3distance 3', '5▲ 3distance 3']);
    await expect.poll(() => moves.nth(1).getAttribute('title')).toBe('Turns over the three uppermost pancakes.');
    await moves.nth(1).click();
    await leadsTo(page, '2 1 3 4 5');
    await shows(distanceIn(page), '1');
    await shows(hintIn(page), 'Best move: 2');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await shows(distanceIn(page), '0');
  });

  test('keeps the focus if the same move is not possible again', async () => {
    const page = await site.visit('?space=hanoi-3-4');
    await shows(distanceIn(page), /^[1-9]/);
    await button(page, 'Goal').click();
    await shows(distanceIn(page), '0');
    const off = page.locator('.moves button[aria-disabled=true]');
    await expect.poll(() => page.locator('.moves button').count()).toBe(6);
    await expect.poll(() => off.count()).toBe(4);
    const first = page.locator('.moves button[aria-disabled=false]').first();
    const move = await first.locator('strong').textContent();
    await first.press('Enter');
    await shows(distanceIn(page), '1');
    await expect.poll(() => off.count()).toBe(3);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('strong')?.textContent))
      .toBe(move);
    // The button does nothing, and shows it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-disabled'))).toBe('true');
    await page.keyboard.press('Enter');
    await shows(distanceIn(page), '1');
  });
});
