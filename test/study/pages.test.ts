/** Reports: the pages of boards and of other spaces, and their pictures. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { SpaceSource } from '#src/space/space.js';
import { type Analysis, analyse } from '#src/study/analysis.js';
import { distributionSvg } from '#src/study/distribution.js';
import { reportPage } from '#src/study/page.js';
import { wordsOf } from '#src/study/subject.js';
import { fixtureSpace } from '../spaces.js';
import { rows } from '../suite.js';
import { sourceOfBoard as board, knownSource as known, tableOf } from '../tables-of-kinds.js';
import { type Element, elementsOf, parseXml, textOf } from './report/xml.js';

interface Analysed {
  readonly analysis: Analysis;
  /** Texts of all antipodes. */
  readonly antipodes: readonly string[];
}

async function analysed(source: SpaceSource): Promise<Analysed> {
  using table = await tableOf(source);
  const antipodes: string[] = [];
  const analysis = await analyse(table, { threads: 1, onAntipode: (text) => void antipodes.push(text) });
  return { analysis, antipodes };
}

const PROVENANCE = {
  command: 'antipode report out/3x3.table --output 3x3.html',
  version: '1.2.3',
  table: 'out/3x3.table',
  date: '2026-02-03T04:05:06.000Z',
  node: 'v20.19.0',
  processor: { model: 'Zilog Z80', count: 2 },
  threads: 2,
};

function pageOf({ analysis, antipodes }: Analysed, provenance = PROVENANCE): string {
  const page = reportPage(analysis, antipodes, provenance);
  expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
  return page;
}

