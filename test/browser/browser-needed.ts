/** Ends a run of these tests before it begins, with one line, if there is no browser. */

import { CHROMIUM } from './chromium.js';

export default function browserNeeded(): void {
  if (CHROMIUM !== undefined) return;
  const wanted = process.env.CHROMIUM || 'chromium on the PATH';
  process.stderr.write(
    `no browser: expected ${wanted}; apt-get install chromium, or name one in the variable CHROMIUM\n`,
  );
  process.exit(1);
}
