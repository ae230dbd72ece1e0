import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as library from '#src/index.js';
import { root } from './pages.js';

test('docs/reference/library.md lists the functions, classes and constants of the library, and no others', () => {
  const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(listed.toSorted()).toEqual(Object.keys(library).sort());
});
