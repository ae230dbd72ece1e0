import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, shows, siteWith } from './site.js';

const HARDEST = '?space=3x3&state=6,4,7,8,5,x,3,2,1';

const site = siteWith(['3x3'], ['pancake:5'], ['..#/...']);

/** Plays the comparison back without delay, to its end. */
async function toTheEnd(page: Page): Promise<void> {
  await page.getByLabel('Playback speed of searches').selectOption({ label: 'no delay' });
  await button(page, 'Start again').waitFor();
}

function numbersIn(page: Page, name: string): Promise<number[]> {
  return page
    .locator('.numbers div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .evaluateAll((all) => all.map((one) => Number(one.textContent?.replaceAll(',', ''))));
}

/**
 * Starts a server that sends these lines, and then waits until the client disconnects.
 * @returns a function that sends more lines
 */
async function serveLines(page: Page, lines: readonly object[]): Promise<(more: readonly object[]) => Promise<void>> {
  const server = await page.evaluateHandle((lines) => {
    const encoder = new TextEncoder();
    const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const server = { send: (_: readonly object[]) => {} };
    const real = fetch;
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'POST') return real(input, init);
      Object.assign(globalThis, { asked: JSON.parse(String(init.body)) });
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          server.send = (lines) => stream.enqueue(encoder.encode(textOf(lines)));
          const text = textOf(lines);
          // Cut in the middle of a line, as in a network.
          for (const part of [text.slice(0, 90), text.slice(90)]) stream.enqueue(encoder.encode(part));
          init.signal?.addEventListener('abort', () => {
            Object.assign(globalThis, { ended: true });
            stream.error(new DOMException('stopped', 'AbortError'));
          });
        },
      });
      return new Response(body);
    };
    return server;
  }, lines);
  return (more) => server.evaluate(({ send }, lines) => send(lines), more);
}

function report(expanded: number, more: object = {}): object {
  return {
    ...{ algorithm: 'bfs', heuristic: null },
    progress: {
      ...{ expanded, generated: 2 * expanded, stored: 3 * expanded, backward: null, bound: null },
      layers: { expanded: [1, expanded - 1], frontier: [0, expanded] },
      current: { state: '1 2 3 4 5 6 7 8 x', g: 1, h: null },
      ...more,
    },
  };
}

