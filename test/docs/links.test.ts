import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';
import { pages, root, tokensOf } from './pages.js';

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(tokensOf(page, 'heading').map(({ text }) => slugger.slug(text.replaceAll('`', ''))));
}

/** Returns the error of a link, or null if it is correct. */
function faultOf(page: string, href: string): string | null {
  if (/^(https?|mailto):/.test(href)) return null;
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: '${href}' leads to no file`;
  if (anchor === undefined || anchorsOf(target).has(anchor)) return null;
  return `${page}: '${href}' leads to no heading of ${target}`;
}

test('every link and picture of the pages leads to a file and a heading of the repository, or to the web', () => {
  const links = pages.flatMap((page) =>
    [...tokensOf(page, 'link'), ...tokensOf(page, 'image')].map(({ href }) => ({ page, href })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.map(({ page, href }) => faultOf(page, href)).filter((fault) => fault !== null)).toEqual([]);
});

test('the index of docs links every page of docs', () => {
  const linked = new Set(tokensOf('docs/README.md', 'link').map(({ href }) => normalize(join('docs', href))));
  const others = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(others.filter((page) => !linked.has(page))).toEqual([]);
});
