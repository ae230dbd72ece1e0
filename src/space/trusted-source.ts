/**
 * Sources that come from files, such as tables: a module in them is loaded only if the user trusts it.
 *
 * A module is code, and a table may come from anywhere. So a module is loaded only if the user has named it, or if its path and digest
 * are those in the file. To load a module that has moved, the user names it.
 */

import { basename, isAbsolute, resolve } from 'node:path';
import { InputError } from '../base/input-error.js';
import { SpaceError } from './errors.js';
import { moduleDigest } from './space-module.js';
import type { ModuleSpace, SpaceSource } from './space-source.js';

/** Advice for modules of tables. */
const NAMING_ADVICE = 'if you trust the module, name it with --module <file>, in a program with the option module';

/**
 * Returns the source to open instead of one that comes from a file.
 * @param named path of the module that the user has named for it, if any
 * @param advice what to do if the module must not be loaded
 * @returns the source; for a module, with the path and the digest of the file that can be loaded
 * @throws SpaceError with the advice if the module must not be loaded; InputError if the named module does not exist
 */
export function trustedSource<Source extends SpaceSource>(
  source: Source,
  named?: string,
  advice = NAMING_ADVICE,
): Source {
  if (source.kind !== 'module') return source;
  if (named !== undefined) return { ...source, path: resolve(named), digest: moduleDigest(named) };
  const found = digestAt(source);
  if (source.digest !== undefined && found === source.digest) return source;
  const fault =
    found === undefined
      ? 'which no longer exists'
      : source.digest === undefined
        ? 'whose digest is not recorded'
        : 'which has changed since';
  throw new SpaceError(`its space is the module ${source.path}, ${fault}: ${advice}`);
}

/**
 * Returns which of the modules named by the user belongs to a source: the one with its digest, at its path, or with its file name. For a
 * source that cannot be opened otherwise, it is the only named module.
 */
export function moduleFor(source: SpaceSource, named: readonly string[]): string | undefined {
  if (source.kind !== 'module') return undefined;
  return (
    named.find((path) => moduleDigest(path) === source.digest) ??
    named.find((path) => resolve(path) === source.path) ??
    named.find((path) => basename(path) === basename(source.path)) ??
    (named.length === 1 && digestAt(source) !== source.digest ? named[0] : undefined)
  );
}

/** Returns the digest of the file at a source's path; undefined if there is none. */
function digestAt({ path }: ModuleSpace): string | undefined {
  try {
    return isAbsolute(path) ? moduleDigest(path) : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
