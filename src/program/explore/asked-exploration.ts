/** What `antipode explore` is asked to explore: the source of the space, and how. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { EngineName, EnginePlan, Need } from '../../engines/engine.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { Board } from '../../spaces/board/board.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { boardSource } from '../../spaces/board/space/board-facts.js';
import { boardMetric, type ExploreArguments, needOfArguments, refuseOptions } from './explore-arguments.js';
import { refuseStores, type Store, storeOf } from './store-options.js';

export interface AskedExploration {
  readonly source: SpaceSource;
  /** The only engine to ask; by default every one. */
  readonly only?: EngineName | undefined;
  readonly need: Need;
  readonly store: Store;
}

/**
 * Reads the options of a board. With --all-goals the source has the first of the goals.
 * @throws InputError if an option is wrong, or does not go with the others
 */
export function askedOfBoard(board: Board, options: ExploreArguments): AskedExploration {
  refuseOptions(options, ['start'], "is for other spaces: a board's distances are counted from its --goal");
  const isGeneral = options.method === 'general';
  if (isGeneral) {
    refuseOptions(options, ['allGoals'], 'takes the fast method: leave out --method general');
  }
  const metric = boardMetric(options);
  const need = needOfArguments(options);
  const store = storeOf(options, metric === 'single' && !isGeneral);
  if (options.allGoals) {
    refuseStores(options);
    if (options.goal !== undefined) {
      throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
    }
  }
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const source = boardSource(board, goal, metric);
  if (!isGeneral) return { source, need, store };
  // Tables of the general engine do not keep the names of maps.
  const { mapName: _, ...unnamed } = source;
  return { source: unnamed, only: 'claims', need, store };
}

/**
 * Reads the options of a space that is no board.
 * @param text the name of a puzzle or the path of a module; undefined if an option names the space
 * @throws InputError if there is no such space, an option is wrong, or does not go with the others
 */
export async function askedOfSpace(text: string | undefined, options: ExploreArguments): Promise<AskedExploration> {
  if (text === undefined && options.generators === undefined) {
    throw new InputError(
      'nothing to explore: give a board such as 3x4, a puzzle such as pancake:10, a module such as ./my-space.js, --map <file> or --generators <file>',
    );
  }
  const { spaceSourceOf } = await import('../arguments/space-argument.js');
  const source = spaceSourceOf(text, options);
  if (source.kind === 'known') await checkPuzzle(source.space);
  if (options.method === 'fast') {
    throw new InputError('--method fast is for boards such as 3x4: leave it out, or say --method general');
  }
  refuseOptions(options, ['goal'], 'is for boards: distances of other spaces are counted from their --start');
  refuseOptions(
    options,
    ['allGoals'],
    'is for boards, most of whose goals are alike but for the names of their tiles or a symmetry; other spaces have no such classes: leave it out, or give a --start',
  );
  const store = storeOf(options, false);
  // A worker that waits for a module which never becomes a space would wait forever.
  if (source.kind === 'module') await (await import('../../spaces/open-space.js')).loadSpace(source);
  return { source, only: 'claims', need: needOfArguments(options), store };
}

/** Returns the end of the names of files: those of the general engine do not take the place of a board's by the fast ones. */
export function fileEnding({ engine, facts }: Pick<EnginePlan, 'engine' | 'facts'>): string {
  return engine === 'claims' && facts.source.kind === 'board' ? '-general' : '';
}

/** @throws InputError if there is no such puzzle */
async function checkPuzzle(text: string): Promise<void> {
  const { didYouMean, isKnownPuzzle, KNOWN_PUZZLES } = await import('../../spaces/puzzles/known-puzzles.js');
  if (isKnownPuzzle(text)) return;
  const puzzles = KNOWN_PUZZLES.map(({ example }) => example).join(', ');
  throw new InputError(
    `'${excerpt(text)}' is no space${didYouMean(text)}: a board is written 3x4, a map ..#/..., a puzzle as one of ${puzzles}, and a module by its path ./my-space.js`,
  );
}
