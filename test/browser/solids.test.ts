import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { TurnedPuzzle } from '../page/states/turned-puzzle.js';
import { violations } from './axe.js';
import { button, distanceIn, drag, leadsTo, middleOf, shows, siteWith, swipe } from './site.js';

const site = siteWith(['cube-2x2x2'], ['pyraminx'], ['skewb']);

const inSpace = (page: Page) => page.locator('.space > svg');
/** Returns the facelet with a letter that is seen in space: the first, second ... in reading order of its face. */
const facelet = (page: Page, letter: string, index = 0) =>
  inSpace(page)
    .locator('g')
    .filter({ hasText: new RegExp(`^${letter}$`) })
    .nth(index);
/** Waits until these letters are seen in space, and nothing moves. */
async function seen(page: Page, letters: string): Promise<void> {
  await expect
    .poll(async () => (await inSpace(page).locator('text').allTextContents()).sort().join(''))
    .toBe([...letters].sort().join(''));
  await rests(page);
}

const rests = (page: Page) => expect.poll(() => inSpace(page).getAttribute('class')).not.toMatch(/turning/);

/** Waits until a move is made. @param puzzle the state before */
async function makes(page: Page, puzzle: TurnedPuzzle, move: string, act: () => Promise<unknown>): Promise<void> {
  await page.locator('.moves[aria-busy=false]').waitFor();
  puzzle.make(move);
  await act();
  await leadsTo(page, puzzle.state);
  await rests(page);
}

const DEVICES = [
  ['mouse', { viewport: { width: 1280, height: 800 } }],
  ['touch', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

describe.each(DEVICES)('by %s', (device, options) => {
  const open = async (solid: string) => {
    const puzzle = new TurnedPuzzle(solid);
    const page = await site.visit(`?${new URLSearchParams({ space: solid, state: puzzle.state })}`, options);
    return { page, puzzle };
  };
  const tap = async (where: Locator) => {
    const [{ x, y }, { mouse, touchscreen }] = [await middleOf(where), where.page()];
    await (device === 'touch' ? touchscreen.tap(x, y) : mouse.click(x, y));
  };
  const sweep = async (where: Locator, right: number, down: number) => {
    const from = await middleOf(where);
    const to = { x: from.x + right, y: from.y + down };
    await (device === 'touch' ? swipe(where.page(), from, to) : drag(where.page(), from, to));
  };

  test('a tap turns a face clockwise', async () => {
    const { page, puzzle } = await open('cube-2x2x2');
    await seen(page, 'UUUUFFFFRRRR');
    await makes(page, puzzle, 'F', () => tap(facelet(page, 'F', 3)));
    await seen(page, 'UULLFFFFURUR');
    await expect.poll(() => violations(page)).toEqual([]);
  });

  test.for(['cube-2x2x2', 'pyraminx', 'skewb'])('%s fills its card, and its letters can be read', async (solid) => {
    const { page } = await open(solid);
    const { filled, letters } = await inSpace(page).evaluate((svg) => {
      const boxes = [...svg.querySelectorAll('polygon')].map((polygon) => polygon.getBoundingClientRect());
      const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
      const width = Math.max(...boxes.map(({ right }) => right)) - left;
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - top;
      const scale = (svg as SVGSVGElement).getScreenCTM()?.a ?? 0;
      const named = [...svg.querySelectorAll('text')].filter(({ textContent }) => textContent !== '');
      return {
        filled: Math.max(width / svg.clientWidth, height / svg.clientHeight),
        letters: named.map((text) => scale * Number.parseFloat(getComputedStyle(text).fontSize)),
      };
    });
    expect(filled).toBeGreaterThan(0.9);
    expect(Math.min(...letters)).toBeGreaterThanOrEqual(11);
  });

  test('a swipe turns the layer that it follows', async () => {
    const { page, puzzle } = await open('cube-2x2x2');
    await makes(page, puzzle, "U'", () => sweep(facelet(page, 'F', 0), 40, 3));
    await makes(page, puzzle, 'U', () => sweep(facelet(page, 'L', 0), -40, 0));
    await seen(page, 'UUUUFFFFRRRR');
    await makes(page, puzzle, 'R', () => sweep(facelet(page, 'F', 1), 0, -40));
    await seen(page, 'UFUFFDFDRRRR');
  });

  test('a swipe turns the layer at the bottom, which the moves hold', async () => {
    const { page, puzzle } = await open('cube-2x2x2');
    await makes(page, puzzle, 'U', () => sweep(facelet(page, 'F', 3), 40, 5));
    await seen(page, 'UUUUFFLLRRFF');
  });

  test('a drag beside the solid and a button show its other sides', async () => {
    const { page, puzzle } = await open('cube-2x2x2');
    const box = (await inSpace(page).boundingBox()) as { x: number; y: number };
    const corner = { x: box.x + 4, y: box.y + 4 };
    const to = { x: corner.x + 130, y: corner.y };
    await (device === 'touch' ? swipe(page, corner, to) : drag(page, corner, to));
    await seen(page, 'UUUULLLLFFFF');
    // Browsers take a tap right after a swipe for the end of its momentum.
    await button(page, 'Other side').click();
    await seen(page, 'BBBBDDDDLLLL');
    await button(page, 'Other side').click();
    await seen(page, 'UUUUFFFFRRRR');
    await leadsTo(page, puzzle.state);
  });

  test('a tap turns a corner of the Pyraminx, and a swipe takes it back', async () => {
    const { page, puzzle } = await open('pyraminx');
    await makes(page, puzzle, 'L', () => tap(facelet(page, '1', 3)));
    await makes(page, puzzle, "L'", () => sweep(facelet(page, '2', 1), 0, -50));
  });

  test('a tap turns the half of the Skewb that the moves hold', async () => {
    const { page, puzzle } = await open('skewb');
    const letters = (await inSpace(page).locator('text').allTextContents()).join('');
    // The corner UFR is held, so the half around DLB turns. The facelet at the back has no room for its letter.
    const [{ x, y }, { mouse, touchscreen }] = [await middleOf(facelet(page, 'U', 3)), page];
    for (let third = 0; third < 3; third++) {
      await makes(page, puzzle, 'B', () => (device === 'touch' ? touchscreen.tap(x, y) : mouse.click(x, y)));
    }
    await seen(page, letters);
  });

  test('a tap in the net turns the same part', async () => {
    const { page, puzzle } = await open('cube-2x2x2');
    const net = page.locator('.flat g', { hasText: /^U$/ }).first();
    await makes(page, puzzle, 'U', () => tap(net));
  });
});

const TURNED = 'ULF UFR URB UBL DRF DFL DLB DBR';

/** Counts from now on how often the solid is drawn between two states. */
const countTurning = (page: Page) =>
  page.evaluate(() => {
    const svg = document.querySelector('.space > svg') as SVGElement;
    const turning = { drawn: 0 };
    new MutationObserver(() => {
      if (svg.classList.contains('turning')) turning.drawn++;
    }).observe(svg, { subtree: true, attributes: true, childList: true });
    Object.assign(globalThis, { turning });
  });
const turningDrawn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { turning: { drawn: number } }).turning.drawn);

