/** The request of `antipode explore`: its options, the source of the space, and the store of the states. */

import { statSync } from 'node:fs';
import { excerpt, InputError } from '../../base/text.js';
import type { EngineName, Need } from '../../engines/engine.js';
import { needOf } from '../../runs/exploration/exploration.js';
import { defaultBytes } from '../../search/question/limits.js';
import type { BoardSpaceSource, SpaceSource } from '../../space/space.js';
import { antipodesOf, memoryBytes, oneOf, secondsFrom0, threadsOf } from '../arguments/option-values.js';
import { type PartitionArgument, partitionArgument, spaceSourceOf } from '../arguments/space-argument.js';
import type { SharedQueue } from './shared-queue.js';

/** As commander gives them. */
export interface ExploreArguments extends StoreArguments {
  readonly map?: string;
  readonly goal?: string;
  readonly pattern?: string;
  readonly partition?: string;
  readonly allGoals?: boolean;
  readonly start?: string;
  readonly metric?: string;
  readonly generators?: string;
  readonly method?: (typeof METHODS)[number];
  readonly threads?: string;
  readonly output?: string;
  readonly replace?: boolean;
  readonly table: boolean;
  readonly antipodes?: string;
  readonly resume?: string;
  readonly log?: string;
  readonly plan?: boolean;
  readonly workers?: string;
  readonly network?: string;
  readonly json?: boolean;
}

/** The engines, and `fast`: the fastest of them but `general`. */
export const METHODS = ['fast', 'boards', 'groups', 'patterns', 'general'] as const;

/** Number of antipodes listed by default. */
const DEFAULT_ANTIPODES = '20';
/** Advice if a file would replace one of another space. */
export const ANOTHER_OUTPUT = 'choose another --output';

/** Reads the options that determine a run's threads and results. @throws InputError */
export function needOfArguments({ threads, table, antipodes = DEFAULT_ANTIPODES }: ExploreArguments): Need {
  return needOf({ threads: threadsOf(threads), table, antipodes: antipodesOf(antipodes) });
}

/** Refuses --all-goals. @param because the rest of the message, after the option @throws InputError if --all-goals was given */
function refuseAllGoals({ allGoals }: ExploreArguments, because: string): void {
  if (allGoals) throw new InputError(`--all-goals ${because}`);
}

export interface AskedExploration {
  readonly source: SpaceSource;
  /** The only engine that may explore the space, or `fast` for any but the general one. @default any */
  readonly only?: EngineName | 'fast' | undefined;
  readonly need: Need;
  readonly store: Store;
}

/**
 * Reads the request from the arguments.
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if the space does not exist, or an option is wrong or conflicts with another; as loadSpace
 */
export async function askedOf(text: string | undefined, options: ExploreArguments): Promise<AskedExploration> {
  const source = await spaceSourceOf(text, options);
  return source.kind === 'board' ? askedOfBoard(source, options) : askedOfSpace(source, options);
}

/**
 * Reads the options of a board. With --all-goals the source has the first goal.
 * @throws InputError if an option is wrong or conflicts with another
 */
function askedOfBoard(source: BoardSpaceSource, options: ExploreArguments): AskedExploration {
  const { method: only = 'boards' } = options;
  const isFast = only === 'boards' || only === 'fast';
  if (!isFast) refuseAllGoals(options, `needs the engine boards: leave out --method ${only}`);
  const need = needOfArguments(options);
  const store = storeOf(options, source.metric === 'single' && isFast);
  if (options.allGoals) {
    // Explorations of all goals run in memory only.
    if (store.kind !== 'memory') {
      const option = { checkpoints: '--checkpoint', disk: '--store disk', shared: '--queue' }[store.kind];
      throw new InputError(`${option} is for a single goal, not for --all-goals: leave it out`);
    }
    if (options.goal !== undefined) {
      throw new InputError('--all-goals explores every goal, and --goal a single one: leave out one of them');
    }
  }
  if (only !== 'general') return { source, only, need, store };
  // Tables of the general engine do not store the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: unnamed, only, need, store };
}

/** The patterns of a partition, each with the request of its exploration. */
export interface AskedPartition extends PartitionArgument {
  readonly explorations: readonly AskedExploration[];
}

/**
 * Reads the explorations of a partition's patterns.
 * @throws InputError if the partition or an option is wrong, or an option conflicts with --partition
 */
export async function askedPartitionOf(
  text: string | undefined,
  options: ExploreArguments & { readonly partition: string },
): Promise<AskedPartition> {
  const argument = await partitionArgument(text, options);
  const explorations = await Promise.all(argument.sources.map((source) => askedOfSpace(source, options)));
  if (explorations.some(({ store }) => store.kind !== 'memory')) {
    const [{ tiles }] = argument.sources;
    throw new InputError(
      `--checkpoint is for one exploration, and --partition makes several: leave it out, or explore each pattern separately with --pattern "${tiles.join(' ')}"`,
    );
  }
  return { ...argument, explorations };
}

/**
 * Reads the options of a space that is not a board.
 * @throws InputError if an option is wrong or conflicts with another; as loadSpace
 */
async function askedOfSpace(source: SpaceSource, options: ExploreArguments): Promise<AskedExploration> {
  const isPattern = source.kind === 'pattern';
  const option = options.partition === undefined ? '--pattern' : '--partition';
  refuseAllGoals(
    options,
    isPattern
      ? 'is for whole boards, and a pattern has a single goal: leave it out, or give a --goal'
      : 'is for boards, whose goals fall into a few classes by symmetry and by renaming tiles; other spaces have no such classes: leave it out, or give a --start',
  );
  if (isPattern && (options.store === 'disk' || options.queue !== undefined)) {
    const files = options.queue === undefined ? '--store disk' : '--queue';
    throw new InputError(
      `${files} is for whole boards, without ${option}: keep the states in memory${option === '--pattern' ? ', and save them with --checkpoint <dir>' : ''}`,
    );
  }
  const store = storeOf(options, false);
  return { source: await awaitModule(source), only: options.method, need: needOfArguments(options), store };
}

/**
 * Loads the module of a source on this thread too, before the workers do. If a module never returns a space, a worker would wait
 * forever, but this thread ends because it has nothing left to do.
 * @returns the source with the digest of its module
 * @throws as loadSpace
 */
export async function awaitModule(source: SpaceSource): Promise<SpaceSource> {
  if (source.kind !== 'module') return source;
  const { loadSpace } = await import('../../spaces/open-space.js');
  return (await loadSpace(source)).source;
}

/** The store of an exploration's states: its options, and their valid combinations. */

/** As commander gives them. */
interface StoreArguments {
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

type Store = LastingStore | SharedStore | { readonly kind: 'memory' };

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
function storeOf(options: StoreArguments, isHalved: boolean): Store {
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
