/**
 * State spaces in modules that users write in JavaScript or TypeScript.
 *
 * A module is code. So it is loaded only if the user has named it, or if its file has the digest that a source holds. Each thread
 * reads the file, checks its digest, and imports it under an address that contains the digest. Node reads the file again for the import, so
 * a file that is replaced in between goes unnoticed. So does a change of anything that the module itself imports.
 */

import { basename, isAbsolute, resolve } from '#machine/files.js';
import { digestOfModule, importModule, moduleFault } from '#machine/modules.js';
import type { Port } from '#machine/workers.js';
import { InputError } from '../base/text.js';
import { WorkerPool } from '../base/worker-pool.js';
import { checkShape } from './check.js';
import { messageOf, rememberModule, SpaceError } from './definition.js';
import type { ModuleSpace, SpaceSource } from './space.js';

/**
 * Imports a module whose default export is a state space, or a function that returns one, possibly an asynchronous function.
 * @returns the definition, and the digest of the file from which it was loaded
 * @throws InputError if there is no such module, or this version of Node cannot read it; SpaceError if its digest differs from that of the
 * source, it fails, or its export is not a state space
 */
export async function loadSpaceModule({ path, digest: expected }: ModuleSpace) {
  const fault = moduleFault(path);
  if (fault !== undefined) throw new InputError(fault);
  const digest = moduleDigest(path);
  if (expected !== undefined && digest !== expected) {
    throw new SpaceError(`the module ${path} has changed since its space was made: make the space again`);
  }
  rememberModule(path);
  let exported: unknown;
  try {
    exported = defaultOf(await importModule(path, digest));
    if (typeof exported === 'function') exported = await exported();
  } catch (error) {
    throw new SpaceError(`the module ${path} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
  return { definition: checkShape(exported, `the default export of ${path}`), digest };
}

/** Returns the digest of a module's file. @throws InputError if there is no such file, or it cannot be read */
export function moduleDigest(path: string): string {
  try {
    return digestOfModule(path);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'ENOENT') throw new InputError(`there is no module ${path}`);
    if (code === 'ENOTFILE') throw new InputError(`the module ${path} is not a file`);
    throw new InputError(`the module ${path} cannot be read (${code})`);
  }
}

/** Returns the default export. A CommonJS module compiled from `export default` has it within the default export of the import. */
function defaultOf(namespace: { readonly default?: unknown }): unknown {
  const { default: exported } = namespace;
  const compiled = typeof exported === 'object' && exported !== null && '__esModule' in exported;
  return compiled ? (exported as { readonly default?: unknown }).default : exported;
}

/*
 * Sources that come from files, such as tables: a module in them is loaded only if the user trusts it.
 *
 * A module is code, and a table may come from anywhere. So a module is loaded only if the user has named it, or if its path and digest
 * are those in the file. To load a module that has moved, the user names it.
 */

/** Advice for modules of tables. */
const NAMING_ADVICE = 'if you trust the module, name it with --module <file>, in a program with the option module';

/**
 * Returns the source to open instead of one that comes from a file.
 * @param named path of the module that the user has named for it, if any
 * @param advice what to do if the module must not be loaded
 * @returns the source; for a module, with the path and the digest of the file that can be loaded
 * @throws SpaceError with the advice if the module must not be loaded; InputError if the named module does not exist
 */
export function trustedSource<S extends SpaceSource>(source: S, named?: string, advice = NAMING_ADVICE): S {
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

/** Worker threads that work on a space. The file that they run calls reportStrayErrors. */
export class SpacePool<Task, Result> extends WorkerPool<Task, Result> {
  /** Gives every worker the same task. @throws as WorkerPool; SpaceError if the module of a space has ended a worker */
  override async runOnAll(task: Task, when: string, signal?: AbortSignal, ports?: readonly Port[]): Promise<Result[]> {
    try {
      return await super.runOnAll(task, when, signal, ports);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      // Errors lose their class between threads.
      if (cause instanceof Error && cause.name === 'SpaceError') throw new SpaceError(cause.message, { cause });
      throw error;
    }
  }
}
