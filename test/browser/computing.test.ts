import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import {
  button,
  chooseSpace,
  distanceIn,
  hintIn,
  leadsTo,
  shows,
  siteWith,
  spaceChoice,
  stateIn,
  tileIn,
  type,
  watch,
} from './site.js';
import { type Asked, answerLines, intercept } from './transport.js';

const FIFTEEN = '?space=4x4&state=1,2,3,4,5,6,7,8,9,10,x,12,13,14,11,15';
/** A position some hundred moves from the goal, out of reach of any search. */
const FAR = '14,5,9,2,18,8,23,19,12,17,15,x,10,20,4,6,11,21,1,7,24,3,16,22,13';
/** Three moves from the goal, u r d, or nine the other way round its corner. */
const CORNER = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 24 19 21 22 23 x 20';
const LONG_WAY = ['r', 'u', 'l', 'd', 'r', 'u', 'l', 'd', 'r'];

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const site = siteWith(['3x3']);

const away = (page: Page) => page.locator('.distance .away');
const lengthIn = async (page: Page) => Number((await distanceIn(page).textContent())?.replace(',', ''));

/** Answers requests for solutions of the position with these lines, and of others never. */
function answerSolutions(page: Page, lines: readonly object[]): void {
  intercept(page, '/solutions', ({ body }: Asked) => {
    const here = JSON.parse(body ?? '').state.replaceAll(',', ' ') === CORNER;
    const text = here ? lines.map((line) => `${JSON.stringify({ state: CORNER, ...line })}\n`).join('') : '';
    return { status: 200, text, open: true };
  });
}

const LINE = { length: 9, bound: 1, proved: false, moves: LONG_WAY, seconds: 0.1 };

describe('the 15-puzzle', () => {
  test('has exact distances, best moves and solutions', async () => {
    const page = await site.visit(FIFTEEN);
    await shows(distanceIn(page), '2');
    await shows(hintIn(page), 'Best move: 11 ↑');
    await button(page, 'Last').click();
    await shows(distanceIn(page), '0');
    await shows(page.locator('.path'), 'd r');
    await shows(page.locator('.facts dd').nth(1), '80');
  });

  test('is shuffled to any position, or by random moves', async () => {
    const page = await site.visit(FIFTEEN);
    const field = page.getByLabel('Random moves of the shuffle', { exact: true });
    await shows(distanceIn(page), '2');
    expect(await field.inputValue()).toBe('');
    await button(page, 'Shuffle').click();
    await expect.poll(() => stateIn(page)).not.toBe('1 2 3 4 5 6 7 8 9 10 x 12 13 14 11 15');
    await field.fill('1');
    await button(page, 'Shuffle').click();
    await shows(distanceIn(page), '1');
    await field.fill('');
    expect(await field.getAttribute('aria-invalid')).toBe('false');
  });
});

describe('breadth-first search on the 15-puzzle', () => {
  test('runs into its limit, and says how far it came', { timeout: 120_000 }, async () => {
    const page = await site.visit('?space=4x4&state=2,15,1,12,8,5,6,11,4,9,10,7,3,14,13,x');
    for (const box of await page.getByRole('checkbox').all())
      await box.setChecked((await box.getAttribute('aria-label')) === 'Breadth-first');
    await button(page, 'Start').click();
    await expect
      .poll(() => page.locator('.outcome').textContent(), { timeout: 90_000 })
      .toMatch(
        /^Gave up \(up to (1\d|20) moves deep\): (no solution within the time limit of 10 s|the search needs \d+ MB of memory)/,
      );
    await shows(page.locator('.counts'), /^[\d,]{7,} generated/);
  });
});

describe('the published distribution of the 15-puzzle', () => {
  test('says why its bars show no examples, and shows their counts', async () => {
    const page = await site.visit(FIFTEEN);
    await shows(page.locator('.beside-readout .note'), /^Published: .*\. No table holds examples\.$/);
    const bar = page.getByRole('img', { name: /^Distance 80: 17 positions/ });
    expect(await bar.evaluate((one) => getComputedStyle(one).cursor)).not.toBe('pointer');
    await bar.focus();
    await shows(page.locator('.readout'), 'Distance 80: 17 positions, <0.01 %');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.samples').count()).toBe(0);
    await expect.poll(() => page.locator('.tick-label').last().textContent()).toBe('800 billion');
  });

  test('ranks easy positions in words', async () => {
    const page = await site.visit(FIFTEEN);
    await shows(page.locator('.distance .note'), 'One of the 6 easiest positions.');
  });
});

