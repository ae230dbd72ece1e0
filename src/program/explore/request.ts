/** The request of `antipode explore`: its options, the source of the space, and the store of the states. */

import { statSync } from 'node:fs';
import { excerpt, InputError } from '../../base/text.js';
import type { EngineName, EnginePlan, Need } from '../../engines/engine.js';
import { type Exploration, type ExploreEvent, needOf } from '../../runs/exploration/exploration.js';
import type { SavedRun } from '../../runs/exploration/saved-run.js';
import { defaultBytes } from '../../search/question/limits.js';
import type { SpaceSource } from '../../space/space.js';
import { antipodesOf, memoryBytes, oneOf, refuse, secondsFrom0, threadsOf } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { type PartitionArgument, partitionArgument, spaceSourceOf } from '../arguments/space-argument.js';
import type { ExplorationPaths } from './result.js';
import type { SharedQueue } from './shared-queue.js';

/** The engines, and `fast`: the fastest of them but `general`. */
const METHODS = ['fast', 'boards', 'groups', 'patterns', 'general'] as const;
export const STORES = ['memory', 'disk'] as const;

/** Number of antipodes listed by default. */
const DEFAULT_ANTIPODES = '20';

/** Where the states are kept: in memory, or so that they outlive the process. */
type RunStore = LastingStore | { readonly kind: 'memory' };

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

/** An exploration to run. */
export interface Job {
  readonly plan: EnginePlan;
  readonly store: RunStore;
  /** The folder of the results. */
  readonly output: string;
  readonly paths: ExplorationPaths;
  /** The saved run to resume; undefined for a new run. */
  readonly saved?: SavedRun | undefined;
  /** Explores instead of `explorePlanned`. */
  readonly explore?: (onEvent: (event: ExploreEvent) => void) => Promise<Exploration>;
}

/** A requested exploration. */
export interface ExploreRequest {
  readonly source: SpaceSource;
  /** The only engine that may explore the space, or `fast` for any but the general one. @default any */
  readonly only?: EngineName | 'fast' | undefined;
  readonly need: Need;
  readonly store: RunStore | SharedStore;
}

/**
 * Reads the request from the arguments. With --all-goals the source has the first goal.
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if the space does not exist, or an option is wrong or conflicts with another; as loadSpace
 */
export async function requestOf(text: string | undefined, options: ExploreArguments): Promise<ExploreRequest> {
  return requestOfSource(await spaceSourceOf(text, options), options);
}

/** The patterns of a partition, each with the request of its exploration. */
export interface PartitionRequest extends PartitionArgument {
  readonly explorations: readonly ExploreRequest[];
}

/**
 * Reads the explorations of a partition's patterns.
 * @throws InputError if the partition or an option is wrong, or an option conflicts with --partition
 */
export async function partitionRequestOf(
  text: string | undefined,
  options: ExploreArguments & { readonly partition: string },
): Promise<PartitionRequest> {
  const argument = await partitionArgument(text, options);
  const explorations = await Promise.all(argument.sources.map((source) => requestOfSource(source, options)));
  const [{ tiles }] = argument.sources;
  refuse({
    [`--checkpoint is for one exploration, and --partition makes several: leave it out, or explore each pattern separately with --pattern "${tiles.join(' ')}"`]:
      explorations.some(({ store }) => store.kind !== 'memory'),
  });
  return { ...argument, explorations };
}

