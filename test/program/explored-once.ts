/** Tables as the program writes them, for tests of what is done with tables: each is explored once in all tests. */

import { cpSync } from 'node:fs';
import { expect } from 'vitest';
import { madeOnce } from '../made-once.js';
import type { Finished, RunOptions } from './process.js';

type Run = (words: readonly string[], options: RunOptions) => Promise<Finished>;

/** Fills the folder as if `antipode explore` had been run in it with these words; `run` runs the program. */
export async function exploreOnce(run: Run, cwd: string, words: readonly string[]): Promise<void> {
  const explored = await madeOnce(words.join(' '), async (made) => {
    expect(await run(['explore', ...words], { cwd: made })).toMatchObject({ status: 0 });
  });
  cpSync(explored, cwd, { recursive: true });
}
