import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from './axe.js';
import { button, drag, hintIn, KIND, leadsTo, middleOf, type Site, shows, siteWith, swipe } from './site.js';

const PUZZLES = ['pancake:5', 'burnt-pancake:4', 'hanoi:3,4', 'hanoi:5,3', 'knight:5', 'solitaire:4,2', 'topspin:6,4'];

const RINGS = new URL('../../examples/rings.tws', import.meta.url).pathname;

const site = siteWith(...PUZZLES.map((name) => [name]), [RINGS], ['3x3', '--pattern', '1 2 3 4']);

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Screens, and how they are touched. */
const SCREENS = [
  { name: 'by mouse at 1280x800', options: {}, tap: ({ mouse }: Page, { x, y }: Point) => mouse.click(x, y), drag },
  {
    name: 'by finger at 390x844',
    options: { viewport: { width: 390, height: 844 }, hasTouch: true },
    tap: ({ touchscreen }: Page, { x, y }: Point) => touchscreen.tap(x, y),
    drag: swipe,
  },
] as const;
type Screen = (typeof SCREENS)[number];

async function visit(id: string, state: string, options: Parameters<Site['visit']>[1] = {}): Promise<Page> {
  const page = await site.visit(`?${new URLSearchParams({ space: site.idOf(id), state })}`, options);
  await settles(page);
  return page;
}

/** Waits until the moves of the state shown are known, and the drawing is at rest. */
async function settles(page: Page): Promise<void> {
  await page.locator('.moves[aria-busy=false]').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length))
    .toBe(0);
  await drawing(page).click({ trial: true });
}

const drawing = (page: Page) => page.locator('.state svg');

/** Returns the middle of a square of the drawing's grid. */
async function square(page: Page, selector: string, side: number, column: number, row: number): Promise<Point> {
  const box = await page.locator(`.state ${selector}`).first().boundingBox();
  if (box === null) throw new Error('not to be seen');
  return { x: box.x + ((column + 0.5) * box.width) / side, y: box.y + ((row + 0.5) * box.height) / side };
}

const pancake = (size: number) => (page: Page) => middleOf(page.locator('.state .pancake').nth(size - 1));
const peg = (index: number) => (page: Page) => middleOf(page.locator('.state .place').nth(index));
const disc = (size: number) => (page: Page) => middleOf(page.locator('.state .disc').nth(size - 1));
const piece = (number: number) => (page: Page) => middleOf(page.locator('.state .piece').nth(number - 1));
const arrow = (index: number) => (page: Page) => middleOf(page.locator('.state .push circle').nth(index));
const chess = (side: number, column: number, row: number) => (page: Page) => square(page, '.frame', side, column, row);
const cell = (index: number) => (page: Page) => middleOf(page.locator('.state .cell').nth(index));
const place = (number: number) => (page: Page) => middleOf(page.locator('.state .number').nth(number - 1));
type Place = ReturnType<typeof pancake>;

/** Places that are tapped one after the other, or between which a part is dragged, and the state after it. */
interface Gesture {
  readonly taps?: readonly Place[];
  readonly drag?: readonly [Place, Place];
  readonly next: string;
}

interface Puzzle {
  readonly id: string;
  readonly start: string;
  readonly moves: readonly Gesture[];
  /** Gestures while the reader edits. */
  readonly edits: readonly Gesture[];
}

/** Each gesture begins at the state that the one before has led to. */
const PLAYED: readonly Puzzle[] = [
  {
    id: 'pancake-5',
    start: '3 1 2 4 5',
    moves: [{ taps: [pancake(2)], next: '2 1 3 4 5' }],
    edits: [{ taps: [pancake(3), pancake(5)], next: '2 1 5 4 3' }],
  },
  {
    id: 'burnt-pancake-4',
    start: '-2 1 -4 3',
    moves: [{ taps: [pancake(1)], next: '-1 2 -4 3' }],
    edits: [{ taps: [pancake(2), pancake(2)], next: '-1 -2 -4 3' }],
  },
  {
    id: 'hanoi-3-4',
    start: 'AACB',
    moves: [
      { taps: [peg(1), peg(0)], next: 'AACA' },
      { drag: [disc(2), peg(1)], next: 'AABA' },
      { taps: [disc(1), peg(1)], next: 'AABB' },
    ],
    edits: [
      { taps: [disc(4), peg(2)], next: 'CABB' },
      { drag: [disc(2), peg(0)], next: 'CAAB' },
    ],
  },
  {
    id: 'knight-5',
    start: '2,2',
    moves: [
      { taps: [chess(5, 3, 0)], next: '3 4' },
      { drag: [piece(1), chess(5, 2, 2)], next: '2 2' },
    ],
    edits: [{ taps: [chess(5, 4, 4)], next: '4 0' }],
  },
  {
    id: 'solitaire-4-2',
    start: '1,1 2,3',
    moves: [
      { taps: [piece(2), chess(4, 2, 3)], next: '1 1 1 3' },
      // Only the first piece can go there.
      { taps: [chess(4, 0, 2)], next: '1 3 2 1' },
      { drag: [chess(4, 2, 3), chess(4, 1, 3)], next: '1 2 2 1' },
    ],
    edits: [{ taps: [chess(4, 0, 2), chess(4, 3, 0)], next: '1 2 4 4' }],
  },
  {
    id: 'topspin-6-4',
    start: '1 2 3 4 5 6',
    moves: [
      { taps: [piece(2)], next: '4 3 2 1 5 6' },
      { taps: [arrow(0)], next: '3 2 1 5 6 4' },
      { drag: [piece(4), piece(2)], next: '6 4 3 2 1 5' },
    ],
    edits: [{ taps: [piece(1), piece(6)], next: '1 4 3 2 6 5' }],
  },
  {
    id: 'rings',
    start: '1 1 1 1 1 2 2 2 2 2',
    moves: [
      // Only one move of the left ring takes a bead from its first place to its last.
      { taps: [place(1), place(6)], next: '1 1 1 1 2 1 2 2 2 2' },
      { drag: [place(7), place(8)], next: '1 1 2 1 2 2 1 2 2 1' },
    ],
    edits: [{ taps: [place(1), place(7)], next: '1 1 2 1 2 2 1 2 2 1' }],
  },
  {
    id: '3x3-pattern-1-2-3-4',
    start: '1 2 3 x 4 . . . .',
    moves: [
      { taps: [cell(4), cell(7)], next: '1 2 3 x . . . 4 .' },
      // It can go only down.
      { taps: [cell(2)], next: '1 2 x . . 3 . 4 .' },
      { drag: [cell(1), cell(2)], next: '1 x 2 . . 3 . 4 .' },
    ],
    edits: [{ taps: [cell(0), cell(8)], next: 'x . 2 . . 3 . 4 1' }],
  },
];

