import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as inBrowser from '#src/browser.js';
import * as library from '#src/index.js';
import { root } from './pages.js';

const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');

test('docs/reference/library.md lists the functions, classes and constants of the library, and no others', () => {
  const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(listed.toSorted()).toEqual(Object.keys(library).sort());
});

test('and tells which of them pages do not have', () => {
  const [, names] = /^- These names are for Node alone: (.*)\.$/m.exec(page) ?? [];
  const alone = Object.keys(library).filter((name) => !(name in inBrowser));
  expect([...names.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(alone.sort());
});
