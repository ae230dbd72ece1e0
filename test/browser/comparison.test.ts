import { afterAll, afterEach, describe, expect } from 'vitest';
import { test } from './browser-test.js';
import { button, Site, shows } from './site.js';

let site: Site;
test.beforeAll(async ({ browser }) => {
  site = await Site.open(browser, ['3x3'], ['pancake:5']);
});
afterEach(() => expect(site.faults.splice(0)).toEqual([]));
afterAll(() => site?.close());

describe('a race', () => {
  test('draws what each search has expanded, with the numbers', async () => {
    const page = await site.visit('?space=3x3&state=6,4,7,8,5,x,3,2,1');
    await button(page, 'Start').click();
    await button(page, 'Race again').waitFor();
    const lanes = page.locator('.lanes li');
    expect(await lanes.locator('strong').allTextContents()).toEqual(['Breadth-first', 'Bidirectional', 'A*', 'IDA*']);
    const expanded = (await lanes.locator('.result').allTextContents()).map((text) => {
      expect(text).toMatch(/^[\d,]+ expanded, .* s, distance 31$/);
      return Number(text.split(' ')[0].replaceAll(',', ''));
    });
    expect(expanded[0]).toBeGreaterThan(100_000);
    const widths = await page
      .locator('.lane-bar')
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    const order = (numbers: readonly number[]) => numbers.map((_, at) => at).sort((a, b) => numbers[a] - numbers[b]);
    expect(order(widths)).toEqual(order(expanded));
    await shows(page.getByRole('status'), 'The race is over.');
  });

  test('shows each line as it comes, says why a search failed, and is stopped', async () => {
    const page = await site.visit();
    // A server whose race never ends of itself, to be looked at half-way.
    await page.evaluate(() => {
      const real = fetch;
      const lines = [
        { algorithm: 'bfs', heuristic: null, failed: 'needs more than 256 MB' },
        {
          algorithm: 'bidirectional',
          heuristic: null,
          distance: 7,
          expanded: 1234,
          generated: 9,
          stored: 9,
          seconds: 0.5,
        },
      ];
      globalThis.fetch = async (input, init) => {
        if (init?.method !== 'POST') return real(input, init);
        const body = new ReadableStream<Uint8Array>({
          start(stream) {
            const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
            // Cut in the middle of a line, as networks do.
            for (const part of [text.slice(0, 90), text.slice(90)]) stream.enqueue(new TextEncoder().encode(part));
            init.signal?.addEventListener('abort', () => stream.error(new DOMException('stopped', 'AbortError')));
          },
        });
        return new Response(body);
      };
    });
    await button(page, 'Start').click();
    const results = page.locator('.lanes .result');
    await shows(results.nth(1), '1,234 expanded, 0.500 s, distance 7');
    expect(await results.allTextContents()).toEqual([
      'gave up: needs more than 256 MB',
      '1,234 expanded, 0.500 s, distance 7',
      'searching …',
      'waits',
    ]);
    await button(page, 'Stop').click();
    await page.getByText('Stopped.', { exact: true }).waitFor();
    await shows(results.nth(2), 'not run');
    await button(page, 'Race again').waitFor();
  });

  test('runs the searches of other spaces', async () => {
    const page = await site.visit('?space=pancake-5&state=5+3+1+4+2');
    await button(page, 'Start').click();
    await button(page, 'Race again').waitFor();
    expect(await page.locator('.lanes strong').allTextContents()).toEqual([
      'Breadth-first',
      'Bidirectional',
      'A*',
      'IDA*',
    ]);
  });

  test('is said to be over each time, though in the same words', async () => {
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
        return changes.filter((text) => text === 'The race is over.').length;
      });
    await button(page, 'Start').click();
    await expect.poll(over).toBe(1);
    await button(page, 'Race again').click();
    await expect.poll(over).toBe(2);
  });
});
