/**
 * Sources that come from files, such as tables: of modules only those are opened that their user trusts.
 *
 * A module is code, and a table may come from anywhere. So a module is loaded if the user has named it, or if it lies where the
 * file says and has the digest that the file holds. A module that lies elsewhere now is named, too.
 */

import { basename, isAbsolute, resolve } from 'node:path';
import { InputError } from '../base/input-error.js';
import { SpaceError } from './errors.js';
import { moduleDigest } from './space-module.js';
import type { ModuleSpace, SpaceSource } from './space-source.js';

/** Advice for the modules of tables. */
const NAME_IT = 'if you trust the module, name it with --module <file>, in a program with the option module';

/**
 * Returns the source to open in place of one that comes from a file.
 * @param named the path of the module that the user has named for it, if one was
 * @returns the source; that of a module has the path and the digest of the file that may be loaded
 * @param advice what to do if the module may not be loaded
 * @throws SpaceError with the advice, if it may not be loaded; InputError if there is no module of that name
 */
export function trustedSource<Source extends SpaceSource>(source: Source, named?: string, advice = NAME_IT): Source {
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
 * Returns which of the modules that the user has named belongs to a source: the one of its digest, at its path, or of its file
 * name; of a source that may not be opened otherwise, the only one.
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
