/** Which state space is meant: a built-in one by its name, a user's module by its path, or a file of generators. */

import { statSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceSource } from '../../space/space-source.js';
import { parseGenerators } from '../../spaces/permutation/groups/generator-file.js';
import { isModulePath, sourceOfName } from '../../spaces/source-of-text.js';
import { readText } from './read-text.js';

export interface SpaceArguments {
  /** Path of a file of generators, in place of a space. */
  readonly generators?: string | undefined;
  /** The metric, of built-in spaces that have a choice. */
  readonly metric?: string | undefined;
  /** The text of the only start. */
  readonly start?: string | undefined;
}

/**
 * Returns the source of a space that is not a board, without opening it.
 * @throws InputError if there is no such file, it holds no generators, or not one space was named
 */
export function spaceSourceOf(text: string | undefined, { generators, metric, start }: SpaceArguments): SpaceSource {
  if (generators !== undefined) {
    if (text !== undefined) throw new InputError(`--generators names the space: leave out '${excerpt(text)}'`);
    const source = generatedBy(generators);
    if (metric !== undefined) throw withoutMetric(generators);
    return start === undefined ? source : { ...source, start };
  }
  checkName(text);
  if (metric !== undefined && isModulePath(text)) throw withoutMetric(text);
  return sourceOfName(text, { metric, start });
}

function withoutMetric(name: string): InputError {
  return new InputError(`--metric chooses what counts as one move in a built-in space; ${name} says that itself`);
}

/** @throws InputError if a text names no space, or a module that is no file */
function checkName(text: string | undefined): asserts text is string {
  if (text === undefined) {
    throw new InputError('a space must be named, such as pancake:10 or ./my-space.js, or given by --generators');
  }
  if (/^\d+x\d+$/i.test(text)) {
    throw new InputError(`${text} is a board: leave out --space, and give its positions`);
  }
  if (isModulePath(text)) checkFile(text);
}

function generatedBy(path: string): SpaceSource {
  try {
    return parseGenerators(readText(path, 'generators'));
  } catch (error) {
    if (!(error instanceof InputError) || error.message.includes(path)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/** @throws InputError if there is no such file */
function checkFile(path: string): void {
  try {
    if (statSync(path).isFile()) return;
  } catch (error) {
    throw new InputError(`the module ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new InputError(`the module ${path} is no file`);
}
