import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, raceButton, shows, siteWith } from './site.js';

const HARDEST = '?space=3x3&state=6,4,7,8,5,x,3,2,1';

const site = siteWith(['3x3'], ['pancake:5']);

/** Plays the race without delay, to its end. */
async function toTheEnd(page: Page): Promise<void> {
  await page.getByLabel('Speed of the race').selectOption({ label: 'no delay' });
  await raceButton(page, 'Replay').waitFor();
}

const names = (page: Page) => page.locator('.search-name').allTextContents();

/** Returns the nodes that each search has expanded. */
async function nodesIn(page: Page): Promise<number[]> {
  const texts = await page.locator('.lane-nodes').allTextContents();
  return texts.map((text) => Number(/^([\d,]+) nodes?/.exec(text)?.[1].replaceAll(',', '')));
}

describe('a comparison', () => {
  test('runs the searches, and marks the one that expands the fewest nodes', async () => {
    const page = await site.visit(HARDEST);
    await page.getByText('A race of 4 searches').waitFor();
    await button(page, 'Start').click();
    await toTheEnd(page);
    expect(await names(page)).toEqual([
      'Breadth-first',
      'Bidirectional',
      'A* with linear conflict',
      'IDA* with linear conflict',
    ]);
    const outcomes = page.locator('.outcome');
    await expect
      .poll(async () => (await outcomes.allTextContents()).map((text) => text.replace(/, computed in [\d.]+ s/, '')))
      .toEqual(['Distance 31', 'Distance 31', 'Distance 31', 'Distance 31']);
    await shows(page.locator('.lanes li:has(.badge) .search-name'), 'A* with linear conflict');
    const nodes = await nodesIn(page);
    expect(nodes[0]).toBeGreaterThan(100_000);
    expect(Math.min(...nodes)).toBe(nodes[2]);
    // IDA* stores least.
    const stored = (await page.locator('.counts').allTextContents()).map((text) =>
      Number(/([\d,]+) stored/.exec(text)?.[1].replaceAll(',', '')),
    );
    expect(Math.min(...stored)).toBe(stored[3]);
    await shows(page.locator('.standing'), /^A\* with linear conflict finds a solution first, after 3,\d{3} nodes\.$/);
    await shows(
      page.getByRole('status'),
      /^The race is over\. A\* with linear conflict finds a solution first, after .* nodes\. IDA\* with linear conflict: .* Bidirectional: .* Breadth-first: [\d,]+ nodes .*\.$/,
    );
  });

  test('offers a choice of searches and heuristics, including pattern databases', async () => {
    const page = await site.visit(HARDEST);
    for (const name of ['Breadth-first', 'Bidirectional', 'A* with linear conflict']) {
      await page.getByRole('checkbox', { name, exact: true }).uncheck();
    }
    await page.getByRole('checkbox', { name: 'IDA* with Manhattan' }).check();
    await page.getByRole('checkbox', { name: 'IDA* with pattern databases' }).check();
    await button(page, 'Start').click();
    await toTheEnd(page);
    expect(await names(page)).toEqual([
      'IDA* with linear conflict',
      'IDA* with Manhattan',
      'IDA* with pattern databases',
    ]);
    const nodes = await nodesIn(page);
    expect(nodes[2]).toBeLessThan(nodes[0]);
    expect(nodes[0]).toBeLessThan(nodes[1]);
  });

  test('is announced as over each time, even in the same words; without a search, it cannot be started', async () => {
    const page = await site.visit('?space=pancake-5&state=5+3+1+4+2');
    await page.getByRole('status').evaluate((region) => {
      const changes: string[] = [];
      Object.assign(globalThis, { changes });
      new MutationObserver(() => changes.push(region.textContent)).observe(region, {
        ...{ subtree: true, childList: true, characterData: true },
      });
    });
    const over = () =>
      page.evaluate(() => {
        const { changes } = globalThis as unknown as { changes: readonly string[] };
        return changes.filter((text) => text.startsWith('The race is over.')).length;
      });
    await button(page, 'Start').click();
    await page.getByLabel('Speed of the race').selectOption({ label: 'no delay' });
    await expect.poll(over).toBe(1);
    await button(page, 'Start again').click();
    await expect.poll(over).toBe(2);
    expect(await names(page)).toEqual(['Breadth-first', 'Bidirectional', 'A* with gaps', 'IDA* with gaps']);
    await page.getByText('A race of 4 searches').click();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await expect.poll(() => button(page, 'Start again').getAttribute('aria-disabled')).toBe('true');
  });
});

test('an unsolvable position is not searched', async () => {
  const page = await site.visit('?space=3x3&state=2,1,3,4,5,x,7,8,6');
  const reason = page.getByText('No moves lead from here to the goal: there is nothing to find.');
  await reason.waitFor();
  await expect.poll(() => button(page, 'Start').getAttribute('aria-disabled')).toBe('true');
  await button(page, 'Goal').click();
  await reason.waitFor({ state: 'detached' });
  await expect.poll(() => button(page, 'Start').getAttribute('aria-disabled')).toBe('false');
});