/** Returns the visible text of a page, with single spaces. */
function plainText(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<title>[^<]*<\/title>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

function expectTexts(page: string, texts: readonly string[]): void {
  const text = plainText(page);
  for (const each of texts) expect(text).toContain(each);
}

/** Returns the pictures of a page. */
function picturesOf(html: string): Element[] {
  return [...html.matchAll(/<svg [\s\S]*?<\/svg>/g)].map(([svg]) => parseXml(svg));
}

/** Returns the positions of the drawn boards; x is a cell without a tile. */
function boardsOf(html: string): string[] {
  return picturesOf(html)
    .filter(({ attributes }) => attributes.class === 'board')
    .map((drawing) => {
      const [, , width, height] = drawing.attributes.viewBox.split(' ').map(Number);
      const [columns, height32] = [Math.floor(width / 32), Math.floor(height / 32)];
      const cells = new Array<string>(columns * height32).fill('x');
      for (const tile of elementsOf(drawing, 'text')) {
        const column = Math.floor(Number(tile.attributes.x) / 32);
        const row = Math.floor(Number(tile.attributes.y) / 32);
        cells[row * columns + column] = textOf(tile);
      }
      return cells.join(' ');
    });
}

describe('the page of 3x3', () => {
  let of: Analysed;
  let page: string;
  beforeAll(async () => {
    of = await analysed(board('3x3'));
    page = pageOf(of);
  });

  // Reinefeld, Complete Solution of the Eight-Puzzle (IJCAI 1993): 181,440, 31, 2, 21.97, and a mean Manhattan distance of 14.
  test('has the published key figures, and how it was made', () => {
    expectTexts(page, [
      'States 181,440 ',
      'Maximum distance 31 ',
      'Antipodes 2 ',
      'Mean distance 21.9724 ',
      'Median 22 ',
      'Mode 24 ',
      'Standard deviation 3.3668 ',
      'Mean degree 2.6667 ',
      'Local maxima 25,077 ',
      'Manhattan distance: errors. The mean estimate is 14.0000, 7.9724 too low (18 at most)',
      'share 1 % 5 % 10 % 25 % 50 % 75 % 90 % 95 % 99 % ',
      'Command antipode report out/3x3.table --output 3x3.html Program antipode 1.2.3',
      'Date 2026-02-03 04:05 UTC',
      'Threads 1',
      'one move slides one tile by one cell, onto the blank',
      'All positions were enumerated again',
    ]);
    expect(page).toContain(
      '<tr><th scope="row">31</th><td>2</td><td>&lt;0.01 %</td><td>100.00 %</td><td>0.0090</td></tr>',
    );
    expect(page.match(/<details>/g)).toHaveLength(4);
  });

  test('draws the goal and the antipodes with their tiles, at most 20 of them', () => {
    const { analysis, antipodes } = of;
    expect(boardsOf(page)).toEqual(['1 2 3 4 5 6 7 8 x', '6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1']);
    expect(page).toContain('aria-label="antipode 6 4 7 8 5 x 3 2 1"');
    const many = { ...analysis, antipodeCount: 148 };
    const other = pageOf({ analysis: many, antipodes: Array.from({ length: 148 }, () => antipodes[0]) });
    expect(boardsOf(other)).toHaveLength(1 + 20);
    expectTexts(other, ['148 positions at distance 31, the greatest. Here are the first 20 of 148']);
  });

  test('needs no network, runs no script, and has a language, one heading, and names for all pictures', () => {
    expect(page).not.toMatch(/https?:\/\/|\/\/[a-z]|<script|javascript:|\son[a-z]+=|@import|url\(/i);
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`);
    expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(page.match(/<h1>/g)).toHaveLength(1);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/aria-labelledby="([^"]+)"/g)) expect(ids).toContain(id);
    const pictures = picturesOf(page);
    expect(pictures.length).toBeGreaterThan(10);
    for (const { attributes } of pictures) {
      expect(attributes.role).toBe('img');
      expect(attributes['aria-label']).toMatch(/\w/);
    }
  });

  test('escapes the names of files', () => {
    const name = `<img src=x>&"'.table`;
    const other = pageOf(of, { ...PROVENANCE, table: name, command: `antipode report ${name}` });
    expect(other).not.toContain('<img');
    expect(other.match(/&lt;img src=x&gt;&amp;&quot;&#39;\.table/g)).toHaveLength(2);
  });

  test('would stay small with the 81 distances of 2x6, whose shortest solutions are not counted', () => {
    const { analysis, antipodes } = of;
    const { byDepth } = analysis.heuristics[0];
    const stretch = <T>(list: readonly T[]) => Array.from({ length: 81 }, (_, depth) => list[Math.min(depth, 31)]);
    const uncounted = { states: 13_002_649, shortestSolutions: null };
    const other = pageOf({
      antipodes,
      analysis: {
        ...analysis,
        shortestSolutions: null,
        heuristics: analysis.heuristics.map((quality) => ({ ...quality, byDepth: stretch(byDepth) })),
        depths: stretch(analysis.depths).map((of, depth) => ({ ...of, depth, ...uncounted })),
        histogram: new Array<number>(81).fill(13_002_649),
      },
    });
    expect(other.length).toBeLessThan(250_000);
    expect(plainText(other)).not.toContain('Shortest solutions');
  });
});

test.each(
  rows<[string, SpaceSource, maxDepth: number, drawn?: string]>(
    [
      ['1x2', board('1x2'), 1, 'x 1'],
      ['1x5', board('1x5'), 4, 'x 1 2 3 4'],
      ['5x1', board('5x1'), 4, 'x 1 2 3 4'],
      ['2x2', board('2x2'), 6, 'x 3 2 1'],
      ['one state', { ...fixtureSpace('one-way-ring.mjs'), start: 'place 602' }, 0],
      ['two states', known('pancake:2'), 1],
    ],
    [0, 4],
  ),
)('the page of %s, with few states, is valid', async (_, source, maxDepth, antipode) => {
  const page = pageOf(await analysed(source));
  expect(boardsOf(page)[1]).toBe(antipode);
  expectTexts(page, [`Maximum distance ${maxDepth} `]);
});

describe('the page of pancake:7', () => {
  let of: Analysed;
  let page: string;
  beforeAll(async () => {
    of = await analysed(known('pancake:7'));
    page = pageOf(of);
  });

  test('has the published key figures, how it was made, and neighbours at the same distance', () => {
    expect(page).toContain('<h1>The state space pancake:7</h1>');
    expectTexts(page, [
      'by their distance from the start: 5,040 states, at most 8 moves away.',
      'States 5,040 states that moves reach, including the start',
      'Maximum distance 8 from the start',
      'Antipodes 35 states at that distance',
      'Mean degree 6.0000 ',
      'lead nearer to the start, as far from it, and further away.',
      'Space pancake:7 , numbered from 0 to 5,039',
      'Start 1 2 3 4 5 6 7 Moves can all be undone Table out/3x3.table',
    ]);
    expect(plainText(page)).not.toMatch(/Not reached|goal|position/);
    expect(page).toContain('<th scope="col">level</th>');
  });

  test('lists antipodes as texts and draws no boards', () => {
    expect(page.match(/<li><code>(\d ){6}\d<\/code><\/li>/g)).toHaveLength(20);
    expectTexts(page, ['35 states at distance 8, the greatest. Here are the first 20 of 35']);
    expect(page).not.toContain('class="board"');
  });

  test('names heuristics that are called like the properties of objects', () => {
    const { analysis, antipodes } = of;
    const heuristics = ['constructor', 'toString', '__proto__'].map((heuristic) => {
      return { ...analysis.heuristics[0], heuristic };
    });
    const other = pageOf({ analysis: { ...analysis, heuristics }, antipodes });
    for (const { heuristic } of heuristics) expect(other).toContain(`<th scope="col">${heuristic}`);
  });
});

test('the page of a space escapes all starts, and gives the number of unreached states', async () => {
  const grid = pageOf(await analysed(fixtureSpace('grid.mjs')));
  expectTexts(grid, ['by their distance from the nearest start: 400 states']);
  expect(grid).toContain('<code>&lt;0&gt; &amp; &quot;0&quot;</code> <code>&lt;19&gt; &amp; &quot;19&quot;</code>');
  expect(grid).not.toContain('<0>');
  const ring = pageOf(await analysed(fixtureSpace('one-way-ring.mjs')));
  const unreached = 'Not reached 4 states that no moves reach';
  expectTexts(ring, [unreached, 'Moves cannot all be undone: distances are those from the start']);
});

test('a space of 512 depths has a small page, and at most 200 bars in a chart, with heights proportional to their means', async () => {
  const deep = await analysed(known('hanoi:3,9'));
  const page = pageOf(deep);
  expect(page.length).toBeLessThan(250_000);
  for (const chart of picturesOf(page)) expect(elementsOf(chart, 'rect').length).toBeLessThanOrEqual(200);
  expectTexts(page, ['Each mark is the mean of 5 distances.']);
  expect(page).toContain('<th scope="row">510-511</th>');

  const { analysis } = deep;
  const svg = parseXml(distributionSvg(analysis.space, analysis.histogram, wordsOf(analysis)));
  const bars = elementsOf(svg, 'rect').filter(({ attributes }) => attributes.x !== undefined);
  expect(bars).toHaveLength(103);
  const middles = bars.map(({ attributes }) => Number(attributes.x) + Number(attributes.width) / 2);
  const step = (middles[101] - middles[0]) / 101;
  for (const [index, middle] of middles.entries()) expect(middle).toBeCloseTo(middles[0] + index * step, 0);
  const mean = (group: number) => {
    const counts = analysis.histogram.slice(5 * group, 5 * (group + 1));
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  };
  const heights = bars.map(({ attributes }) => Number(attributes.height));
  for (const group of [10, 40, 102]) expect(heights[group] / heights[80]).toBeCloseTo(mean(group) / mean(80), 1);
});
