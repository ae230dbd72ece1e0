/** What `antipode explore` is asked to explore: the source of the space, and how. */

import { InputError } from '../../base/input-error.js';
import type { EngineName, Need } from '../../engines/engine.js';
import type { BoardSpaceSource, SpaceSource } from '../../space/space-source.js';
import { type ExploreArguments, needOfArguments, refuseAllGoals } from './explore-arguments.js';
import { refuseStores, type Store, storeOf } from './store-options.js';

export interface AskedExploration {
  readonly source: SpaceSource;
  /** The only engine to ask; by default every one. */
  readonly only?: EngineName | undefined;
  /** Ends the names of the files. */
  readonly ending: string;
  readonly need: Need;
  readonly store: Store;
}

/**
 * Reads the options of a board. With --all-goals the source has the first of the goals.
 * @throws InputError if an option is wrong, or does not go with the others
 */
export function askedOfBoard(source: BoardSpaceSource, options: ExploreArguments): AskedExploration {
  const isGeneral = options.method === 'general';
  if (isGeneral) {
    refuseAllGoals(options, 'takes the fast method: leave out --method general');
    refuseStores(options, '--method general');
  }
  const need = needOfArguments(options);
  const store = storeOf(options, source.metric);
  if (options.allGoals) {
    refuseStores(options, '--all-goals');
    if (options.goal !== undefined) {
      throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
    }
  }
  if (!isGeneral) return { source, ending: '', need, store };
  // Tables of the general engine do not keep the names of maps. Its files do not take the place of those of the fast one.
  const { mapName: _, ...unnamed } = source;
  return { source: unnamed, only: 'claims', ending: '-general', need, store };
}

/**
 * Reads the options of a space that is no board.
 * @throws InputError if an option is wrong, or does not go with the others; as loadSpace
 */
export async function askedOfSpace(source: SpaceSource, options: ExploreArguments): Promise<AskedExploration> {
  if (options.method === 'fast') {
    throw new InputError('--method fast is for boards such as 3x4: leave it out, or say --method general');
  }
  refuseAllGoals(options, 'is for boards: distances of other spaces are counted from their --start');
  refuseStores(options, 'other spaces');
  // A worker that waits for a module which never becomes a space would wait forever.
  if (source.kind === 'module') await (await import('../../spaces/open-space.js')).loadSpace(source);
  return { source, only: 'claims', ending: '', need: needOfArguments(options), store: { kind: 'memory' } };
}
