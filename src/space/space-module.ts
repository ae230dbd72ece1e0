/**
 * State spaces that users have written, as modules of JavaScript or TypeScript.
 *
 * A module is code, so it is loaded only if the user has named it, or if its file has the digest that a source holds. Each thread
 * reads the file, checks its digest, and imports it under an address that contains the digest. Node reads it again for that: somebody
 * who replaces the file in between is not noticed, and neither is a change of what the module itself imports.
 */

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../base/input-error.js';
import { checkShape } from './check-space.js';
import type { SpaceDefinition } from './definition.js';
import { SpaceError } from './errors.js';
import type { ModuleSpace } from './space-source.js';
import { messageOf } from './space-text.js';
import { rememberModule } from './stray-errors.js';

const JAVASCRIPT = ['.js', '.mjs', '.cjs'];
const TYPESCRIPT = ['.ts', '.mts', '.cts'];

/** The space of a module, and the digest of the file that it was loaded from. */
export interface LoadedModule {
  readonly definition: SpaceDefinition;
  readonly digest: string;
}

/**
 * Imports a module whose default export is a state space, or a function, maybe an asynchronous one, that returns one.
 * @throws InputError if there is no such module, or this Node cannot read it; SpaceError if it has another digest than the source
 * holds, if it fails, or its export is not a state space
 */
export async function loadSpaceModule({ path, digest: expected }: ModuleSpace): Promise<LoadedModule> {
  checkKind(path);
  const digest = moduleDigest(path);
  if (expected !== undefined && digest !== expected) {
    throw new SpaceError(`the module ${path} has changed since its space was made: make the space again`);
  }
  rememberModule(path);
  let exported: unknown;
  try {
    exported = defaultOf(await import(`${pathToFileURL(path).href}?${digest}`));
    if (typeof exported === 'function') exported = await exported();
  } catch (error) {
    throw new SpaceError(`the module ${path} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
  return { definition: checkShape(exported, `the default export of ${path}`), digest };
}

/** Returns the digest of a module's file. @throws InputError if there is no such file, or it cannot be read */
export function moduleDigest(path: string): string {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) throw new InputError(`there is no module ${path}`);
    // A device or a pipe, which the header of a table may name too, might be read forever.
    if (!status.isFile()) throw new InputError(`the module ${path} is not a file`);
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`the module ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function checkKind(path: string): void {
  const kind = extname(path);
  const stripsTypes = 'typescript' in process.features && process.features.typescript !== false;
  if (!JAVASCRIPT.includes(kind) && !TYPESCRIPT.includes(kind)) {
    throw new InputError(`a module of a space ends in ${JAVASCRIPT.join(', ')} or .ts, found ${path}`);
  }
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
