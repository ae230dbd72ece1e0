import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, distanceIn, hintIn, leadsTo, STATUS, shows, siteWith, stateIn, tileIn, watch } from './site.js';

/** Two moves from the goal by the keys w and a; d and s lead away. */
const NEAR = '?space=3x3&state=1,2,3,x,5,6,4,7,8';
const GOAL = '1 2 3 4 5 6 7 8 x';
const ANTIPODE = '?space=3x3&state=6,4,7,8,5,x,3,2,1';

const SIZES = [
  ['1280x800', {}],
  ['390x844, by touch', { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

const site = siteWith(['3x3'], ['pancake:5']);
const other = siteWith(['pancake:4']);

/** Opens a page as on a first visit. */
async function begin(query: string, options: Parameters<typeof site.visit>[1] = {}): Promise<Page> {
  const page = await site.visit(query, options);
  await page.evaluate(() => localStorage.setItem('antipode-revealed', 'no'));
  await page.reload();
  await button(page, 'Show distance').waitFor();
  return page;
}

/** Solves NEAR by these tiles, two of which undo each other. */
async function solveNear(page: Page, tiles = [5, 5, 4, 7, 8]): Promise<void> {
  for (const tile of tiles) {
    const before = stateIn(page);
    await tileIn(page, tile).click();
    await expect.poll(() => stateIn(page)).not.toBe(before);
  }
  await leadsTo(page, GOAL);
}

function kept(page: Page): Promise<{ spaces: Record<string, unknown>; streak: number } | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('antipode-games') ?? 'null'));
}

const LINE = '.result-line';

