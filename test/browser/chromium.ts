/** The browser of the tests: Chromium on the PATH, or the program whose name or path is in CHROMIUM. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Names of the program; some distributions call it chromium-browser. */
const NAMES = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['chromium', 'chromium-browser'];

/** Path of the browser; undefined if there is none. */
export const CHROMIUM = NAMES.flatMap(pathsOf).find((path) => existsSync(path));

/** Returns the paths where a shell would look for a program. */
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
