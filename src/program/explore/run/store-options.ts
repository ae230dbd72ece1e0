/** The store of an exploration's states: its options, and their valid combinations. */

import { statSync } from 'node:fs';
import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { defaultBytes } from '../../../search/question/limits.js';
import { memoryBytes, oneOf, secondsFrom0 } from '../../arguments/option-values.js';
import type { SharedQueue } from './shared-queue.js';

/** As commander gives them. */
export interface StoreArguments {
  readonly checkpoint?: string;
  readonly checkpointEvery?: string;
  readonly store?: string;
  readonly work?: string;
  readonly memory?: string;
  readonly queue?: string;
}

/** A store that outlives the process: memory that is saved to a folder at intervals, or the files of a folder. */
export type LastingStore =
  | { readonly kind: 'checkpoints'; readonly folder: string; readonly everySeconds: number | undefined }
  | {
      readonly kind: 'disk';
      readonly folder: string;
      readonly memory: number;
      /** The queue that hands portions out to workers, if the run is shared. */
      readonly queue?: SharedQueue | undefined;
    };

/** Files of a folder that workers make; a queue hands them out. */
export interface SharedStore {
  readonly kind: 'shared';
  readonly folder: string;
  /** Bytes of the coordinator, which makes small layers itself. @default 500 MB, or the board's minimum if that is more */
  readonly memory: number | undefined;
  /** The address of the queue. */
  readonly url: string;
}

export type Store = LastingStore | SharedStore | { readonly kind: 'memory' };

export const STORES = ['memory', 'disk'] as const;

const NAMES: Readonly<Record<keyof StoreArguments, string>> = {
  checkpoint: '--checkpoint',
  checkpointEvery: '--checkpoint-every',
  store: '--store',
  work: '--work',
  memory: '--memory',
  queue: '--queue',
};

/**
 * Reads the store from the options.
 * @param isHalved true if each layer reads one half of the space's bits and writes the other, as on boards in the metric `single`
 * @throws InputError if an option is wrong or conflicts with another
 */
export function storeOf(options: StoreArguments, isHalved: boolean): Store {
  const { checkpoint, checkpointEvery, work, memory, queue } = options;
  if (queue !== undefined) return sharedOf({ ...options, queue }, isHalved);
  if (oneOf('--store', options.store ?? 'memory', STORES) === 'disk') return diskOf(options, isHalved);
  if (work !== undefined) {
    throw new InputError('--work is the folder of --store disk or --queue: add one of them, or leave out --work');
  }
  if (memory !== undefined) {
    throw new InputError('--memory is the limit of --store disk: add --store disk, or leave out --memory');
  }
  if (checkpoint !== undefined) {
    const folder = folderOf('--checkpoint', checkpoint);
    return { kind: 'checkpoints', folder, everySeconds: everySecondsOf(checkpointEvery) };
  }
  if (checkpointEvery === undefined) return { kind: 'memory' };
  throw new InputError('--checkpoint-every is for checkpoints: add --checkpoint <dir>, or leave it out');
}

/** The reason why bitsets are kept in files only if each layer reads one half of them and writes the other. */
export const ELSEWHERE =
  'in other spaces moves lead anywhere, so every layer would read and write all files; keep the states in memory, and save them with --checkpoint <dir>';

/** @throws InputError */
function diskOf(options: StoreArguments, isHalved: boolean): Store {
  return { kind: 'disk', folder: workOf('--store disk', options, isHalved), memory: memoryOf(options.memory) };
}

/** @throws InputError */
function sharedOf(options: StoreArguments & { readonly queue: string }, isHalved: boolean): Store {
  const { queue, memory, store = 'disk' } = options;
  if (oneOf('--store', store, STORES) === 'memory') {
    throw new InputError('--queue shares a run through the files of a folder: leave out --store memory, or --queue');
  }
  const folder = workOf('--queue', options, isHalved);
  return { kind: 'shared', folder, memory: memory === undefined ? undefined : memoryOf(memory), url: queue };
}

/** Returns the folder of the files. @param option the option that needs them @throws InputError */
function workOf(option: '--store disk' | '--queue', options: StoreArguments, isHalved: boolean): string {
  const { work } = options;
  if (!isHalved) {
    throw new InputError(`${option} is for boards with the fast method and --metric single: ${ELSEWHERE}`);
  }
  const wrong = givenOf(options, ['checkpoint', 'checkpointEvery']);
  if (wrong !== undefined) {
    throw new InputError(
      `${wrong} is for bitsets in memory: leave it out, because ${option} saves every layer in the --work folder`,
    );
  }
  if (work === undefined) {
    throw new InputError(`${option} keeps the bitsets in the files of a folder: name it with --work <dir>`);
  }
  return folderOf('--work', work);
}

/** Reads --memory, by default four fifths of free memory. @throws InputError */
export function memoryOf(text: string | undefined): number {
  return text === undefined ? Math.floor(defaultBytes()) : memoryBytes('--memory', text);
}

/** Reads --checkpoint-every. @throws InputError */
export function everySecondsOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : secondsFrom0('--checkpoint-every', text);
}

/** @throws InputError */
export function folderOf(option: string, text: string): string {
  if (text === '') throw new InputError(`${option} must be the name of a folder, found ''`);
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new InputError(
      `${option} must be the name of a folder, but '${excerpt(text)}' is not a folder: choose another one`,
    );
  }
  return text;
}

/** Returns the name of the first given option, among some options. */
function givenOf(options: StoreArguments, names: readonly (keyof StoreArguments)[]): string | undefined {
  const found = names.find((name) => options[name] !== undefined);
  return found === undefined ? undefined : NAMES[found];
}
