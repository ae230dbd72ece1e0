import { expect, test } from 'vitest';
import { rows } from '../suite.js';
import { exploreInto } from './explored.js';
import { antipode, PROVENANCE, temporaryFolder } from './run.js';

test.each(
  rows(
    [
      [['explore', '2x2', '--no-table', '--antipodes', '1', '--output', 'a b'], 1],
      [['explore', '2x2', '--all-goals', '--no-table', '--threads', '2'], 2],
      [['explore', 'pancake:4', '--threads', '2'], 1],
      [['analyse', 'out/2x2.table', '--threads', '2'], 2],
      [['verify', 'out/2x2.table', '--threads', '2'], 2],
      [['verify', '--board', '2x2', '--distances', 'd.npy', '--threads', '2'], 2],
      [['compare', '2x2', '--count', '2'], 1],
    ],
    [1, 5, 6],
  ),
)('%j --json describes the provenance of its result', async (words, threads) => {
  const cwd = temporaryFolder();
  await exploreInto(cwd, ['2x2']);
  if (words.includes('d.npy')) await antipode(['export', 'out/2x2.table', '--output', 'd.npy'], { cwd });
  const begin = Date.now();
  const { status, out } = await antipode([...words, '--json'], { cwd });
  expect(status).toBe(0);
  const { provenance } = JSON.parse(out);
  expect(provenance).toEqual({ ...PROVENANCE, threads });
  expect(provenance.command).toBe(`antipode ${words.join(' ').replace('a b', "'a b'")} --json`);
  const date = Date.parse(provenance.date);
  expect(date >= begin && date <= Date.now()).toBe(true);
  expect(Object.keys(JSON.parse(out)).at(-1)).toBe('provenance');
});
