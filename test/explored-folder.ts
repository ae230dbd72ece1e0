/** A folder for explorations that the tests of a run only read: created before the tests, removed after them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-explored-'));
  process.env.ANTIPODE_EXPLORED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
