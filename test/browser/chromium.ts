/** The browser that the tests drive: Debian's, or the one that CHROMIUM names. */

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACE = process.env.CHROMIUM ?? '/usr/bin/chromium';

export async function launchChromium(): Promise<Browser> {
  if (!existsSync(PLACE)) {
    throw new Error(`no browser at ${PLACE}: apt-get install chromium, or name one in the variable CHROMIUM`);
  }
  return chromium.launch({
    executablePath: PLACE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
