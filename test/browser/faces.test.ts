import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, distanceIn, leadsTo, type Site, shows, siteWith } from './site.js';

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
const files = mkdtempSync(join(tmpdir(), 'antipode-faces-'));
const ring = join(files, 'ring.json');
const points = Array.from({ length: 30 }, (_, point) => point + 1);
writeFileSync(
  ring,
  JSON.stringify({ name: 'ring', inverses: true, generators: [{ name: 'a', permutation: `(${points.join(' ')})` }] }),
);

const SPACES = ['burnt-pancake:4', 'hanoi:3,4', 'knight:5', 'solitaire:4,2', 'cube-2x2x2', 'pyraminx', 'topspin:6,4'];

const paths = [`${EXAMPLES}rings.tws`, `${EXAMPLES}star-7.json`, `${EXAMPLES}pyraminx.json`, ring];
const site = siteWith(...[...SPACES, ...paths].map((space) => [space]));
afterAll(() => rmSync(files, { recursive: true }));

/** Shows a state of the space whose id begins with a text. */
async function visit(id: string, state: string, options?: Parameters<Site['visit']>[1]): Promise<Page> {
  const query = new URLSearchParams({ space: site.idOf(id), state });
  const page = await site.visit(`?${query}`, options);
  await face(page, state).waitFor();
  return page;
}

const face = (page: Page, state: string) => page.locator('.state').getByRole('img', { name: state, exact: true });
const texts = (page: Page, selector: string) => page.locator(`.state ${selector}`).allTextContents();
const count = (page: Page, selector: string) => page.locator(`.state ${selector}`).count();

/** A space, one of its states as the page shows it, a possible move as its button shows it, and the state after it. */
const STATES = [
  ['burnt-pancake-4', '-2 1 -4 3', '2', '-1 2 -4 3'],
  ['hanoi-3-4', 'AACB', 'B → A', 'AACA'],
  ['knight-5', 'c4', 'd2', '3,1'],
  ['solitaire-4-2', '1,1 2,3', '2 ↓', '1,1 1,3'],
  ['cube-2x2x2', 'FDR FRU UBL ULF BRD DFL DLB BUR', 'U', 'FRU UBL ULF FDR BRD DFL DLB BUR'],
  ['pyraminx', 'UR UB UL LR LB RB 1000', 'L', 'BL UB UL RU LR RB 1100'],
  ['topspin-6-4', '2 1 3 4 6 5', 'Turn', '4 3 1 2 6 5'],
  ['star-7', '2 1 3 4 5 7 6', 'g1', '1 2 3 4 5 7 6'],
  ['rings', '1 1 1 1 2 1 2 2 2 2', 'L', '1 1 1 2 1 1 2 2 2 2'],
  ['ring-', points.map((point) => (point % 30) + 1).join(' '), 'a', points.join(' ')],
] as const;

/** What the drawing of each of these states shows. */
const DRAWN: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'burnt-pancake-4': async (page) => {
    const pile = await page.locator('.state g').evaluateAll((pancakes) =>
      pancakes
        .map((pancake) => {
          const [bar, rim] = [...pancake.querySelectorAll('rect')].map((rect) => rect.getBoundingClientRect());
          return { top: bar.y, width: bar.width, isUp: rim.y + rim.height / 2 < bar.y + bar.height / 2 };
        })
        .sort((one, other) => one.top - other.top),
    );
    const widths = pile.map(({ width }) => width);
    expect(widths.map((width) => widths.filter((other) => other <= width).length)).toEqual([2, 1, 4, 3]);
    expect(pile.map(({ isUp }) => isUp)).toEqual([true, false, true, false]);
  },
  'hanoi-3-4': async (page) => expect([await count(page, '.disc'), await count(page, 'text')]).toEqual([4, 3]),
  'solitaire-4-2': async (page) => expect(await texts(page, '.number')).toEqual(['1', '2']),
  'cube-2x2x2': async (page) => expect((await texts(page, '.flat text')).join('')).toBe('FDFDUFUFLLLLRRRRUBUBDBDB'),
  pyraminx: async (page) => expect(await count(page, '.flat polygon')).toBe(24 + 4),
  'topspin-6-4': async (page) => expect([await count(page, '.piece'), await count(page, '.turntable')]).toEqual([6, 1]),
  'star-7': async (page) => expect(await texts(page, '.number')).toEqual([...'2134576']),
  'ring-': async (page) => expect(await texts(page, '.number')).toEqual(points.map((point) => `${(point % 30) + 1}`)),
  rings: async (page) => expect(await texts(page, '.number')).toEqual([...'1111212222']),
};

