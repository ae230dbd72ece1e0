/** Tables written by the program, for tests of commands that read tables. Each is explored once for all tests. */

import { cpSync } from 'node:fs';
import { expect } from 'vitest';
import { madeOnce } from '../made-once.js';
import type { Finished, RunOptions } from './process.js';

type Run = (words: readonly string[], options: RunOptions) => Promise<Finished>;

/** Fills the folder as if `antipode explore` had been run in it with these words. @param run runs the program */
export async function exploreOnce(run: Run, cwd: string, words: readonly string[]): Promise<void> {
  const explored = await madeOnce(words.join(' '), async (made) => {
    expect(await run(['explore', ...words], { cwd: made })).toMatchObject({ status: 0 });
  });
  cpSync(explored, cwd, { recursive: true });
}
