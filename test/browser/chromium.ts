/** The browser that the tests drive: the Chromium of the PATH, or the one that CHROMIUM names or has the path of. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** What it may be called: chromium-browser by some distributions. */
const NAMES = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['chromium', 'chromium-browser'];

/** Where it is; undefined where there is none. */
export const CHROMIUM = NAMES.flatMap(pathsOf).find((path) => existsSync(path));

/** Where a shell would look for a program. */
function pathsOf(name: string): string[] {
  if (name.includes('/')) return [name];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name));
}

export function launchChromium(executable: string | undefined): Promise<Browser> {
  return chromium.launch({
    executablePath: executable ?? NAMES[0],
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
