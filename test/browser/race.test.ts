import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, leadsTo, raceButton, shows, siteWith } from './site.js';
import { answerLines } from './transport.js';

const HARDEST = '?space=3x3&state=6,4,7,8,5,x,3,2,1';

const SCREENS: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
];

const BFS = { algorithm: 'bfs', heuristic: null };
const ASTAR = { algorithm: 'astar', heuristic: 'linear-conflict' };

const site = siteWith(['3x3']);

/** A report of a search after this many nodes. */
function report(search: object, expanded: number, more: object = {}): object {
  return {
    ...search,
    progress: {
      ...{ expanded, generated: 2 * expanded, stored: 3 * expanded, backward: null, bound: null },
      layers: { expanded: [1, expanded - 1], frontier: [0, expanded] },
      current: { state: '1 2 3 4 5 6 7 8 x', g: 1, h: null },
      ...more,
    },
  };
}

function finished(search: object, expanded: number): object {
  return { ...search, ...{ distance: 31, expanded, generated: 9, stored: 9, seconds: 0.5 } };
}

/** Leaves only some of the usual searches. */
async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of ['Breadth-first', 'Bidirectional', 'A* with linear conflict', 'IDA* with linear conflict']) {
    if (!names.includes(name)) await page.getByRole('checkbox', { name, exact: true }).uncheck();
  }
}

const outcomes = (page: Page) => page.locator('.outcome').allTextContents();
const nodes = (page: Page) => page.locator('.lane-nodes').allTextContents();
const moment = (page: Page) => page.getByLabel('Moment of the race');

describe.each(SCREENS)('a race on %o', (screen) => {
  const press = (where: Locator) => (screen.hasTouch ? where.tap() : where.click());

  test('shows both searches after the same number of nodes: one is at its finish while the other has a long way to go', async () => {
    const page = await site.visit(HARDEST, screen);
    await choose(page, 'Breadth-first', 'A* with linear conflict');
    await press(button(page, 'Start'));
    await button(page, 'Start again').waitFor();
    // A moment of 2,000 nodes, and one of 6,000.
    await moment(page).fill('135');
    await shows(page.locator('.standing'), '');
    await moment(page).fill('157');
    await shows(page.locator('.standing'), /^A\* with linear conflict finds a solution first, after 3,\d{3} nodes\.$/);
    await raceButton(page, 'Play').waitFor();
    const widths = await page
      .locator('.lane-bar')
      .evaluateAll((bars) => bars.map((bar) => bar.clientWidth / (bar.parentElement as Element).clientWidth));
    // 6,000 and 3,830 of 181,347 nodes: bars of one scale, and a finish at the end of each search.
    expect(widths[0]).toBeLessThan(0.05);
    expect(widths[1]).toBeLessThan(widths[0]);
    const finishes = await page
      .locator('.finish')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(one.style.left)));
    expect(finishes[0]).toBe(100);
    expect(finishes[1] / 100).toBeCloseTo(widths[1], 2);
    // The axes of both charts are the same.
    const labels = await page
      .locator('.watched')
      .evaluateAll((all) =>
        all.map((one) => [...one.querySelectorAll('.tick-label, .depth')].map((text) => text.textContent)),
      );
    expect(labels[0]).toEqual(labels[1]);
    expect(await violations(page)).toEqual([]);
    await press(raceButton(page, 'Play'));
    await page.getByLabel('Speed of the race').selectOption({ label: 'no delay' });
    await shows(
      page.getByRole('status'),
      /^The race is over\. A\* with linear conflict finds a solution first, .* Breadth-first: /,
    );
    await press(raceButton(page, 'Replay'));
    await raceButton(page, 'Replay').waitFor();
  });

  test('is in view together with its controls', async () => {
    const page = await site.visit(HARDEST, { ...screen, reducedMotion: 'reduce' });
    await choose(page, 'Breadth-first', 'A* with linear conflict');
    await press(button(page, 'Start'));
    await raceButton(page, 'Replay').waitFor();
    const top = await page.locator('.race').evaluate((race) => race.getBoundingClientRect().top);
    const last = await page.locator('.race .charts').evaluate((charts) => charts.getBoundingClientRect().bottom);
    expect(last - top).toBeLessThan(screen.viewport?.height ?? 0);
    const targets = await page
      .locator('.race button, .race select, .race input')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...targets)).toBeGreaterThanOrEqual(40);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(screen.viewport?.width ?? 0);
  });

  test('is stepped forward and back, and its current node is set up', async () => {
    const page = await site.visit(HARDEST, screen);
    const current = { state: '6 4 7 8 x 5 3 2 1', g: 1, h: 20 };
    answerLines(page, [
      ...[report(ASTAR, 2, { current }), report(ASTAR, 3), finished(ASTAR, 3)],
      ...[report(BFS, 2), report(BFS, 9), { ...BFS, failed: 'it needs more than 256 MB' }],
    ]);
    await choose(page, 'Breadth-first', 'A* with linear conflict');
    await press(button(page, 'Start'));
    await expect.poll(() => nodes(page)).toEqual(['9 nodes (>3.0×)', '3 nodes']);
    await expect
      .poll(() => page.locator('.lanes .best').allTextContents())
      .toEqual([expect.stringContaining('3 nodes★ First')]);
    await expect
      .poll(() => outcomes(page))
      .toEqual(['Gave up (up to 1 move deep): it needs more than 256 MB', 'Distance 31, computed in 0.500 s']);
    for (const [step, expected] of [
      ['Back', ['3 nodes', '3 nodes']],
      ['Back', ['2 nodes', '2 nodes']],
      ['Back', ['0 nodes', '0 nodes']],
      ['Next', ['2 nodes', '2 nodes']],
    ] as const) {
      await press(raceButton(page, step));
      await expect.poll(() => nodes(page)).toEqual(expected);
    }
    await expect.poll(() => outcomes(page)).toEqual(['Up to 1 move deep', 'Up to 1 move deep']);
    const node = page.locator('.watched').nth(1).locator('.current-node');
    await expect.poll(() => node.locator('dd:not(.meaning)').allTextContents()).toEqual(['1', '20', '21']);
    await press(button(page, `Set up the current node of A* with linear conflict: ${current.state}`));
    await leadsTo(page, current.state);
    await page.getByText('From another position').waitFor();
    await press(button(page, 'Stop'));
  });
});

