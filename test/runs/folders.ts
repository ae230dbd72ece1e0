import { join } from 'node:path';
import { temporaryFolder } from '../program/run.js';

/** Returns the path of a folder that does not exist yet, and is removed after the test. */
export function newFolder(): string {
  return join(temporaryFolder(), 'work');
}