describe.each(SIZES)('at %s', (_, options) => {
  test('a visitor plays without the distance, until it is asked for', async () => {
    const page = await begin(ANTIPODE, options);
    await page.locator('.bar').first().waitFor();
    const gone = ['.distance .number', '.bar.current', '.tile.best', '#estimates-title'];
    await expect.poll(() => Promise.all(gone.map((part) => page.locator(part).count()))).toEqual([0, 0, 0, 0]);
    await expect.poll(() => page.title()).toBe('8-puzzle · antipode');
    await shows(page.locator(STATUS), 'New position.');
    expect(await violations(page)).toEqual([]);
    // A hint tells a move, and no distance.
    await page.keyboard.press('h');
    await shows(hintIn(page), /^Hint: \d [←→↑↓]$/);
    await expect.poll(() => page.locator('.tile.best').count()).toBe(1);
    expect(await distanceIn(page).count()).toBe(0);
    await expect.poll(() => page.title()).toBe('8-puzzle · antipode');
    await button(page, 'Show distance').click();
    await shows(distanceIn(page), '31');
    await shows(hintIn(page), /^Best moves: /);
    await page.reload();
    await shows(distanceIn(page), '31');
    await button(page, 'Hide distance').click();
    await expect.poll(() => distanceIn(page).count()).toBe(0);
  });

  test('a game is timed, and ends in a line, its course and its mistakes', async () => {
    const page = await begin(NEAR, options);
    await shows(page.getByRole('timer'), '0:00');
    await solveNear(page);
    await shows(page.locator(LINE), /^3-move position, solved in 5 moves, 2 more than needed, in 0:\d\d\.$/);
    const motion = () =>
      page
        .locator('.tile')
        .first()
        .evaluate((tile) => getComputedStyle(tile, '::before').animationName);
    await expect.poll(motion).toBe('solved');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(motion).toBe('none');
    await shows(hintIn(page), 'Solved in 5 moves, 2 more than needed.');
    await expect.poll(() => page.getByRole('timer').count()).toBe(0);
    await page.getByRole('img', { name: 'Distance after each of 5 moves; mistakes: moves 1' }).waitFor();
    await shows(page.locator('.counts-of-game'), /^Moves5Needed3Mistakes1Time0:\d\d$/);
    // All but the player is in view.
    for (const part of ['.counts-of-game', LINE, '.course', '.game .row .main']) {
      const { top, bottom } = await page.locator(part).evaluate((one) => one.getBoundingClientRect().toJSON());
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    }
    await shows(page.locator('.step'), 'Move 5 of 5; 1 mistake, marked.');
    expect(await violations(page)).toEqual([]);
    const { x, y, width, height } = (await page.locator('.course').boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.click(x + width * 0.22, y + height / 2);
    await shows(page.locator('.step'), 'Move 1 of 5; 1 mistake, marked.');
    await leadsTo(page, '1 2 3 5 x 6 4 7 8');
    await page.getByRole('slider', { name: 'Move of the game' }).fill('2');
    await leadsTo(page, '1 2 3 x 5 6 4 7 8');
    await button(page, 'Play').click();
    await leadsTo(page, GOAL);
    await expect
      .poll(() => kept(page))
      .toMatchObject({
        spaces: { '3x3': { games: 1, solved: 1, measured: 1, excess: 2, best: 2 } },
      });
  });

  test('the link of a game plays its moves again, with its circles', async () => {
    const page = await site.visit(`${NEAR}&replay=r,l,d,r,r`, { ...options, reducedMotion: 'reduce' });
    await shows(page.locator('.step'), 'Move 0 of 5; 1 mistake, marked.');
    const seen = await watch(page, '.step');
    await page.keyboard.press(' ');
    await leadsTo(page, GOAL);
    await shows(page.locator(LINE), '3-move position, solved in 5 moves, 2 more than needed.');
    expect((await seen()).map((text) => text.slice(0, 6))).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Move ${at}`));
    await expect.poll(() => kept(page)).toBe(null);
    await button(page, 'Restart').click();
    await solveNear(page, [4, 7, 8]);
    await shows(page.locator(LINE), '3-move position, solved in 3 moves with hints, the fewest possible.');
    await expect.poll(() => kept(page)).toBe(null);
  });
});

test('the link of a game plays it at once, where motion is welcome', async () => {
  const page = await site.visit(`${NEAR}&replay=d,r,r`);
  await shows(page.locator('.step'), 'Move 3 of 3.');
  await leadsTo(page, GOAL);
});

describe('a game', () => {
  test('during which the distance was shown is solved with hints, and its clock has stopped', async () => {
    const page = await begin(NEAR);
    await tileIn(page, 4).click();
    await button(page, 'Show distance').click();
    await shows(distanceIn(page), '2');
    await button(page, 'Hide distance').click();
    await solveNear(page, [7, 8]);
    await shows(page.locator(LINE), '3-move position, solved in 3 moves with hints, the fewest possible.');
    await expect.poll(() => kept(page)).toMatchObject({ spaces: { '3x3': { games: 1, solved: 1, measured: 0 } } });
  });

  test('whose distance was shown after a move is followed by one whose distance is hidden', async () => {
    const page = await begin(NEAR);
    await tileIn(page, 5).click();
    await button(page, 'Show distance').click();
    await distanceIn(page).waitFor();
    await button(page, 'Undo').click();
    await distanceIn(page).waitFor();
    await button(page, 'Shuffle').click();
    await button(page, 'Show distance').waitFor();
    await shows(page.getByRole('timer'), '0:00');
    // Before the first move it is a choice for later ones too.
    await button(page, 'Show distance').click();
    await button(page, 'Shuffle').click();
    await shows(page.locator(STATUS), /^New position. Distance 2/);
    await distanceIn(page).waitFor();
  });

  test('whose moves the solution made is none', async () => {
    const page = await begin(NEAR);
    await button(page, 'Show distance').click();
    await button(page, 'Last').click();
    await leadsTo(page, GOAL);
    await shows(hintIn(page), 'Solved: this is the goal.');
    await button(page, 'Restart').click();
    await leadsTo(page, '1 2 3 x 5 6 4 7 8');
    await expect.poll(() => page.locator(LINE).count()).toBe(0);
    await expect.poll(() => kept(page)).toBe(null);
  });

  test('that begins at the goal is none', async () => {
    const page = await site.visit(`?space=3x3&state=${GOAL.replaceAll(' ', ',')}`);
    for (const tile of [8, 8]) {
      const before = stateIn(page);
      await tileIn(page, tile).click();
      await expect.poll(() => stateIn(page)).not.toBe(before);
    }
    await shows(hintIn(page), 'Solved: this is the goal.');
    await expect.poll(() => kept(page)).toBe(null);
  });

  test('that is over is played again, or followed by another as far away', async () => {
    const page = await begin(NEAR);
    await solveNear(page, [4, 7, 8]);
    await shows(page.locator('#game-title'), 'Solved perfectly');
    await button(page, 'Again').click();
    await leadsTo(page, '1 2 3 x 5 6 4 7 8');
    await shows(page.locator('.moves-made'), 'Moves: 0');
    await shows(page.getByRole('timer'), '0:00');
    await solveNear(page);
    await shows(page.locator('#game-title'), 'Solved');
    await button(page, 'Next').first().click();
    await page.locator(LINE).waitFor({ state: 'detached' });
    await button(page, 'Show distance').click();
    await shows(distanceIn(page), '3');
  });

  test('of another space names its moves in its link', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await begin('?space=pancake-5&state=3+1+2+4+5', { permissions });
    for (const [move, state] of [
      ['3', '2 1 3 4 5'],
      ['2', '1 2 3 4 5'],
    ]) {
      await page.locator('.moves[aria-busy=false] button').filter({ hasText: move }).first().click();
      await leadsTo(page, state);
    }
    await shows(page.locator(LINE), /^2-move state, solved in 2 moves, the fewest possible, in 0:\d\d\.$/);
    await button(page, 'Copy replay').click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${site.address}?space=pancake-5&state=3+1+2+4+5&replay=3+2`);
    await button(page, 'Share').click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^5 pancakes: 2-move state, solved in 2 moves, the fewest possible, in 0:\d\d\nhttp.*&replay=3\+2$/);
  });

  test('of another space has hints that mark a button, and tell no distance', async () => {
    const page = await begin('?space=pancake-5&state=3+1+2+4+5');
    await page.locator('.moves[aria-busy=false]').waitFor();
    expect(await page.locator('.moves .best').count()).toBe(0);
    await button(page, 'Hint').click();
    await shows(page.locator('.moves .best'), '3');
    expect(await page.locator('.moves .change:not(:empty)').count()).toBe(0);
    await shows(hintIn(page), 'Hint: 3');
    await hintIn(page).getByRole('button').click();
    await leadsTo(page, '2 1 3 4 5');
    await page.locator('.moves[aria-busy=false] button').filter({ hasText: '2' }).first().click();
    await shows(page.locator(LINE), '2-move state, solved in 2 moves with hints, the fewest possible.');
  });

  test('is shared by the means of the device if there are any', async () => {
    const page = await begin(NEAR);
    await page.evaluate(() => {
      Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(globalThis, { shared }) });
    });
    await solveNear(page, [4, 7, 8]);
    await button(page, 'Share').click();
    await expect
      .poll(() => page.evaluate(() => (globalThis as { shared?: ShareData }).shared))
      .toEqual({
        text: expect.stringMatching(/^8-puzzle: 3-move position, solved in 3 moves, the fewest possible, in 0:\d\d$/),
        url: `${site.address}${NEAR}&replay=d,r,r`,
      });
  });

  test('keeps its time over a reload, and if Back returns to it', async () => {
    const page = await begin(NEAR);
    await tileIn(page, 5).click();
    const timer = page.getByRole('timer');
    await shows(timer, '0:02');
    await page.reload();
    await shows(timer, /^0:0[2-9]$/);
    await shows(timer, /^0:0[4-9]$/);
    await button(page, 'Goal').click();
    await leadsTo(page, GOAL);
    await page.goBack();
    await shows(page.locator('.moves-made'), 'Moves: 1');
    await shows(timer, /^0:(0[4-9]|1\d)$/);
  });

  test('survives a reload, and is counted once', async () => {
    const page = await begin(NEAR);
    await solveNear(page, [4, 7, 8]);
    await shows(page.locator(LINE), /^3-move position/);
    await page.reload();
    await shows(page.locator(LINE), /^3-move position, solved in 3/);
    await button(page, 'Undo').click();
    await leadsTo(page, '1 2 3 4 5 6 7 x 8');
    await button(page, 'Redo').click();
    await leadsTo(page, GOAL);
    await expect.poll(() => kept(page)).toMatchObject({ spaces: { '3x3': { games: 1, solved: 1 } } });
    await shows(page.locator('.games tbody'), '8-puzzle11+0+0.0');
    await page.getByText('Clear …').click();
    await button(page, 'Clear all').click();
    await expect.poll(() => page.locator('.games').count()).toBe(0);
    await expect.poll(() => kept(page)).toBe(null);
  });
});

