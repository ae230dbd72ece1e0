/** The request of `antipode explore`: the source of the space, and the options of its exploration. */

import { InputError } from '../../base/input-error.js';
import type { EngineName, Need } from '../../engines/engine.js';
import type { BoardSpaceSource, SpaceSource } from '../../space/space-source.js';
import { type PartitionArgument, partitionArgument } from '../arguments/partition-argument.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import { type ExploreArguments, needOfArguments, refuseAllGoals } from './run/explore-arguments.js';
import { type Store, storeOf } from './run/store-options.js';

export interface AskedExploration {
  readonly source: SpaceSource;
  /** The only engine that may explore the space. @default any */
  readonly only?: EngineName | undefined;
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
  const isGeneral = options.method === 'general';
  if (isGeneral) {
    refuseAllGoals(options, 'needs the fast method: leave out --method general');
  }
  const need = needOfArguments(options);
  const store = storeOf(options, source.metric === 'single' && !isGeneral);
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
  if (!isGeneral) return { source, need, store };
  // Tables of the general engine do not store the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: unnamed, only: 'claims', need, store };
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
  if (options.method === 'fast') {
    throw new InputError(
      `--method fast is for ${isPattern ? `whole boards, without ${option}` : 'boards such as 3x4'}: leave it out, or use --method general`,
    );
  }
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
  const only = options.method === 'general' ? 'claims' : undefined;
  return { source: await awaitModule(source), only, need: needOfArguments(options), store };
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
