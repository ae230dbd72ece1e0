/** A folder for what the tests of one run explore with the program and only read: made before them, removed after them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-explored-'));
  process.env.ANTIPODE_EXPLORED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
