import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as library from '#src/index.js';
import { root } from './pages.js';

test('docs/reference/library.md names every function, class and constant of the library', () => {
  const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');
  const names = Object.keys(library);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
