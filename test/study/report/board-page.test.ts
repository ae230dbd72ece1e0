import { beforeAll, describe, expect, test } from 'vitest';
import { reportPage } from '#src/study/report/page.js';
import { analysed, PROVENANCE, pageOf, picturesOf, plainText } from './analyses.js';
import { elementsOf, textOf } from './xml.js';

/** Returns the positions of the drawn boards; x is a cell without a tile. */
function boardsOf(html: string): string[] {
  return picturesOf(html)
    .filter(({ attributes }) => attributes.class === 'board')
    .map((board) => {
      const [, , width, height] = board.attributes.viewBox.split(' ').map(Number);
      const [columns, rows] = [Math.floor(width / 32), Math.floor(height / 32)];
      const cells = new Array<string>(columns * rows).fill('x');
      for (const tile of elementsOf(board, 'text')) {
        const column = Math.floor(Number(tile.attributes.x) / 32);
        const row = Math.floor(Number(tile.attributes.y) / 32);
        cells[row * columns + column] = textOf(tile);
      }
      return cells.join(' ');
    });
}

describe('the page of 3x3', () => {
  let page: string;
  beforeAll(async () => {
    page = pageOf(await analysed('3x3'));
  });

  // Reinefeld, Complete Solution of the Eight-Puzzle (IJCAI 1993): 181,440, 31, 2, 21.97, and a mean Manhattan distance of 14.
  test('has the published key figures', () => {
    const text = plainText(page);
    expect(text).toContain('States 181,440 ');
    expect(text).toContain('Maximum distance 31 ');
    expect(text).toContain('Antipodes 2 ');
    expect(text).toContain('Mean distance 21.9724 ');
    expect(text).toContain('Median 22 ');
    expect(text).toContain('Mode 24 ');
    expect(text).toContain('Standard deviation 3.3668 ');
    expect(text).toContain('Mean degree 2.6667 ');
    expect(text).toContain('Local maxima 25,077 ');
    expect(text).toContain('Manhattan distance: errors. The mean estimate is 14.0000, 7.9724 too low (18 at most)');
    expect(text).toContain(
      'share 1\u202f% 5\u202f% 10\u202f% 25\u202f% 50\u202f% 75\u202f% 90\u202f% 95\u202f% 99\u202f% '.replaceAll(
        '\u202f',
        ' ',
      ),
    );
  });

  test('draws the goal and the antipodes with their tiles', () => {
    expect(boardsOf(page)).toEqual(['1 2 3 4 5 6 7 8 x', '6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1']);
    expect(page).toContain('aria-label="antipode 6 4 7 8 5 x 3 2 1"');
  });

  test('describes how it was made', () => {
    const text = plainText(page);
    expect(text).toContain('Command antipode report out/3x3.table --output 3x3.html Program antipode 1.2.3');
    expect(text).toContain('Date 2026-02-03 04:05 UTC');
    expect(text).toContain('Threads 2');
    expect(text).toContain('one move slides one tile by one cell, onto the blank');
    expect(text).toContain('All positions were enumerated again');
  });

  test('needs no network and runs no script', () => {
    expect(page).not.toMatch(/https?:\/\/|\/\/[a-z]|<script|javascript:|\son[a-z]+=|@import|url\(/i);
    expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none';`);
  });

  test('has a language, a viewport, one first-level heading, and names for all pictures', () => {
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

  test('has the numbers of its charts in tables', () => {
    expect(page).toContain(
      '<tr><th scope="row">31</th><td>2</td><td>&lt;0.01 %</td><td>100.00 %</td><td>0.0090</td></tr>',
    );
    expect(page.match(/<details>/g)).toHaveLength(4);
  });
});

test('the page escapes the names of files', async () => {
  const { analysis, antipodes } = await analysed('2x2');
  const name = `<img src=x>&"'.table`;
  const page = reportPage(analysis, antipodes, { ...PROVENANCE, table: name, command: `antipode report ${name}` });
  expect(page).not.toContain('<img');
  expect(page.match(/&lt;img src=x&gt;&amp;&quot;&#39;\.table/g)).toHaveLength(2);
});

test('the page draws the first 20 of many antipodes, and gives their number', async () => {
  const page = pageOf(await analysed('3x3', '1 2 3 4 x 5 6 7 8'));
  expect(boardsOf(page)).toHaveLength(1 + 20);
  expect(plainText(page)).toContain('148 positions at distance 30, the greatest. Here are the first 20 of 148');
});

test.each([
  ['1x2', 1, 'x 1'],
  ['1x5', 4, 'x 1 2 3 4'],
  ['5x1', 4, 'x 1 2 3 4'],
  ['2x2', 6, 'x 3 2 1'],
])('the page of %s, with few states, is valid', async (name, maxDepth, antipode) => {
  const page = pageOf(await analysed(name));
  expect(boardsOf(page)[1]).toBe(antipode);
  expect(plainText(page)).toContain(`Maximum distance ${maxDepth} `);
  expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
});

test('the page of a large space stays small', async () => {
  const { analysis, antipodes } = await analysed('2x4');
  // Like 2x6, it has 81 distances and no shortest solutions.
  const { byDepth } = analysis.heuristics[0];
  const stretched = {
    ...analysis,
    shortestSolutions: null,
    heuristics: analysis.heuristics.map((quality) => ({
      ...quality,
      byDepth: Array.from({ length: 81 }, (_, depth) => byDepth[Math.min(depth, analysis.maxDepth)]),
    })),
    depths: Array.from({ length: 81 }, (_, depth) => ({
      ...analysis.depths[Math.min(depth, analysis.maxDepth)],
      depth,
      states: 13_002_649,
      shortestSolutions: null,
    })),
    histogram: new Array<number>(81).fill(13_002_649),
  };
  const page = reportPage(stretched, antipodes, PROVENANCE);
  expect(page.length).toBeLessThan(250_000);
  expect(plainText(page)).not.toContain('Shortest solutions');
});