async function requestOfSource(source: SpaceSource, options: ExploreArguments): Promise<ExploreRequest> {
  const { method, allGoals, store, queue, goal, partition } = options;
  const [isBoard, isPattern] = [source.kind === 'board', source.kind === 'pattern'];
  const only = method === undefined ? undefined : oneOf('--method', method, METHODS);
  const isByBoards = source.kind === 'board' && (only === undefined || only === 'boards' || only === 'fast');
  const option = partition === undefined ? '--pattern' : '--partition';
  const whole = `is for whole boards, without ${option}`;
  refuse({
    [`--all-goals needs the engine boards: leave out --method ${only}`]: isBoard && !isByBoards && allGoals,
    '--all-goals is for whole boards, and a pattern has a single goal: leave it out, or give a --goal':
      isPattern && allGoals,
    '--all-goals is for boards, whose goals fall into a few classes by symmetry and by renaming tiles; other spaces have no such classes: leave it out, or give a --start':
      !isBoard && allGoals,
    [`${queue === undefined ? '--store disk' : '--queue'} ${whole}: keep the states in memory${partition === undefined ? ', and save them with --checkpoint <dir>' : ''}`]:
      isPattern && (store === 'disk' || queue !== undefined),
  });
  const need = needOfArguments(options);
  const kept = storeOf(options, isByBoards && source.kind === 'board' && source.metric === 'single');
  const keeping = { memory: '', checkpoints: '--checkpoint', disk: '--store disk', shared: '--queue' }[kept.kind];
  refuse({
    // Explorations of all goals run in memory only.
    [`${keeping} is for a single goal, not for --all-goals: leave it out`]: allGoals && keeping !== '',
    '--all-goals explores every goal, and --goal a single one: leave out one of them': allGoals && goal !== undefined,
  });
  if (source.kind !== 'board') return { source: await awaitModule(source), only, need, store: kept };
  // Tables of the general engine do not store the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: only === 'general' ? unnamed : source, only: only ?? 'boards', need, store: kept };
}

/** Reads the options that determine a run's threads and results. @throws InputError */
export function needOfArguments({
  threads,
  table,
  antipodes = DEFAULT_ANTIPODES,
}: Pick<ExploreArguments, 'threads' | 'table' | 'antipodes'>): Need {
  return needOf({ threads: threadsOf(threads), table, antipodes: antipodesOf(antipodes) });
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

/** The reason why bitsets are kept in files only if each layer reads one half of them and writes the other. */
export const ELSEWHERE =
  'in other spaces moves lead anywhere, so every layer would read and write all files; keep the states in memory, and save them with --checkpoint <dir>';

/**
 * Reads the store from the options.
 * @param isHalved true if each layer reads one half of the space's bits and writes the other, as on boards in the metric `single`
 * @throws InputError if an option is wrong or conflicts with another
 */
function storeOf(options: ExploreArguments, isHalved: boolean): RunStore | SharedStore {
  const { checkpoint, checkpointEvery, work, memory, queue, store } = options;
  const named = oneOf('--store', store ?? (queue === undefined ? 'memory' : 'disk'), STORES);
  const filed = queue === undefined ? '--store disk' : '--queue';
  const inFiles = queue !== undefined || named === 'disk';
  const wrong = checkpoint === undefined ? '--checkpoint-every' : '--checkpoint';
  refuse({
    '--queue shares a run through the files of a folder: leave out --store memory, or --queue':
      queue !== undefined && named === 'memory',
    [`${filed} is for boards with the fast method and --metric single: ${ELSEWHERE}`]: inFiles && !isHalved,
    [`${wrong} is for bitsets in memory: leave it out, because ${filed} saves every layer in the --work folder`]:
      inFiles && (checkpoint !== undefined || checkpointEvery !== undefined),
    [`${filed} keeps the bitsets in the files of a folder: name it with --work <dir>`]: inFiles && work === undefined,
    '--work is the folder of --store disk or --queue: add one of them, or leave out --work':
      !inFiles && work !== undefined,
    '--memory is the limit of --store disk: add --store disk, or leave out --memory': !inFiles && memory !== undefined,
    '--checkpoint-every is for checkpoints: add --checkpoint <dir>, or leave it out':
      checkpoint === undefined && checkpointEvery !== undefined,
  });
  if (inFiles) {
    const folder = folderOf('--work', work ?? '');
    if (queue === undefined) return { kind: 'disk', folder, memory: memoryOf(memory) };
    return { kind: 'shared', folder, memory: memory === undefined ? undefined : memoryOf(memory), url: queue };
  }
  if (checkpoint === undefined) return { kind: 'memory' };
  const folder = folderOf('--checkpoint', checkpoint);
  return { kind: 'checkpoints', folder, everySeconds: everySecondsOf(checkpointEvery) };
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