describe('a move', () => {
  const open = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await site.visit(`?${new URLSearchParams({ space: 'cube-2x2x2', state: TURNED })}`, { reducedMotion });
    await shows(distanceIn(page), '1');
    await countTurning(page);
    return page;
  };

  test('of the solution is animated', async () => {
    const page = await open('no-preference');
    await button(page, 'Last').click();
    await seen(page, 'UUUUFFFFRRRR');
    expect(await turningDrawn(page)).toBeGreaterThan(0);
    await button(page, 'First').click();
    await seen(page, 'UUUUFFLLRRFF');
  });

  test('is not animated if the reader prefers no motion', async () => {
    const page = await open('reduce');
    await button(page, 'Last').click();
    await seen(page, 'UUUUFFFFRRRR');
    expect(await turningDrawn(page)).toBe(0);
  });

  test('that is the best has an arrow, unless hints are off', async () => {
    const page = await open('no-preference');
    const arrows = inSpace(page).locator('.arrow');
    await expect.poll(() => arrows.count()).toBe(1);
    await button(page, 'Hints').click();
    await expect.poll(() => arrows.count()).toBe(0);
    await button(page, 'Hint').click();
    await expect.poll(() => arrows.count()).toBe(1);
    await button(page, 'Last').click();
    await shows(distanceIn(page), '0');
    await expect.poll(() => arrows.count()).toBe(0);
  });

  test.for(['cube-2x2x2', 'pyraminx', 'skewb'])(
    'that is the best is made by a swipe along its arrow: %s',
    async (solid) => {
      const page = await site.visit(`?space=${solid}`, { viewport: { width: 1280, height: 800 } });
      // A swipe makes a quarter of a half turn.
      const moves = (await page.locator('.moves button strong').allTextContents()).filter(
        (move) => !move.endsWith('2'),
      );
      expect(moves.length).toBeGreaterThan(5);
      const wrong: string[] = [];
      let followed = 0;
      // Each part is turned from the front and from behind.
      for (const [index, move] of moves.entries()) {
        const side = ['front', 'behind'][index % 2];
        const puzzle = new TurnedPuzzle(solid);
        const solved = puzzle.state;
        puzzle.make(move);
        await page.goto(`${site.address}?${new URLSearchParams({ space: solid, state: puzzle.state })}`);
        await shows(distanceIn(page), '1');
        if (side === 'behind') await button(page, 'Other side').click();
        await rests(page);
        const arrow = page.locator('.arrow path').first();
        if ((await arrow.count()) === 0) continue;
        const [from, to] = await arrow.evaluate((path) => {
          const line = (path.getAttribute('d') ?? '')
            .split('M')[1]
            .split(' ')
            .map((point) => point.split(',').map(Number));
          const matrix = (path as SVGGraphicsElement).getScreenCTM() as DOMMatrix;
          return [line[2], line[12]]
            .map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix))
            .map(({ x, y }) => ({ x, y }));
        });
        await drag(page, from, to);
        followed++;
        await expect.poll(() => page.locator('.moves-made').textContent()).toBe('Moves: 1');
        await rests(page);
        if (new URL(page.url()).searchParams.get('state') !== solved) wrong.push(`${move} ${side} ${page.url()}`);
      }
      expect(wrong).toEqual([]);
      expect(followed).toBeGreaterThan(moves.length / 2);
    },
  );

  test('that is the best in both directions has one arrow with two tips', async () => {
    const state = 'BR BL LU UR LR BU 0210';
    const page = await site.visit(`?${new URLSearchParams({ space: 'pyraminx', state })}`);
    await expect.poll(() => page.locator('.moves .best strong').allTextContents()).toEqual(['U', 'B', "B'"]);
    const [one, other, ...rest] = await page.evaluate(() => {
      const path = document.querySelector('.space .arrow path')?.getAttribute('d') ?? '';
      // Each arrow has a line and a tip.
      const lines = path.split('M').filter((part, index) => part !== '' && index % 2 === 1);
      return lines.slice(1).map((line) => line.split(' '));
    });
    expect(rest).toEqual([]);
    expect(one).toEqual(other.toReversed());
  });
});
