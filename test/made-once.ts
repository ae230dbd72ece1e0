/** Folders of files that several tests only read. Each is made once for all tests. */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Returns a folder for reading. @param make fills the folder, if no test has done so yet */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = process.env.ANTIPODE_EXPLORED;
  if (folder === undefined) throw new Error('test/explored-folder.ts has not been run');
  const made = join(folder, encodeURIComponent(name));
  if (existsSync(made)) return made;
  const inWork = mkdtempSync(join(folder, 'in-work-'));
  await make(inWork);
  try {
    renameSync(inWork, made);
  } catch {
    // A test of another file has made it at the same time.
    expect(existsSync(made)).toBe(true);
    rmSync(inWork, { recursive: true });
  }
  return made;
}
