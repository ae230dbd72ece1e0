import { exploreOnce } from './explored-once.js';
import { antipode } from './run.js';

/** Fills the folder as if `antipode explore` had been run in it with these words. */
export async function exploreInto(cwd: string, words: readonly string[]): Promise<void> {
  await exploreOnce(antipode, cwd, words);
}
