import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);

test('each promise of docs/explanations/reliability.md names tests that exist, and how much of them npm test runs', () => {
  const text = readFileSync(new URL('docs/explanations/reliability.md', root), 'utf8');
  const promises = text.split('\n').filter((line) => /^\| [^p-]/.test(line));
  expect(promises.length).toBeGreaterThan(15);
  for (const promise of promises) {
    const paths = [...promise.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path);
    expect(paths.length, promise).toBeGreaterThan(0);
    for (const path of paths) expect(existsSync(fileURLToPath(new URL(path, root))), path).toBe(true);
    expect(promise).toMatch(/npm test|full/i);
  }
});
