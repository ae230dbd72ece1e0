/** The links of the pages to the site, and the figures of the lesson. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explore, type SearchOptions, type SpaceSource, search, Table } from '#src/index.js';
import { spaceOfFileName } from '#src/spaces/names.js';
import { pages, root, tokensOf } from './pages.js';

const LESSON = 'docs/tutorials/classroom.md';
const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const links = pages.flatMap((page) =>
  tokensOf(page, 'link')
    .filter(({ href }) => /^https?:\/\/[^/]*\.github\.io\b/.test(href))
    .map(({ href, text }) => ({ page, text, href })),
);

test('every link to the site begins with the homepage of package.json', () => {
  expect(links.map(({ page }) => page)).toEqual(expect.arrayContaining(['README.md', LESSON]));
  expect(links.filter(({ href }) => !href.startsWith(homepage))).toEqual([]);
});

const places = links.flatMap(({ href, text }) => {
  const query = new URL(href).searchParams;
  const [space, state] = [query.get('space'), query.get('state')?.replaceAll(',', ' ')];
  return space === null ? [] : [{ space, state, text }];
});

test.each([...new Set(places.map(({ space }) => space))])(
  'links to %s name a space, and say how far their position is from the goal',
  async (id) => {
    const space = (await spaceOfFileName(id)) as SpaceSource;
    const distanceOf = await distances(space, id === '4x4');
    for (const { state, text } of places.filter((place) => place.space === id)) {
      if (state === undefined) continue;
      const distance = await distanceOf(state);
      expect(text, state).toMatch(distance === null ? /\bunsolvable$/ : RegExp(`\\b${distance} moves\\b`));
    }
  },
);

/** Returns the function of the distance of a state: by the table or, if the space is too large, by searches. */
async function distances(space: SpaceSource, large: boolean) {
  if (large) return async (from: string) => (await search(space, { from })).distance;
  const table = await Table.of((await explore({ space, antipodes: 0 })).table);
  return (state: string) => table.distance(state);
}

test.each([
  ['breadth-first', { algorithm: 'bfs' }],
  ['A\\* with misplaced tiles', { algorithm: 'astar', heuristic: 'misplaced' }],
  ['A\\* with Manhattan distance', { algorithm: 'astar', heuristic: 'manhattan' }],
  ['A\\* with linear conflict', { algorithm: 'astar', heuristic: 'linear-conflict' }],
] satisfies [string, SearchOptions][])(
  'the lesson counts the positions that are expanded by %s',
  async (name, options) => {
    const line = readFileSync(join(root, LESSON), 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`| ${name} |`));
    const counts = ['2 3 4 1 5 x 7 6 8', '8 6 7 2 5 4 3 x 1'].map(async (from) => {
      const { expanded } = await search('3x3', { from }, options);
      return expanded.toLocaleString('en-US');
    });
    expect(line).toBe(`| ${name} | ${(await Promise.all(counts)).join(' | ')} |`);
  },
);
