/** Which state space is meant: a built-in one by its name, a user's module by its path, or a file of generators. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceSource } from '../../space/space-source.js';
import { parseGenerators } from '../../spaces/permutation/groups/generator-file.js';
import { readText } from './read-text.js';

export interface SpaceArguments {
  /** Path of a file of generators, in place of a space. */
  readonly generators?: string | undefined;
  /** The metric, of built-in spaces that have a choice. */
  readonly metric?: string | undefined;
  /** The text of the only start. */
  readonly start?: string | undefined;
}

/** Returns whether a text is the path of a module: it contains a slash, or ends as modules do. */
export function isModulePath(text: string): boolean {
  return text.includes('/') || /\.[cm]?[jt]s$/.test(text);
}

/**
 * Where the space comes from; it is not opened.
 * @throws InputError if there is no such file, it holds no generators, or not one space was named
 */
export function spaceSourceOf(text: string | undefined, options: SpaceArguments): SpaceSource {
  const { generators, metric, start } = options;
  if (generators !== undefined && text !== undefined) {
    throw new InputError(`--generators names the space: leave out '${excerpt(text)}'`);
  }
  const source = generators !== undefined ? generatedBy(generators) : namedSpace(text, metric);
  if (metric !== undefined && source.kind !== 'known') {
    throw new InputError(
      `--metric chooses what counts as one move in a built-in space; ${generators ?? text} says that itself`,
    );
  }
  return start === undefined ? source : { ...source, start };
}

function namedSpace(text: string | undefined, metric: string | undefined): SpaceSource {
  if (text === undefined) {
    throw new InputError('a space must be named, such as pancake:10 or ./my-space.js, or given by --generators');
  }
  if (/^\d+x\d+$/i.test(text)) {
    throw new InputError(`${text} is a board: leave out --space, and give its positions`);
  }
  if (isModulePath(text)) return { kind: 'module', path: existingFile(text) };
  return metric === undefined ? { kind: 'known', space: text } : { kind: 'known', space: text, metric };
}

function generatedBy(path: string): SpaceSource {
  try {
    return parseGenerators(readText(path, 'generators'));
  } catch (error) {
    if (!(error instanceof InputError) || error.message.includes(path)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/** Its absolute path. */
function existingFile(path: string): string {
  try {
    if (statSync(path).isFile()) return resolve(path);
  } catch (error) {
    throw new InputError(`the module ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new InputError(`the module ${path} is no file`);
}
