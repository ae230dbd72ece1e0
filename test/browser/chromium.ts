/** The browser of the tests: Chromium on the PATH, or the program whose name or path is in CHROMIUM. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Names of the program; some distributions call it chromium-browser. */
const NAMES = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['chromium', 'chromium-browser'];

/** Path of the browser; undefined if there is none. */
export const CHROMIUM = programOf(NAMES);

/** Returns the path of the first of these programs that is installed, as a shell would find it. */
export function programOf(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name))));
  return paths.find((path) => existsSync(path));
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