describe('the 24-puzzle', () => {
  for (const viewport of SCREENS) {
    test(`has a hint and a solution at once, with its bound, which get better, on ${viewport.width} pixels`, async () => {
      const page = await site.visit(`?space=5x5&state=${FAR}`, { viewport });
      await shows(away(page), /^\d{2,3} moves, at least \d\d ?Stop$/);
      await shows(hintIn(page), /^Leads to the best known solution: \d+ [←↑→↓]$/);
      const marked = page.locator('.tile.best.unproved');
      expect(await marked.getAttribute('aria-label')).toMatch(/leads to the best known solution/);
      await shows(page.locator('.step'), /^Step 0 of \d+ moves\.$/);
      await shows(page.locator('.solution h2'), 'Best known solution');
      expect(await violations(page)).toEqual([]);
      const first = await lengthIn(page);
      await expect.poll(() => lengthIn(page), { timeout: 40_000 }).toBeLessThan(first);
      await expect.poll(() => page.title()).toMatch(/^24-puzzle · \d+ moves · antipode$/);
      await button(page, 'Stop').click();
      await shows(page.locator('.distance .note'), 'The search has ended.');
      await button(page, 'Search on').click();
      await button(page, 'Stop').waitFor();
    });
  }

  test('shows each better solution and bound, until it is proved', async () => {
    const page = await site.visit();
    answerSolutions(page, [LINE]);
    await page.goto(`${site.address}?space=5x5&state=${CORNER.replaceAll(' ', ',')}`);
    await shows(away(page), '9 moves, at least 1Stop');
    await shows(hintIn(page), 'Leads to the best known solution: 20 ←');
    await button(page, 'Next').click();
    await shows(page.locator('.step'), 'Step 1 of 9 moves.');
    await shows(page.locator('.path'), LONG_WAY.join(' '));
    const proof = { ...LINE, length: 3, bound: 3, proved: true, moves: ['u', 'r', 'd'] };
    answerSolutions(page, [{ ...LINE, bound: 3 }, proof]);
    await button(page, 'Back').click();
    await shows(away(page), '3 moves, exactly');
    await shows(hintIn(page), 'Best move: 24 ↓');
    await page.locator('.tile.best:not(.unproved)').waitFor();
    await shows(page.locator('.solution h2'), 'Shortest solution');
    await shows(page.locator('.path'), 'u r d');
    await expect.poll(() => page.title()).toBe('24-puzzle · distance 3 · antipode');
  });

  test('keeps what is known while a reader moves along the solution, away from it and back', async () => {
    const page = await site.visit();
    answerSolutions(page, [LINE]);
    await page.goto(`${site.address}?space=5x5&state=${CORNER.replaceAll(' ', ',')}`);
    await shows(distanceIn(page), '9');
    const lengths = await watch(page, '.distance .number');
    const marks = () => page.locator('.tile.best').allTextContents();
    await tileIn(page, 20).click();
    await shows(away(page), '8 moves, at least 0Stop');
    await expect.poll(marks).toEqual(['19↓']);
    await tileIn(page, 15).click({ force: true });
    await page.keyboard.press('ArrowRight');
    await shows(distanceIn(page), '9');
    await page.keyboard.press('ArrowDown');
    await shows(distanceIn(page), '10');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await shows(distanceIn(page), '8');
    await button(page, 'Restart').click();
    await shows(distanceIn(page), '9');
    expect(await lengths()).toEqual(['9', '8', '9', '10', '9', '8', '9']);
  });

  test('takes the solution of a link as known', async () => {
    const page = await site.visit();
    answerSolutions(page, []);
    await page.goto(`${site.address}?space=5x5&state=${CORNER.replaceAll(' ', ',')}&moves=r,u,l,d,r,u,l,d,r&step=2`);
    await shows(away(page), '7 moves, at least 0Stop');
    await shows(page.locator('.step'), 'Step 2 of 9 moves.');
    await shows(hintIn(page), 'Leads to the best known solution: 24 →');
  });

  test('plays the best known solution to the end', async () => {
    const page = await site.visit(`?space=5x5&state=${FAR}`);
    await page.getByLabel('Speed of the solution').selectOption('8');
    await button(page, 'Play').click();
    await shows(page.locator('.step'), /^Step [1-9]\d* of \d+ moves\.$/);
    await button(page, 'Pause').click();
    await shows(away(page), /^\d+ moves, at least \d+ ?Stop$/);
    await button(page, 'Last').click();
    await shows(hintIn(page), 'Solved: this is the goal.');
    await leadsTo(page, `${Array.from({ length: 24 }, (_, tile) => tile + 1).join(' ')} x`);
  });

  test('gives a hint when it is asked for one', async () => {
    const page = await site.visit(`?space=5x5&state=${FAR}`);
    await button(page, 'Hints').click();
    await shows(hintIn(page), '');
    await page.keyboard.press('h');
    await shows(hintIn(page), /^Leads to the best known solution: /);
  });

  test('tells unsolvable positions at once, and takes typed ones in any notation', async () => {
    const page = await site.visit(`?space=5x5&state=2,1,${Array.from({ length: 22 }, (_, at) => at + 3).join(',')},x`);
    await shows(page.locator('.unsolvable'), /^Unsolvable\./);
    await type(page, CORNER.replace(/x/, '0').replaceAll(' ', ', '));
    await leadsTo(page, CORNER);
    await shows(away(page), '3 moves, exactly');
    await type(page, '1 2 3');
    await shows(page.locator('#typed-note'), /has 25 tiles with the blank, found 3/);
    await site.excuse(/status of 400/);
  });

  test('uses the bound that a comparison proves', async () => {
    const page = await site.visit();
    answerSolutions(page, [LINE]);
    await page.goto(`${site.address}?space=5x5&state=${CORNER.replaceAll(' ', ',')}`);
    await shows(away(page), '9 moves, at least 1Stop');
    await button(page, 'Start').click();
    // The first search needs pattern databases, which take seconds to make.
    await expect.poll(() => away(page).textContent(), { timeout: 50_000 }).toMatch(/^9 moves, at least 3 ?Stop$/);
  });

  test('uses a bound that was proved before a solution was known, and of a position that is not shown', async () => {
    const page = await site.visit();
    answerSolutions(page, []);
    await page.goto(`${site.address}?space=5x5&state=${CORNER.replaceAll(' ', ',')}`);
    await shows(away(page), /^Computing … ?Stop$/);
    const proof = { algorithm: 'idastar', heuristic: 'linear-conflict', progress: null };
    const lines = answerLines(page, []);
    await button(page, 'Start').click();
    const progress = { expanded: 9, generated: 9, stored: 9, backward: null, layers: { expanded: [9], frontier: [] } };
    const current = { state: CORNER, g: 0, h: 3 };
    await lines.send([{ ...proof, progress: { ...progress, current, bound: 5 } }]);
    answerSolutions(page, [LINE]);
    await button(page, 'Stop').first().click();
    await button(page, 'Compute').click();
    await shows(away(page), /^9 moves, at least 5 ?Stop$/);
    await tileIn(page, 20).click();
    await shows(away(page), /^8 moves, at least 4 ?Stop$/);
    await lines.send([{ ...proof, progress: { ...progress, current, bound: 7 } }]);
    await page.keyboard.press('Control+z');
    await shows(away(page), /^9 moves, at least 7 ?Stop$/);
  });

  test('shows that its distribution is unknown', async () => {
    const page = await site.visit(`?space=5x5&state=${FAR}`);
    await shows(page.locator('.undistributed .note'), /^The distribution of 24-puzzle is unknown/);
    await expect
      .poll(() => page.locator('.facts dd').allTextContents())
      .toEqual(['7.76 × 10²⁴', ...Array(3).fill('unknown')]);
  });
});

