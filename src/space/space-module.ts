/** State spaces that users have written, as modules of JavaScript or TypeScript. */

import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../base/input-error.js';
import { checkShape } from './check-space.js';
import type { SpaceDefinition } from './definition.js';
import { SpaceError } from './errors.js';
import { messageOf } from './space-text.js';

const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts'];

/**
 * Imports a module whose default export is a state space, or a function, maybe an asynchronous one, that returns one.
 * @param path absolute
 * @throws InputError if there is no such module, or this Node cannot read it; SpaceError if it fails, or its export is not a
 * state space
 */
export async function loadSpaceModule(path: string): Promise<SpaceDefinition> {
  checkFile(path);
  let exported: unknown;
  try {
    exported = defaultOf(await import(pathToFileURL(path).href));
    if (typeof exported === 'function') exported = await exported();
  } catch (error) {
    throw new SpaceError(`the module ${path} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
  return checkShape(exported, `the default export of ${path}`);
}

function checkFile(path: string): void {
  const kind = extname(path);
  const stripsTypes = 'typescript' in process.features && process.features.typescript !== false;
  if (!JAVASCRIPT.includes(kind) && !TYPESCRIPT.includes(kind)) {
    throw new InputError(`a module of a space ends in ${JAVASCRIPT.join(', ')} or .ts, found ${path}`);
  }
  if (!existsSync(path)) throw new InputError(`there is no module ${path}`);
  if (TYPESCRIPT.includes(kind) && !stripsTypes) {
    throw new InputError(
      `${path} is TypeScript, which Node ${process.versions.node} does not run: compile it to JavaScript, or use Node 22.18 or newer`,
    );
  }
}

/** Returns the default export, which a CommonJS module compiled from `export default` has within that of the import. */
function defaultOf(namespace: { readonly default?: unknown }): unknown {
  const { default: exported } = namespace;
  const compiled = typeof exported === 'object' && exported !== null && '__esModule' in exported;
  return compiled ? (exported as { readonly default?: unknown }).default : exported;
}
