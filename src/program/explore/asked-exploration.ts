/** What `antipode explore` is asked to explore: the source of the space, and how. */

import { InputError } from '../../base/input-error.js';
import type { EngineName, Need } from '../../engines/engine.js';
import type { BoardSpaceSource, SpaceSource } from '../../space/space-source.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import { type ExploreArguments, needOfArguments, refuseAllGoals } from './explore-arguments.js';
import { refuseStores, type Store, storeOf } from './store-options.js';

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
    refuseStores(options);
    if (options.goal !== undefined) {
      throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
    }
  }
  if (!isGeneral) return { source, need, store };
  // Tables of the general engine do not keep the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: unnamed, only: 'claims', need, store };
}

/**
 * Reads the options of a space that is no board.
 * @throws InputError if an option is wrong, or does not go with the others; as loadSpace
 */
async function askedOfSpace(source: SpaceSource, options: ExploreArguments): Promise<AskedExploration> {
  if (options.method === 'fast') {
    throw new InputError('--method fast is for boards such as 3x4: leave it out, or say --method general');
  }
  refuseAllGoals(
    options,
    'is for boards, most of whose goals are alike but for the names of their tiles or a symmetry; other spaces have no such classes: leave it out, or give a --start',
  );
  const store = storeOf(options, false);
  // A worker that waits for a module which never becomes a space would wait forever.
  const asked =
    source.kind === 'module' ? (await (await import('../../spaces/open-space.js')).loadSpace(source)).source : source;
  return { source: asked, only: 'claims', need: needOfArguments(options), store };
}