describe('a large board', () => {
  for (const viewport of SCREENS) {
    test(`is opened by a link, shuffled, played, and solved to the end, on ${viewport.width} pixels`, async () => {
      const page = await site.visit('?space=10x10', { viewport });
      await shows(away(page), /^[\d,]{5} moves, at least \d{3} ?Stop$/);
      const before = stateIn(page);
      await button(page, 'Shuffle').click();
      await expect.poll(() => stateIn(page)).not.toBe(before);
      await shows(away(page), /^[\d,]{5} moves, at least \d{3} ?Stop$/);
      expect(await violations(page)).toEqual([]);
      const shuffled = stateIn(page);
      await page.locator('.tile[tabindex="0"]').first().click();
      await shows(page.locator('.moves-made'), /^Moves: \d$/);
      await button(page, 'Restart').click();
      await leadsTo(page, shuffled ?? '');
      const sides = await page.locator('.tile').evaluateAll((all) => all.map((tile) => tile.clientWidth));
      expect(Math.min(...sides)).toBeGreaterThan(30);
      await button(page, 'Last').click();
      await shows(hintIn(page), 'Solved: this is the goal.');
      await leadsTo(page, `${Array.from({ length: 99 }, (_, tile) => tile + 1).join(' ')} x`);
    });
  }

  test('is opened by its text, and stays in the list', async () => {
    const page = await site.visit();
    for (const text of ['6x6', '#...../....../...#../......']) {
      await spaceChoice(page).click();
      await page.locator('#other').fill(text);
      await shows(page.locator('#plan'), /without a table: solutions are searched$/);
      await page.keyboard.press('Enter');
      await shows(away(page), /^\d+ moves, (at least|exactly)/);
      await expect.poll(() => page.title()).toContain(text);
    }
    await chooseSpace(page, '6x6');
    await shows(away(page), /^\d+ moves, at least/);
    await expect.poll(() => page.locator('.tile').count()).toBe(35);
  });

  test('of more than 255 cells is refused in the words of the page', async () => {
    const page = await site.visit();
    await spaceChoice(page).click();
    await page.locator('#other').fill('16x16');
    await shows(page.locator('#plan.problem'), /^A board has at most 255 cells/);
    await site.excuse(/status of 400/);
  });
});
