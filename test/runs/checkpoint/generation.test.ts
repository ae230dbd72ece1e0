import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Generations } from '#src/runs/exploration/checkpoint-files.js';
import { temporaryFolder } from '../../program/run.js';

/** Writes the files of the next generation. @returns the files that may be overwritten */
function write(generations: Generations, folder: string): number | undefined {
  const { next } = generations;
  const spare = generations.begin();
  for (const bitset of ['table', 'visited']) writeFileSync(join(folder, `${bitset}-${next}`), '');
  return spare;
}

function visitedIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('visited-'));
}

test('files that a manifest may refer to are neither removed nor overwritten until another manifest is certain', async () => {
  const folder = temporaryFolder();
  const generations = new Generations(folder, 0, ['visited', 'table']);
  for (const spare of [undefined, 0]) {
    expect(write(generations, folder)).toBe(spare);
    generations.replace();
    expect(await generations.tidy()).toEqual([]);
  }
  expect(visitedIn(folder)).toEqual(['visited-1', 'visited-2']);

  // The manifest of the third generation may survive or not.
  expect(write(generations, folder)).toBe(1);
  generations.keepAll();
  // The fourth generation fails.
  expect(write(generations, folder)).toBeUndefined();
  expect(visitedIn(folder)).toContain('visited-4');
  expect(await generations.tidy()).toEqual([]);
  expect(visitedIn(folder)).toEqual(['visited-2', 'visited-3']);

  expect(write(generations, folder)).toBeUndefined();
  generations.replace();
  expect(await generations.tidy()).toEqual([]);
  expect(visitedIn(folder)).toEqual(['visited-3', 'visited-4']);
  expect(write(generations, folder)).toBe(3);
});

test('files that cannot be removed are reported, and removed later', async () => {
  const folder = temporaryFolder();
  const generations = new Generations(folder, 0, ['visited', 'table']);
  mkdirSync(join(folder, 'visited-1'));
  generations.begin();
  expect(await generations.tidy()).toEqual(['visited-1']);
  expect(await generations.tidy()).toEqual(['visited-1']);
  rmdirSync(join(folder, 'visited-1'));
  writeFileSync(join(folder, 'visited-1'), '');
  expect(await generations.tidy()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