describe('a comparison', () => {
  test('runs the searches one after another, draws the nodes that each has expanded, and marks the best', async () => {
    const page = await site.visit(HARDEST);
    await page.getByText('4 searches, run one after another').waitFor();
    await button(page, 'Start').click();
    await toTheEnd(page);
    await expect
      .poll(() => page.locator('.search-name').allTextContents())
      .toEqual(['Breadth-first', 'Bidirectional', 'A* with linear conflict', 'IDA* with linear conflict']);
    await expect
      .poll(() => page.locator('.outcome').allTextContents())
      .toEqual(['Distance 31', 'Distance 31', 'Distance 31★ fewest nodes expanded', 'Distance 31']);
    const expanded = await numbersIn(page, 'expanded');
    expect(expanded[0]).toBeGreaterThan(100_000);
    expect(Math.min(...expanded)).toBe(expanded[2]);
    const stored = await numbersIn(page, 'stored');
    expect(Math.min(...stored)).toBe(stored[3]);
    const order = (numbers: readonly number[]) => numbers.map((_, at) => at).sort((a, b) => numbers[a] - numbers[b]);
    const widths = () =>
      page.locator('.lane-bar').evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    expect(order(await widths())).toEqual(order(expanded));
    await shows(
      page.getByRole('status'),
      /^The comparison is complete\. Fewest nodes expanded: A\* with linear conflict/,
    );
    // On a linear scale, lengths are proportional.
    await button(page, 'Log scale for searches').click();
    const lengths = await widths();
    expect(lengths[0] / lengths[1]).toBeCloseTo(expanded[0] / expanded[1], 0);
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
    await expect
      .poll(() => page.locator('.search-name').allTextContents())
      .toEqual(['IDA* with linear conflict', 'IDA* with Manhattan', 'IDA* with pattern databases']);
    const expanded = await numbersIn(page, 'expanded');
    expect(expanded[2]).toBeLessThan(expanded[0]);
    expect(expanded[0]).toBeLessThan(expanded[1]);
  });

  test('is announced as complete each time, even in the same words; without a search, it cannot be started', async () => {
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
        return changes.filter((text) => text.startsWith('The comparison is complete.')).length;
      });
    await button(page, 'Start').click();
    await page.getByLabel('Playback speed of searches').selectOption({ label: 'no delay' });
    await expect.poll(over).toBe(1);
    await button(page, 'Start again').click();
    await expect.poll(over).toBe(2);
    await expect
      .poll(() => page.locator('.search-name').allTextContents())
      .toEqual(['Breadth-first', 'Bidirectional', 'A* with gaps', 'IDA* with gaps']);
    await page.getByText('4 searches, run one after another').click();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await expect.poll(() => button(page, 'Start again').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a watched search', () => {
  test('grows layer by layer over the distribution, with its current node and numbers', async () => {
    const page = await site.visit(HARDEST);
    const current = { state: '6 4 7 8 x 5 3 2 1', g: 1, h: 20 };
    const astar = { algorithm: 'astar', heuristic: 'linear-conflict' };
    await serveLines(page, [
      { ...astar, ...(report(3) as { progress: object }), ...astar },
      { ...astar, ...(report(1000, { current }) as { progress: object }), ...astar },
    ]);
    for (const name of ['Breadth-first', 'Bidirectional', 'IDA* with linear conflict']) {
      await page.getByRole('checkbox', { name, exact: true }).uncheck();
    }
    await button(page, 'Start').click();
    await shows(page.locator('.counts'), 'Nodes: 1,000 expanded, 2,000 generated, 3,000 stored');
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { asked: object }).asked))
      .toEqual({
        state: '6 4 7 8 5 x 3 2 1',
        searches: [astar],
      });
    await expect.poll(() => page.locator('.layers .states').count()).toBe(32);
    await expect.poll(() => page.locator('.current-node svg').getAttribute('aria-label')).toBe(current.state);
    await expect
      .poll(() => page.locator('.current-node dd:not(.meaning)').allTextContents())
      .toEqual(['1', '20', '21']);
    // 1 and 999 nodes expanded, and 1,000 in the frontier on top of them.
    const boxes = await page.locator('.layers').evaluate((svg) => {
      const box = (name: string) => (svg.querySelector(name) as SVGPathElement).getBBox();
      const at = ({ x, y, width, height }: DOMRect) => ({ x, y, width, height });
      const bars = [...svg.querySelectorAll('.states')].map((bar) => at((bar as SVGRectElement).getBBox()));
      return { expanded: at(box('.forward .expanded')), frontier: at(box('.forward .frontier')), bars };
    });
    expect(boxes.expanded).toMatchObject({ x: 0, width: 2 });
    expect(boxes.frontier.y).toBeLessThan(boxes.expanded.y);
    // As high as the bars of the distribution: 1,024 positions at distance 13 and 1,893 at 14.
    expect(boxes.expanded.y).toBeGreaterThan(boxes.bars[13].y);
    expect(boxes.frontier.y).toBeLessThan(boxes.bars[14].y);
    expect(boxes.frontier.y).toBeGreaterThan(boxes.bars[15].y);
    await button(page, 'Stop').click();
  });

  test('is played back at the chosen speed: paused, one step at a time, without skipping anything', async () => {
    const page = await site.visit(HARDEST);
    const send = await serveLines(page, [report(1)]);
    await button(page, 'Start').click();
    const counts = page.locator('.counts');
    await shows(counts, /^Nodes: 1 expanded/);
    await button(page, 'Pause').click();
    await send([2, 3, 4].map((expanded) => report(expanded)));
    for (const next of [2, 3, 4]) {
      await button(page, 'Step').click();
      await shows(counts, new RegExp(`^Nodes: ${next} expanded`));
      await button(page, 'Resume').waitFor();
    }
    await expect.poll(() => button(page, 'Step').getAttribute('aria-disabled')).toBe('true');
    await button(page, 'Stop').click();
    await page.getByText('Stopped.', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { ended: boolean }).ended)).toBe(true);
    await shows(page.locator('.outcome').nth(0), 'Not finished');
    await shows(page.locator('.outcome').nth(1), 'Not run');
    await shows(page.getByRole('status'), 'The comparison was stopped.');
  });

  test('shows how far it came if it gave up, and can be shown again', async () => {
    const page = await site.visit(HARDEST);
    await serveLines(page, [
      report(70),
      { algorithm: 'bfs', heuristic: null, failed: 'it needs more than 256 MB' },
      {
        ...{ algorithm: 'bidirectional', heuristic: null, distance: 7 },
        ...{ expanded: 1234, generated: 9, stored: 9, seconds: 0.5 },
      },
    ]);
    await button(page, 'Start').click();
    const outcomes = page.locator('.outcome');
    await shows(outcomes.nth(1), 'Distance 7');
    await expect
      .poll(() => outcomes.allTextContents())
      .toEqual(['Gave up at depth 1: it needs more than 256 MB', 'Distance 7', 'Searching …', 'Waiting']);
    expect((await numbersIn(page, 'expanded')).slice(0, 2)).toEqual([70, 1234]);
    await button(page, 'Breadth-first').click();
    await shows(page.locator('.watched h3'), 'Breadth-first');
    await shows(page.locator('.counts'), /^Nodes: 70 expanded/);
    await expect.poll(() => button(page, 'Breadth-first').getAttribute('aria-pressed')).toBe('true');
    await button(page, 'Stop').click();
    await button(page, 'Start again').waitFor();
  });

  test('is not animated for readers who prefer reduced motion, unless they choose a speed', async () => {
    const page = await site.visit(HARDEST, { reducedMotion: 'reduce' });
    await serveLines(page, [report(1), report(2), report(100)]);
    await button(page, 'Start').click();
    await shows(page.locator('.counts'), /^Nodes: 100 expanded/);
    await expect.poll(() => page.getByLabel('Playback speed of searches').inputValue()).toBe('Infinity');
    await button(page, 'Stop').click();
  });
});

describe('an unsolvable position', () => {
  const explanation = (page: Page) => page.locator('.comparison .reason');

  test('is explained by its parity instead of being searched', async () => {
    const page = await site.visit('?space=3x3&state=2,1,3,4,5,x,7,8,6');
    await shows(
      explanation(page),
      /takes an even number of swaps \(6 inversions, .* 1 step from its goal cell, an odd number\. Every move is one swap and one step/,
    );
    await expect.poll(() => button(page, 'Start').getAttribute('aria-disabled')).toBe('true');
    await button(page, 'Goal').click();
    await explanation(page).waitFor({ state: 'detached' });
    await expect.poll(() => button(page, 'Start').getAttribute('aria-disabled')).toBe('false');
  });

  test('of a map is reported to have the right parity if parity does not decide', async () => {
    const page = await site.visit('?space=map-oox-ooo&state=1,4,2,3,x');
    await shows(explanation(page), 'Unsolvable: the parity is right, but no moves on this board lead to the goal.');
  });
});