describe('a race', () => {
  test('is played by keys: Space, and the arrow keys', async () => {
    const page = await site.visit(HARDEST);
    answerLines(
      page,
      [1, 2, 3].map((expanded) => report(BFS, expanded)),
    );
    await choose(page, 'Breadth-first');
    await button(page, 'Start').click();
    await expect.poll(() => nodes(page)).toEqual(['3 nodes']);
    await moment(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => nodes(page)).toEqual(['2 nodes']);
    await raceButton(page, 'Play').waitFor();
    await raceButton(page, 'Back').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => moment(page).getAttribute('aria-valuetext')).toBe('1 node each');
    await moment(page).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => nodes(page)).toEqual(['3 nodes']);
    // The board has not moved, and no solution plays.
    await leadsTo(page, '6 4 7 8 5 x 3 2 1');
    await button(page, 'Play').waitFor();
    await button(page, 'Stop').click();
  });

  test('of one search grows layer by layer, on the axes of the distribution', async () => {
    const page = await site.visit(HARDEST);
    const lines = answerLines(page, [report(ASTAR, 3), report(ASTAR, 1000)]);
    await choose(page, 'A* with linear conflict');
    await button(page, 'Start').click();
    await shows(page.locator('.counts'), '2,000 generated, 3,000 stored');
    expect(lines.asked()).toEqual({ state: '6 4 7 8 5 x 3 2 1', searches: [ASTAR] });
    await expect.poll(() => page.locator('.watched .depth').last().textContent()).toBe('30');
    // 1 and 999 nodes expanded, and 1,000 in the frontier on top of them.
    const boxes = await page.locator('.layers').evaluate((svg) => {
      const box = (name: string) => (svg.querySelector(name) as SVGPathElement).getBBox();
      // Heights grow upwards: the top is the greatest y.
      const at = ({ x, y, width, height }: DOMRect) => ({ x, width, top: y + height });
      return { expanded: at(box('.forward .expanded')), frontier: at(box('.forward .frontier')) };
    });
    expect(boxes.expanded).toMatchObject({ x: 0, width: 2 });
    expect(boxes.frontier.top).toBeGreaterThan(boxes.expanded.top);
    // The axis ends at 10^5: 999 nodes and 1,999 are at 3.4 and 3.7 of its 5.4 decades.
    expect(boxes.expanded.top).toBeCloseTo(3.4 / 5.4, 1);
    expect(boxes.frontier.top - boxes.expanded.top).toBeCloseTo(Math.log10(2) / 5.4, 2);
    await button(page, 'Stop').click();
  });

  test('waits until all searches have begun, skips nothing, and plays what they reported before they were stopped', async () => {
    const page = await site.visit(HARDEST);
    const lines = answerLines(page, [report(ASTAR, 4), finished(ASTAR, 4)]);
    await choose(page, 'Breadth-first', 'A* with linear conflict');
    await button(page, 'Start').click();
    await expect.poll(() => outcomes(page)).toEqual(['Running: 0 nodes so far', 'Ready to race']);
    await shows(page.locator('.waiting'), /^First the searches run, one after another\./);
    expect(await page.locator('.race .player').count()).toBe(0);
    await lines.send([1, 2, 3].map((expanded) => report(BFS, expanded)));
    await raceButton(page, 'Pause').click();
    await moment(page).fill('0');
    for (const next of [1, 2, 3]) {
      await raceButton(page, 'Next').click();
      await expect.poll(() => nodes(page)).toEqual(Array(2).fill(`${next} node${next > 1 ? 's' : ''}`));
    }
    await expect.poll(() => raceButton(page, 'Next').getAttribute('aria-disabled')).toBe('true');
    await button(page, 'Stop').click();
    await shows(page.getByRole('status'), 'The race was stopped.');
    await expect.poll(() => lines.isEnded()).toBe(true);
    await raceButton(page, 'Next').click();
    await expect.poll(() => outcomes(page)).toEqual(['Not finished', 'Distance 31, computed in 0.500 s']);
  });

  test('is not animated for readers who prefer reduced motion, unless they choose a speed', async () => {
    const page = await site.visit(HARDEST, { reducedMotion: 'reduce' });
    answerLines(
      page,
      [1, 2, 100].map((expanded) => report(BFS, expanded)),
    );
    await choose(page, 'Breadth-first');
    await button(page, 'Start').click();
    await expect.poll(() => nodes(page)).toEqual(['100 nodes']);
    await expect.poll(() => page.getByLabel('Speed of the race').inputValue()).toBe('Infinity');
    await button(page, 'Stop').click();
  });
});