describe('a move', () => {
  test('has a name, a sentence, and the distance after it', async () => {
    const page = await visit('cube-2x2x2', 'UFR URB UBL ULF DRF DFL DLB DBR');
    await shows(distanceIn(page), '0');
    const moves = page.locator('.moves button');
    expect((await moves.allTextContents()).slice(0, 3)).toEqual([
      'U▲ 1distance 1',
      'U2▲ 1distance 1',
      "U'▲ 1distance 1",
    ]);
    const sentences = await moves.evaluateAll((buttons) => buttons.map((move) => (move as HTMLElement).title));
    expect(sentences.slice(0, 3)).toEqual([
      'Turns the upper face a quarter turn clockwise.',
      'Turns the upper face half a turn.',
      'Turns the upper face a quarter turn counterclockwise.',
    ]);
  });

  test('of a group has its cycles', async () => {
    const page = await visit('pyraminx-', '1 2 3 4 / 1 2 3 4 5 6');
    await page.locator('.moves button').first().focus();
    await shows(page.locator('.sentence'), 'AXIALS (1+1), EDGES (1+1 3 2+1)');
  });
});

/** Returns the faults of a page on a screen of 320 pixels, light and dark. */
async function faultsOf(page: Page): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await violations(page)));
  }
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond > 0 ? [...faults, `${beyond} pixels beyond the screen`] : faults;
}

/** Returns the shapes that are not drawn in the reader's own colours. */
async function foreignColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  return page.evaluate(() => {
    const [canvas, ink, grey] = ['Canvas', 'CanvasText', 'GrayText'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = name;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    const shapes = document.querySelectorAll(':is(.state, .goal-picture) svg :is(rect, circle, polygon, path, text)');
    return [...shapes].flatMap((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      const own = [canvas, ink, grey, 'none'].includes(fill);
      return own && (fill !== canvas || [ink, grey, 'none'].includes(stroke))
        ? []
        : `${shape.tagName} ${fill} ${stroke}`;
    });
  });
}

describe('every kind of face', () => {
  test.for(STATES)(
    '%s: drawn, clean, in all colours, follows moves, and shows its antipodes',
    async ([id, state, move, next]) => {
      const page = await visit(id, state, { viewport: { width: 320, height: 640 } });
      await shows(page.locator('.state p'), state);
      await DRAWN[id]?.(page);
      await expect.poll(() => page.locator('.goal-picture').getByRole('img').count()).toBe(1);
      await expect.poll(() => faultsOf(page)).toEqual([]);
      await expect.poll(() => foreignColours(page)).toEqual([]);
      await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });

      const chosen = page
        .locator('.moves button')
        .filter({ has: page.locator('strong', { hasText: new RegExp(`^${move}$`) }) });
      await chosen.click();
      await leadsTo(page, next.replaceAll(',', ' '));
      await face(page, id.startsWith('knight') ? move : next).waitFor();
      await expect.poll(() => page.locator('.state').getByRole('img').count()).toBe(1);

      await button(page, 'Show').click();
      const drawn = page.locator('.gallery li').getByRole('img');
      await drawn.first().waitFor({ timeout: 30_000 });
      await expect.poll(() => drawn.count()).toBe(await page.locator('.gallery li').count());
      if (id.startsWith('knight')) {
        // The buttons of moves off the board are not seen.
        const offs = page.locator('.moves [aria-disabled=true]');
        const looks = await offs.evaluateAll((buttons) => buttons.map((off) => getComputedStyle(off).opacity));
        expect(new Set(looks)).toEqual(new Set(['0']));
      }
      if (id.startsWith('hanoi')) await expect.poll(() => faultsOf(page)).toEqual([]);
      const antipode = (await drawn.first().getAttribute('aria-label')) as string;
      await drawn.first().click();
      await face(page, antipode).waitFor();
      await expect.poll(() => distanceIn(page).textContent()).not.toBe('…');
    },
  );
});
