/** The files of the page. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type LastingAnswer, lastingAnswer } from '../responses.js';

/** The files of the page: path in the address, file of dist/page, Content-Type. No other files can be requested. */
const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'icon.svg', 'image/svg+xml'],
] as const;

/** Returns the page's files by their paths in the address. */
export function readPageFiles(): ReadonlyMap<string, LastingAnswer> {
  const { resolve } = createRequire(import.meta.url);
  return new Map(
    FILES.map(([path, file, type]) => [
      path,
      lastingAnswer(new Uint8Array(readFileSync(resolve(`#page/${file}`))), type),
    ]),
  );
}