describe('the challenge', () => {
  const rows = (page: Page) => page.locator('#position > p.unseen');

  // Found once: another program, server or year must find the same.
  test.each([
    ['2026-11-27', 22, 'Row 1: 5, 4, 3. Row 2: 7, 1, 8. Row 3: blank, 2, 6.'],
    ['2026-11-29', 26, 'Row 1: 4, 8, blank. Row 2: 6, 5, 7. Row 3: 2, 1, 3.'],
    ['2026-11-30', 18, 'Row 1: 4, 5, 3. Row 2: 1, 2, 8. Row 3: blank, 6, 7.'],
  ] as const)('of %s takes %i moves, and is the same everywhere', async (date, distance, position) => {
    const page = await site.visit(`?challenge=${date}`);
    await shows(page.locator('.distance .note'), `Challenge: ${distance} moves are needed.`);
    await shows(rows(page), position);
    await button(page, 'Show distance').click();
    await shows(distanceIn(page), String(distance));
  });

  test.each(SIZES)('of today is opened, restored, solved, shared and counted at %s', async (_, options) => {
    const page = await site.visit(NEAR, options);
    const first = await rows(page).textContent();
    await button(page, 'Challenge of the day').click();
    await expect.poll(() => page.url()).toMatch(/\?challenge=\d{4}-\d\d-\d\d$/);
    await expect.poll(() => rows(page).textContent()).not.toBe(first);
    await shows(page.locator('.distance .note'), /^Challenge: \d\d moves are needed\.$/);
    expect(await violations(page)).toEqual([]);
    const words = ((await rows(page).textContent()) ?? '')
      .replaceAll('blank', 'x')
      .match(/(?<![a-z] )\b(\d|x)\b(?!:)/g);
    const moves = await solutionOf(page, words ?? []);
    await page.keyboard.press(moves[0]);
    await shows(page.locator('.moves-made'), 'Moves: 1');
    await page.reload();
    await shows(page.locator('.moves-made'), 'Moves: 1');
    await shows(page.locator('.distance .note'), /^Challenge: /);
    for (const [made, move] of moves.slice(1).entries()) {
      await page.keyboard.press(move);
      await shows(page.locator('.moves-made'), `Moves: ${made + 2}`);
    }
    await shows(
      page.locator(LINE),
      new RegExp(`^${moves.length}-move position, solved in ${moves.length} moves, the fewest possible`),
    );
    await expect.poll(() => kept(page)).toMatchObject({ streak: 1 });
    await shows(page.locator('.games + .note'), /Challenges solved on their day: 1 day in a row\./);
    await page.goBack();
    await expect.poll(() => rows(page).textContent()).toBe(first);
  });

  test('opens where its space is not served or explored', async () => {
    const page = await other.visit('?space=pancake-4&state=3+1+2+4');
    await button(page, 'Challenge of the day').click();
    await shows(page.locator('.distance .note'), /^Challenge: \d\d moves are needed\.$/);
    await page.goBack();
    await page.locator('.pancakes').first().waitFor();
  });

  test('of what is not a date is refused', async () => {
    const page = await site.visit('?challenge=tomorrow');
    await shows(
      page.locator('.notice span'),
      /^A challenge is named by its date, such as \d{4}-.*: found 'tomorrow'\.$/,
    );
  });
});

const KEYS: Readonly<Record<string, string>> = { u: 'ArrowDown', d: 'ArrowUp', l: 'ArrowRight', r: 'ArrowLeft' };

/** Returns the keys that solve a position, as another page shows them. */
async function solutionOf(page: Page, tiles: readonly string[]): Promise<string[]> {
  const other = await page.context().newPage();
  await other.goto(`${site.address}?space=3x3&state=${tiles.join(',')}`);
  await button(other, 'Next').click();
  await shows(other.locator('.path'), /^[udlr ]+$/);
  const moves = (await other.locator('.path').textContent())?.trim().split(' ') ?? [];
  await other.close();
  return moves.map((move) => KEYS[move]);
}
