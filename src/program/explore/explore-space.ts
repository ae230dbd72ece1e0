/** `antipode explore` by the general method: spaces of every kind, and boards to compare with the fast one. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { needsToClaim } from '../../engines/claims/engine.js';
import { threadsToClaim } from '../../engines/claims/shared-search.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { explore } from '../../runs/explore.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { Board } from '../../spaces/board/board.js';
import { BLANK, orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { boardSource, spaceName } from '../../spaces/board/space/board-facts.js';
import { loadSpace } from '../../spaces/open-space.js';
import { didYouMean, isKnownPuzzle, KNOWN_PUZZLES } from '../../spaces/puzzles/known-puzzles.js';
import { tableBytes } from '../../table/contents/contents.js';
import { refuseOtherTables } from '../arguments/other-tables.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../process/io.js';
import { distributionText, startsText, summaryText } from '../terminal/distribution-text.js';
import {
  effortFields,
  explorationPaths,
  filesOf,
  printResult,
  statisticsFields,
  writeFiles,
} from './exploration-files.js';
import {
  DEFAULT_OUTPUT,
  type ExploreArguments,
  effortOf,
  logOf,
  type Needs,
  prepareFiles,
  setupOf,
  withWatch,
} from './exploration-setup.js';
import { refuseOptions } from './explore-methods.js';
import { refuseStores } from './store-options.js';

/** @param text what was given as the space; undefined where an option names it */
export async function exploreSpaceCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const source = spaceSourceOf(text, options);
  if (source.kind === 'known' && !isKnownPuzzle(source.space)) throw new InputError(unknownText(source.space));
  if (options.method === 'fast') {
    throw new InputError('--method fast is for boards such as 3x4: leave it out, or say --method general');
  }
  refuseOptions(
    options,
    ['goal', 'allGoals'],
    'is for boards: distances of other spaces are counted from their --start',
  );
  refuseStores(options, 'other spaces');
  const space = await loadSpace(source);
  await exploreSource(source, space, space.fullName, '', options, io);
}

/** Explores a board as a space. Its files have names of their own, that they do not take the place of the fast method's. */
export async function exploreBoardAsSpace(board: Board, options: ExploreArguments, io: Io): Promise<void> {
  refuseOptions(options, ['start'], "is for other spaces: a board's distances are counted from its --goal");
  refuseOptions(options, ['allGoals'], 'takes the fast method: leave out --method general');
  refuseStores(options, '--method general');
  const { metric } = setupOf(board, options);
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  // Tables of the general method do not keep the names of maps.
  const { mapName: _, ...source } = boardSource(board, goal, metric);
  const name = spaceName(board, goal.indexOf(BLANK), metric);
  await exploreSource(source, await loadSpace(source), name, '-general', options, io);
}

function unknownText(text: string): string {
  const puzzles = KNOWN_PUZZLES.map(({ example }) => example).join(', ');
  return `'${excerpt(text)}' is no space${didYouMean(text)}: a board is written 3x4, a map ..#/..., a puzzle as one of ${puzzles}, and a module by its path ./my-space.js`;
}

/**
 * @param space of the source; what is wrong with its moves is found on the threads, which can be ended
 * @param ending of the files' names
 */
async function exploreSource(
  source: SpaceSource,
  space: NumberedSpace,
  name: string,
  ending: string,
  options: ExploreArguments,
  io: Io,
): Promise<void> {
  const { threads, table, antipodes } = effortOf(options, () => threadsToClaim(space.size));
  const { output = DEFAULT_OUTPUT } = options;
  const paths = explorationPaths(output, `${name}${ending}`, table);
  await refuseOtherTables(paths.table, source.kind);
  const { states, bytes } = needsToClaim(space, table);
  // Its checksums take a thousandth.
  const onDisk = table ? tableBytes(space.size, space.reversible ? 'mod3' : 'depth16') * 1.01 : 0;
  const needs: Needs = { what: name, states, bytes, held: HELD, tableBytes: onDisk };
  prepareFiles(needs, threads, output, filesOf(paths), io);
  const log = logOf(options.log, filesOf(paths), io);

  const exploration = await withWatch(
    log,
    io,
    ({ on: onEvent }) => explore({ space: source, engine: 'claims', threads, table, antipodes, onEvent }),
    false,
  );
  const save = async (path: string) => {
    if (exploration.table !== null)
      await (await import('../../table/files/save.js')).saveTable(exploration.table, path);
  };
  const written = await writeFiles(paths, save, (tablePath) => spaceResultOf(name, exploration, tablePath), io);
  printResult(
    written,
    options.json,
    (files) => {
      const summary = summaryText(`${name}, ${startsText(exploration.starts)}`, { ...exploration, held: HELD }, files);
      return `${distributionText(exploration.histogram)}\n\n${summary}`;
    },
    io,
  );
}

/** What the memory holds, in words. */
const HELD = 'codes and lists';

/**
 * The object that --json prints and the result file holds; docs/result.md describes it.
 * @param space its name
 */
export function spaceResultOf(space: string, exploration: Exploration, table: string | null) {
  return {
    space,
    starts: exploration.starts,
    metric: exploration.metric,
    method: 'general',
    size: exploration.size,
    ...statisticsFields(exploration),
    antipodes: exploration.antipodes,
    ...effortFields(exploration, table),
  };
}
