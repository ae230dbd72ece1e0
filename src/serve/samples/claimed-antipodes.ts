/** The antipodes that the result of an exploration lists, in the file beside its table (docs/reference/result.md). */

import { readFile, stat } from 'node:fs/promises';

/** 10,000 antipodes and a long histogram take less. */
const MOST_BYTES = 32e6;

/**
 * Reads texts of states, none of which has been checked; none if there is no such file, or it is not a result.
 * @param path of the table: its name ends in `.table`
 */
export async function claimedAntipodes(path: string): Promise<readonly string[]> {
  const text = await textOf(path.replace(/(\.table)?$/, '.json'));
  if (text === undefined) return [];
  let result: unknown;
  try {
    result = JSON.parse(text);
  } catch (error) {
    // A file of that name need not be a result.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  const claimed = (result as { readonly antipodes?: unknown } | null)?.antipodes;
  return Array.isArray(claimed) ? claimed.filter((text) => typeof text === 'string') : [];
}

/** Reads a file. @returns undefined if it cannot be read, or is too large for a result */
async function textOf(path: string): Promise<string | undefined> {
  try {
    const status = await stat(path);
    return status.isFile() && status.size <= MOST_BYTES ? await readFile(path, 'utf8') : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}
