import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { analyse } from '#src/study/analysis.js';
import { distributionSvg } from '#src/study/report/distribution.js';
import { wordsOf } from '#src/study/report/subject.js';
import { Table } from '#src/table/table.js';

import { type Analysed, pageOf, picturesOf, plainText } from './analyses.js';
import { elementsOf, parseXml } from './xml.js';

async function analysed(source: SpaceSource): Promise<Analysed> {
  const { table: contents } = await explore({ space: source, threads: 1, antipodes: 0 });
  if (contents === null) throw new Error('no table was made');
  using table = await Table.of(contents);
  const antipodes: string[] = [];
  const analysis = await analyse(table, { threads: 1, onAntipode: (text) => void antipodes.push(text) });
  return { analysis, antipodes };
}

function known(space: string): SpaceSource {
  return { kind: 'known', space };
}

function fixture(name: string): SpaceSource {
  return { kind: 'module', path: fileURLToPath(new URL(`../../fixtures/spaces/${name}`, import.meta.url)) };
}

describe('the page of pancake:7', () => {
  let page: string;
  beforeAll(async () => {
    page = pageOf(await analysed(known('pancake:7')));
  });

  test('has the published key figures', () => {
    const text = plainText(page);
    expect(page).toContain('<h1>The state space pancake:7</h1>');
    expect(text).toContain('by their distance from the start: 5,040 states, at most 8 moves away.');
    expect(text).toContain('States 5,040 states that moves reach, including the start');
    expect(text).toContain('Maximum distance 8 from the start');
    expect(text).toContain('Antipodes 35 states at that distance');
    expect(text).toContain('Mean degree 6.0000 ');
    expect(text).not.toContain('Not reached');
    expect(text).not.toContain('goal');
    expect(text).not.toContain('position');
  });

  test('lists antipodes as texts and draws no boards', () => {
    expect(page.match(/<li><code>(\d ){6}\d<\/code><\/li>/g)).toHaveLength(20);
    expect(plainText(page)).toContain('35 states at distance 8, the greatest. Here are the first 20 of 35');
    expect(page).not.toContain('class="board"');
  });

  test('shows neighbours at the same distance', () => {
    expect(page).toContain('<th scope="col">level</th>');
    expect(plainText(page)).toContain('lead nearer to the start, as far from it, and further away.');
  });

  test('describes how it was made', () => {
    const text = plainText(page);
    expect(text).toContain('Space pancake:7 , numbered from 0 to 5,039');
    expect(text).toContain('Start 1 2 3 4 5 6 7 Moves can all be undone Table out/3x3.table');
  });
});

test('the page of a space escapes all starts, and gives the number of unreached states', async () => {
  const grid = pageOf(await analysed(fixture('grid.mjs')));
  expect(plainText(grid)).toContain('by their distance from the nearest start: 400 states');
  expect(grid).toContain('<code>&lt;0&gt; &amp; &quot;0&quot;</code> <code>&lt;19&gt; &amp; &quot;19&quot;</code>');
  expect(grid).not.toContain('<0>');
  const ring = plainText(pageOf(await analysed(fixture('one-way-ring.mjs'))));
  expect(ring).toContain('Not reached 4 states that no moves reach');
  expect(ring).toContain('Moves cannot all be undone: distances are those from the start');
});

test('the page names heuristics that are called like the properties of objects', async () => {
  const { analysis, antipodes } = await analysed(known('pancake:4'));
  const [gap] = analysis.heuristics;
  const heuristics = ['constructor', 'toString', '__proto__'].map((heuristic) => ({ ...gap, heuristic }));
  const page = pageOf({ analysis: { ...analysis, heuristics }, antipodes });
  for (const { heuristic } of heuristics) expect(page).toContain(`<th scope="col">${heuristic}`);
  expect(page).not.toMatch(/NaN|undefined/);
});

test('what is not an open table is refused in one line', async () => {
  await expect(analyse('3x4.table' as never)).rejects.toThrow(
    new InputError('the table must be an open one, found "3x4.table": open it with Table.open'),
  );
});

describe('a space of 512 depths', () => {
  let deep: Analysed;
  beforeAll(async () => {
    deep = await analysed(known('hanoi:3,9'));
  });

  test('has a small page, with at most 200 bars in a chart', () => {
    const page = pageOf(deep);
    expect(page.length).toBeLessThan(250_000);
    for (const chart of picturesOf(page)) expect(elementsOf(chart, 'rect').length).toBeLessThanOrEqual(200);
    expect(plainText(page)).toContain('Each mark is the mean of 5 distances.');
    expect(page).toContain('<th scope="row">510-511</th>');
    expect(page).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('has a picture whose bars are at their distances, with heights proportional to their means', () => {
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
});

test.each<[string, SpaceSource, number]>([
  ['one state', { ...fixture('one-way-ring.mjs'), start: 'place 602' }, 0],
  ['two states', known('pancake:2'), 1],
])('the page of %s, with few states, is valid', async (_, source, maxDepth) => {
  const page = pageOf(await analysed(source));
  expect(plainText(page)).toContain(`Maximum distance ${maxDepth} `);
  expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
});
