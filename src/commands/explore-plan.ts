/** `antipode explore --plan`: what exploring a board would take on this machine; nothing is enumerated. */

import { statfsSync, statSync } from 'node:fs';
import { type Board, formatBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from '../board/position.js';
import { type ExplorationPlan, type Place, planExploration } from '../disk/exploration-plan.js';
import { type FolderSpeed, measureFolder } from '../disk/folder-speed.js';
import { fullLayers } from '../disk/layer-shares.js';
import { measureProcessors } from '../disk/processor-speed.js';
import { PUBLISHED_BY } from '../disk/published-histograms.js';
import { freeMemory } from '../explore/requirements.js';
import { StorageError } from '../storage/errors.js';
import { type Measured, planText } from '../terminal/plan-text.js';
import { boardTitle } from '../terminal/space-title.js';
import { placeOf } from './disk-needs.js';
import { DEFAULT_OUTPUT, type ExploreArguments, setupOf, tableBytesOf } from './exploration-setup.js';
import { oneOf } from './option-values.js';
import { memoryOf, STORES } from './store-options.js';

/** @throws InputError */
export async function planCommand(board: Board, options: ExploreArguments): Promise<void> {
  refuseSearches(options);
  const { metric, threads, table } = setupOf(board, options);
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const { output = DEFAULT_OUTPUT, work = output } = options;
  const stores = options.store === undefined ? STORES : [oneOf('--store', options.store, STORES)];
  const input = {
    board,
    goalCell: goal.indexOf(BLANK),
    metric,
    table,
    tableBytes: table ? Math.ceil(tableBytesOf(board, metric)) : 0,
    threads,
    freeMemory: freeMemory(),
    memoryLimit: memoryOf(options.memory),
    output: diskOf(output),
    work: diskOf(work),
  };
  process.stderr.write(`${formatBoard(board)}: measuring the machine for some seconds\n`);
  const onDisk = stores.includes('disk') && metric === 'single';
  const files = onDisk ? await speedOf(placeOf(work)) : null;
  const processors = await measureProcessors(board, threads);
  const folderSpeed = files === null || typeof files === 'string' ? undefined : files;
  const plan = planExploration({ ...input, folderSpeed, processorSpeed: processors });
  const measured: Measured = { threads, folder: placeOf(work), files, processors };
  if (options.json) {
    const space = { board: formatBoard(board), goal: formatPosition(goal), metric, threads };
    process.stdout.write(`${JSON.stringify({ ...space, ...planResult(plan, input.tableBytes, measured, stores) })}\n`);
  } else {
    const title = boardTitle(board, metric);
    process.stdout.write(
      `${planText({ title, goal: formatPosition(goal), plan, tableBytes: input.tableBytes, measured, stores })}\n`,
    );
  }
}

/** @throws InputError where there is an option of something that is only there when it is explored */
function refuseSearches({ allGoals, checkpoint, checkpointEvery, log, antipodes }: ExploreArguments): void {
  const given = {
    '--all-goals': allGoals,
    '--checkpoint': checkpoint,
    '--checkpoint-every': checkpointEvery,
    '--log': log,
    '--antipodes': antipodes,
  };
  const found = Object.entries(given).find(([, value]) => value !== undefined);
  if (found !== undefined)
    throw new InputError(`--plan explores nothing, so it has no use for ${found[0]}: leave out one of them`);
}

function diskOf(path: string): Place {
  const place = placeOf(path);
  const { bavail, bsize } = statfsSync(place);
  return { path, freeBytes: bavail * bsize, device: statSync(place).dev };
}

/** Or why a folder cannot be measured. */
async function speedOf(folder: string): Promise<FolderSpeed | string> {
  try {
    return (await measureFolder(folder)) ?? `the disk of ${folder} is too full to be measured`;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return error.message;
  }
}

function planResult(
  plan: ExplorationPlan,
  tableBytes: number,
  { folder, files, processors }: Measured,
  stores: readonly string[],
) {
  const { states, reached, histogram, shares, memory, disk } = plan;
  const { plan: work, ...onDisk } = disk ?? {};
  return {
    states,
    notReached: states - reached,
    tableBytes,
    maxDepth: histogram === null ? null : histogram.length - 1,
    published: histogram === null ? null : PUBLISHED_BY,
    histogram,
    shares,
    fullLayers: shares === null ? null : fullLayers(shares),
    measured: { folder, files, processors },
    ...(stores.includes('memory') ? { memory } : {}),
    ...(stores.includes('disk') ? { disk: work === undefined ? null : { ...onDisk, work } } : {}),
  };
}
