/** Ends a run of these tests before it begins, in one line, where there is no browser. */

import { existsSync } from 'node:fs';
import { CHROMIUM } from './chromium.js';

export default function browserNeeded(): void {
  if (existsSync(CHROMIUM)) return;
  process.stderr.write(`no browser at ${CHROMIUM}: apt-get install chromium, or name one in the variable CHROMIUM\n`);
  process.exit(1);
}
