/** The request of `antipode explore`: the source of the space, and how it is explored. */

import { InputError } from '../../base/input-error.js';
import type { EngineName, Need } from '../../engines/engine.js';
import type { BoardSpaceSource, SpaceSource } from '../../space/space-source.js';
import { type PartitionArgument, partitionArgument } from '../arguments/partition-argument.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import { type ExploreArguments, needOfArguments, refuseAllGoals } from './run/explore-arguments.js';
import { type Store, storeOf } from './run/store-options.js';

export interface AskedExploration {
  readonly source: SpaceSource;
  /** The only engine to ask; by default every one. */
  readonly only?: EngineName | undefined;
  readonly need: Need;
  readonly store: Store;
}

/**
 * Reads what is to be explored, whatever names it.
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if there is no such space, an option is wrong, or does not go with the others; as loadSpace
 */
export async function askedOf(text: string | undefined, options: ExploreArguments): Promise<AskedExploration> {
  const source = await spaceSourceOf(text, options);
  return source.kind === 'board' ? askedOfBoard(source, options) : askedOfSpace(source, options);
}

/**
 * Reads the options of a board. With --all-goals the source has the first of the goals.
 * @throws InputError if an option is wrong, or does not go with the others
 */
function askedOfBoard(source: BoardSpaceSource, options: ExploreArguments): AskedExploration {
  const isGeneral = options.method === 'general';
  if (isGeneral) {
    refuseAllGoals(options, 'takes the fast method: leave out --method general');
  }
  const need = needOfArguments(options);
  const store = storeOf(options, source.metric === 'single' && !isGeneral);
  if (options.allGoals) {
    // Their explorations keep what they find in memory only.
    if (store.kind !== 'memory') {
      const option = { checkpoints: '--checkpoint', disk: '--store disk', shared: '--queue' }[store.kind];
      throw new InputError(`${option} is for a single goal, not for --all-goals: leave it out`);
    }
    if (options.goal !== undefined) {
      throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
    }
  }
  if (!isGeneral) return { source, need, store };
  // Tables of the general engine do not keep the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: unnamed, only: 'claims', need, store };
}

/** The patterns of a partition, each with what is asked of its exploration. */
export interface AskedPartition extends PartitionArgument {
  readonly explorations: readonly AskedExploration[];
}

/**
 * Reads the explorations of a partition's patterns.
 * @throws InputError if the partition or an option is wrong, or an option does not go with it
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
      `--checkpoint is for one exploration, and --partition makes several: leave it out, or explore each pattern by itself, by --pattern "${tiles.join(' ')}"`,
    );
  }
  return { ...argument, explorations };
}

/**
 * Reads the options of a space that is not a board.
 * @throws InputError if an option is wrong, or does not go with the others; as loadSpace
 */
async function askedOfSpace(source: SpaceSource, options: ExploreArguments): Promise<AskedExploration> {
  const isPattern = source.kind === 'pattern';
  const option = options.partition === undefined ? '--pattern' : '--partition';
  if (options.method === 'fast') {
    throw new InputError(
      `--method fast is for ${isPattern ? `whole boards, without ${option}` : 'boards such as 3x4'}: leave it out, or say --method general`,
    );
  }
  refuseAllGoals(
    options,
    isPattern
      ? 'is for whole boards, and a pattern has a single goal: leave it out, or give a --goal'
      : 'is for boards, most of whose goals are alike but for the names of their tiles or a symmetry; other spaces have no such classes: leave it out, or give a --start',
  );
  if (isPattern && (options.store === 'disk' || options.queue !== undefined)) {
    const files = options.queue === undefined ? '--store disk' : '--queue';
    throw new InputError(
      `${files} is for whole boards, without ${option}: keep the states in memory${option === '--pattern' ? ', and save them by --checkpoint <dir>' : ''}`,
    );
  }
  const store = storeOf(options, false);
  const only = options.method === 'general' ? 'claims' : undefined;
  return { source: await awaitModule(source), only, need: needOfArguments(options), store };
}

/**
 * Loads the module of a source on this thread too, before the workers do. A worker would wait forever for a module that never
 * becomes a space, and this thread ends because nothing is left to do.
 * @returns the source with the digest of its module
 * @throws as loadSpace
 */
export async function awaitModule(source: SpaceSource): Promise<SpaceSource> {
  if (source.kind !== 'module') return source;
  const { loadSpace } = await import('../../spaces/open-space.js');
  return (await loadSpace(source)).source;
}
