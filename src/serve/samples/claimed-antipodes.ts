/** The antipodes listed in the result file beside an exploration's table (docs/reference/result.md). */

import { readFile, stat } from 'node:fs/promises';

/** Maximum bytes of a result; 10,000 antipodes and a long histogram take less. */
const MOST_BYTES = 32e6;

/**
 * Returns texts of states, all unchecked. The list is empty if the file does not exist or is not a result.
 * @param path path of the table, which ends in `.table`
 */
export async function claimedAntipodes(path: string): Promise<readonly string[]> {
  const text = await textOf(path.replace(/(\.table)?$/, '.json'));
  if (text === undefined) return [];
  let result: unknown;
  try {
    result = JSON.parse(text);
  } catch (error) {
    // A file of that name may be something else.
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