async function play(page: Page, screen: Screen, { taps = [], drag: between, next }: Gesture): Promise<void> {
  for (const place of taps) {
    await settles(page);
    await screen.tap(page, await place(page));
  }
  if (between !== undefined) {
    await settles(page);
    await screen.drag(page, await between[0](page), await between[1](page));
  }
  await leadsTo(page, next);
}

describe.each(SCREENS)('touched $name', (screen) => {
  // The site explores no patterns.
  test.for(PLAYED.filter(({ id }) => KIND === 'served' || !id.includes('pattern')))(
    '$id is played and edited',
    async ({ id, start, moves, edits }) => {
      const page = await visit(id, start, screen.options);
      for (const gesture of moves) await play(page, screen, gesture);
      await shows(page.locator('.moves-made'), `Moves: ${moves.length + (id.startsWith('topspin') ? 1 : 0)}`);
      await button(page, 'Edit').click();
      for (const gesture of edits) await play(page, screen, gesture);
    },
  );

  test('a best move of the line above is pressed', async () => {
    const page = await visit('pancake-5', '3 1 2 4 5', screen.options);
    await shows(hintIn(page), 'Best move: 3');
    await screen.tap(page, await middleOf(hintIn(page).getByRole('button', { name: '3' })));
    await leadsTo(page, '2 1 3 4 5');
  });

  test.for([
    ['hanoi-5-3', 'ABC'],
    ['solitaire-4-2', '1,1 2,3'],
    ['pancake-5', '3 1 2 4 5'],
  ])('%s: the drawing and all moves are in view', async ([id, state]) => {
    const page = await visit(id, state, screen.options);
    expect(await hidden(page.locator('.moves button'))).toEqual([]);
    expect(await hidden(drawing(page))).toEqual([]);
    expect((await drawing(page).boundingBox())?.height).toBeGreaterThan(120);
    await expect.poll(() => violations(page)).toEqual([]);
  });
});

/** Returns the names of the elements that are not entirely seen, because they or what contains them would have to scroll. */
async function hidden(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const list = (element.closest('.moves, .state') ?? element).getBoundingClientRect();
      const isSeen =
        left >= 0 && right <= innerWidth && top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
      return isSeen ? [] : (element.textContent ?? '');
    }),
  );
}

const count = (page: Page, selector: string) => page.locator(`.state ${selector}`).count();

describe('a drawing', () => {
  test.for([
    ['pancake-5', '3 1 2 4 5', '.spatula.best', 1],
    ['knight-5', '2,2', '.mark', 8],
    ['hanoi-3-4', 'AACB', '.arrow', 1],
    ['topspin-6-4', '4 3 2 1 5 6', '.turntable.best', 1],
    ['topspin-6-4', '2 3 4 5 6 1', '.push.best', 1],
  ] as const)('%s %s marks moves', async ([id, state, selector, marks]) => {
    const page = await visit(id, state);
    await expect.poll(() => count(page, selector)).toBe(marks);
    await button(page, 'Hints').click();
    await expect.poll(() => count(page, selector)).toBe(selector === '.mark' ? marks : 0);
  });

  test('lets a piece go that has no such move, and chooses another', async () => {
    const page = await visit('hanoi-3-4', 'AACB');
    const { mouse } = page;
    for (const [part, held] of [
      [peg(0), disc(3)],
      [peg(2), disc(2)],
    ] as const) {
      const { x, y } = await part(page);
      await mouse.click(x, y);
      await settles(page);
      expect(await count(page, '.disc.held')).toBe(1);
      expect((await middleOf(page.locator('.disc.held'))).x).toBe((await held(page)).x);
    }
    const { x, y } = await peg(2)(page);
    await mouse.click(x, y);
    await expect.poll(() => count(page, '.held')).toBe(0);
    await shows(page.locator('.moves-made'), 'Moves: 0');
  });

  test('moves its pieces smoothly, unless the reader prefers less motion', async () => {
    const page = await visit('knight-5', '2,2');
    const seconds = () =>
      page.locator('.state .moving').evaluate((piece) => getComputedStyle(piece).transitionDuration);
    await expect.poll(seconds).toBe('0.25s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(seconds).toBe('0s');
  });

  test('says how it is touched, and what a move does', async () => {
    const page = await visit('pancake-5', '3 1 2 4 5');
    const line = page.locator('.sentence');
    await shows(line, 'Tap a pancake to turn it over with all above it.');
    await page.locator('.moves button').nth(1).focus();
    await shows(line, 'Turns over the three uppermost pancakes.');
    await page.locator('.moves button').nth(1).blur();
    await button(page, 'Edit').click();
    await shows(line, 'Tap two pancakes to swap them.');
  });
});
