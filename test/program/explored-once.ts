/** Tables as the program writes them, for tests of what is done with tables: each is explored once in all tests. */

import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Finished, RunOptions } from './process.js';

type Run = (words: readonly string[], options: RunOptions) => Promise<Finished>;

/** Fills the folder as if `antipode explore` had been run in it with these words; `run` runs the program. */
export async function exploreOnce(run: Run, cwd: string, words: readonly string[]): Promise<void> {
  const folder = process.env.ANTIPODE_EXPLORED;
  if (folder === undefined) throw new Error('test/explored-folder.ts has not been run');
  const explored = join(folder, encodeURIComponent(words.join(' ')));
  if (!existsSync(explored)) {
    const made = mkdtempSync(join(folder, 'in-work-'));
    expect(await run(['explore', ...words], { cwd: made })).toMatchObject({ status: 0 });
    try {
      renameSync(made, explored);
    } catch {
      // Another file's test has made it at the same time.
      expect(existsSync(explored)).toBe(true);
      rmSync(made, { recursive: true });
    }
  }
  cpSync(explored, cwd, { recursive: true });
}
