/** Modules of users, which are files. */

import { readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { sha256 } from './files.js';

const JAVASCRIPT = /\.[cm]?js$/;
const TYPESCRIPT = /\.[cm]?ts$/;

/** Returns why a file cannot be a module, as far as its name tells; undefined if it can. */
export function moduleFault(path: string): string | undefined {
  const stripsTypes = 'typescript' in process.features && process.features.typescript !== false;
  if (!JAVASCRIPT.test(path) && !TYPESCRIPT.test(path)) {
    return `a module of a space ends in .js, .mjs, .cjs or .ts, found ${path}`;
  }
  if (stripsTypes || !TYPESCRIPT.test(path)) return undefined;
  return `${path} is TypeScript, which Node ${process.versions.node} does not run: compile it to JavaScript, or use Node 22.18 or newer`;
}

/** Returns the path of a module that is given as a text: none, since modules are files. */
export function moduleOfText(_name: string, _text: string): string | undefined {
  return undefined;
}

/** Returns the digest of a module's contents. @throws the file system's error; one with the code ENOTFILE if the path is not a file */
export function digestOfModule(path: string): string {
  // Reading a device or a pipe, which the header of a table may also name, might never end.
  if (!statSync(path).isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'ENOTFILE' });
  return sha256(readFileSync(path));
}

/** Imports a module, again if its digest has changed. @throws what the module throws */
export function importModule(path: string, digest: string): Promise<{ readonly default?: unknown }> {
  return import(`${pathToFileURL(path).href}?${digest}`);
}
