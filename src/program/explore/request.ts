import { InputError } from '../../base/text.js';
import type { EngineName, EnginePlan, PlanRequest } from '../../engines/engine.js';
import type { SavedRun } from '../../runs/disk/saved-run.js';
import { type Exploration, type ExploreEvent, planRequest } from '../../runs/exploration/exploration.js';
import { checkRequest } from '../../runs/request.js';
import type { SpaceSource } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { partitionOf } from '../../spaces/board/partition.js';
import { parsePosition } from '../../spaces/board/position.js';
import { boardOfSource, checkPatternMetric, patternSource } from '../../spaces/board-facts.js';
import {
  flagOf,
  readAntipodes,
  readEverySeconds,
  readFolder,
  readMemory,
  readName,
  readThreads,
  refuse,
} from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { readSpaceSource } from '../arguments/space-argument.js';
import type { SharedQueue } from './queue.js';

/** The engines, and `fast`: the fastest of them but `general`. */
const METHODS = ['fast', 'boards', 'groups', 'patterns', 'general'] as const;
export const STORES = ['memory', 'disk'] as const;

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

/** Files of a folder that workers make. */
interface SharedStore {
  readonly kind: 'shared';
  readonly folder: string;
  /** Bytes of the coordinator, which makes small layers itself. @default 500 MB, or the board's minimum if that is more */
  readonly memory: number | undefined;
  /** The address of the queue that hands the portions out. */
  readonly url: string;
}

/** The store of a run's states: memory, or a folder that outlives the process. */
type RunStore = { readonly kind: 'memory' } | LastingStore;

/** An exploration to run. */
export interface Job {
  readonly plan: EnginePlan;
  readonly store: RunStore;
  /** The folder of the results. */
  readonly output: string;
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
  readonly request: PlanRequest;
  readonly store: RunStore | SharedStore;
}

/**
 * Reads the request from the arguments. With --all-goals the source has the first goal.
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if the space does not exist, or an option is wrong or conflicts with another; as loadSpace
 */
export async function readRequest(text: string | undefined, options: ExploreArguments): Promise<ExploreRequest> {
  return requestOfSource(await readSpaceSource(text, options), options);
}

/** The patterns of a partition, each with the request of its exploration. */
export type PartitionRequest = Awaited<ReturnType<typeof readPartitionRequest>>;

/**
 * Reads the explorations of a partition's patterns.
 * @param text the board, if no option names it
 * @returns also the name of the board with the partition, such as `4x4 partition 7-8`
 * @throws InputError if no board is named, the partition is not one of that board, or an option is wrong or conflicts with --partition
 */
export async function readPartitionRequest(text: string | undefined, named: string, options: ExploreArguments) {
  refuse({
    '--pattern gives one pattern, and --partition several: leave out one of them': options.pattern !== undefined,
  });
  const source = await readSpaceSource(text, options);
  if (source.kind !== 'board') {
    throw new InputError('--partition is for boards such as 4x4, because it divides their tiles: leave it out');
  }
  checkPatternMetric(source.metric);
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  const partition = partitionOf(board, goal, named);
  const sources = partition.patterns.map((tiles) => patternSource(board, goal, tiles));
  const explorations = await Promise.all(sources.map((each) => requestOfSource(each, options)));
  return { name: `${formatBoard(board)} partition ${partition.name}`, board, goal, partition, explorations };
}

/** Names in messages about conflicts that are not those of options of the same name. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  inMemory: '--store memory',
  checkpoints: '--checkpoint',
  everySeconds: '--checkpoint-every',
  halved: 'boards with the fast method and --metric single',
  saving: '--checkpoint <dir>',
};

/** Returns the function that names options in messages. @param names that depend on the request */
export function optionName(names: Readonly<Record<string, string>> = {}): (option: string) => string {
  return (option) => names[option] ?? OPTION_NAMES[option] ?? flagOf(option);
}

async function requestOfSource(source: SpaceSource, options: ExploreArguments): Promise<ExploreRequest> {
  const { method, allGoals, goal, partition, checkpoint, checkpointEvery, work, memory, queue } = options;
  const only = method === undefined ? undefined : readName('--method', method, METHODS);
  const named = readName('--store', options.store ?? (queue === undefined ? 'memory' : 'disk'), STORES);
  const [inMemory, disk] = [named === 'memory', queue !== undefined || named === 'disk'];
  const kept = { inMemory, disk, queue, work, memory, checkpoints: checkpoint, everySeconds: checkpointEvery };
  const names = {
    engine: `--method ${only}`,
    disk: queue === undefined ? '--store disk' : '--queue',
    onePattern: source.kind === 'pattern' ? `--pattern "${source.tiles.join(' ')}"` : '--pattern',
  };
  checkRequest({ source, engine: only, allGoals, goal, partition, ...kept }, optionName(names));
  const request = requestOfArguments(options);
  const store = readStore(options, disk);
  if (source.kind !== 'board') return { source: await awaitModule(source), only, request, store };
  // Tables of the general engine do not store the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: only === 'general' ? unnamed : source, only: only ?? 'boards', request, store };
}

/** Reads the options that determine a run's threads and results. @throws InputError */
export function requestOfArguments(given: Pick<ExploreArguments, 'threads' | 'table' | 'antipodes'>): PlanRequest {
  const { threads, table, antipodes } = given;
  return planRequest({ threads: readThreads(threads), table, antipodes: readAntipodes(antipodes) });
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

/** Reads the store from the options. @param disk true if the states are kept in files @throws InputError if an option is wrong */
function readStore(options: ExploreArguments, disk: boolean): ExploreRequest['store'] {
  const { checkpoint, checkpointEvery, work = '', memory, queue } = options;
  if (disk) {
    const folder = readFolder('--work', work);
    if (queue === undefined) return { kind: 'disk', folder, memory: readMemory(memory) };
    return { kind: 'shared', folder, memory: memory === undefined ? undefined : readMemory(memory), url: queue };
  }
  if (checkpoint === undefined) return { kind: 'memory' };
  const folder = readFolder('--checkpoint', checkpoint);
  return { kind: 'checkpoints', folder, everySeconds: readEverySeconds(checkpointEvery) };
}
