/** `antipode explore --plan`: what exploring a board would take on this machine; nothing is enumerated. */

import { statfsSync, statSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { freeMemory } from '../../base/memory.js';
import { StorageError } from '../../base/storage/errors.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type ExplorationPlan, type PlannedFolder, planExploration } from '../../plan/exploration-plan.js';
import { type FolderSpeed, measureFolder } from '../../plan/folder-speed.js';
import { fullLayers } from '../../plan/layer-shares.js';
import { measureProcessors } from '../../plan/processor-speed.js';
import { PUBLISHED_BY } from '../../plan/published-histograms.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { boardSource } from '../../spaces/board/space/board-facts.js';
import { oneOf } from '../arguments/option-values.js';
import type { Io } from '../process/io.js';
import { type Measured, planText } from '../terminal/plan-text.js';
import { boardTitle } from '../terminal/space-title.js';
import { placeOf } from './disk-needs.js';
import { boardMetric, DEFAULT_OUTPUT, type ExploreArguments, needOfArguments } from './explore-arguments.js';
import { bytesOnDisk } from './preparation.js';
import { folderOf, memoryOf, STORES } from './store-options.js';

/** @throws InputError */
export async function planCommand(board: Board | undefined, options: ExploreArguments, io: Io): Promise<void> {
  refuseSearches(options);
  if (board === undefined)
    throw new InputError('--plan tells what a board takes: give one, such as 3x5, or --map <file>');
  const metric = boardMetric(options);
  const need = needOfArguments(options);
  const { table } = need;
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const inMemory = BoardEnginePlan.of(boardSource(board, goal, metric), need);
  const { threads } = inMemory;
  const { output = DEFAULT_OUTPUT } = options;
  const work = options.work === undefined ? output : folderOf('--work', options.work);
  const stores = options.store === undefined ? STORES : [oneOf('--store', options.store, STORES)];
  const input = {
    board,
    goalCell: goal.indexOf(BLANK),
    metric,
    table,
    tableBytes: Math.ceil(bytesOnDisk(inMemory)),
    threads,
    freeMemory: freeMemory(),
    memoryLimit: memoryOf(options.memory),
    output: diskOf(output),
    work: diskOf(work),
    onDisk: stores.includes('disk') && metric === 'single',
  };
  io.stderr.write(`${formatBoard(board)}: measuring the machine for some seconds\n`);
  const files = input.onDisk ? await speedOf(placeOf(work)) : null;
  const processors = await measureProcessors(board, threads);
  const folderSpeed = files === null || typeof files === 'string' ? undefined : files;
  const plan = planExploration({ ...input, folderSpeed, processorSpeed: processors });
  const measured: Measured = { threads, folder: placeOf(work), files, processors };
  if (options.json) {
    const space = { board: formatBoard(board), goal: formatPosition(goal), metric, threads };
    io.stdout.write(`${JSON.stringify({ ...space, ...planResult(plan, input.tableBytes, measured, stores) })}\n`);
  } else {
    const title = boardTitle(board, metric);
    io.stdout.write(
      `${planText({ title, goal: formatPosition(goal), plan, tableBytes: input.tableBytes, measured, stores })}\n`,
    );
  }
}

/** Options of what happens only when something is explored, or of what is no board, by their names. */
const NOT_PLANNED: Readonly<Partial<Record<keyof ExploreArguments, string>>> = {
  allGoals: '--all-goals',
  generators: '--generators',
  start: '--start',
  resume: '--resume',
  checkpoint: '--checkpoint',
  checkpointEvery: '--checkpoint-every',
  antipodes: '--antipodes',
  log: '--log',
};

/** @throws InputError where there is such an option */
function refuseSearches(options: ExploreArguments): void {
  const names = Object.keys(NOT_PLANNED) as (keyof ExploreArguments)[];
  const given = names.find((name) => options[name] !== undefined);
  const found = given === undefined ? undefined : NOT_PLANNED[given];
  const wrong = found ?? (options.method === 'general' ? '--method general' : undefined);
  if (wrong === undefined) return;
  throw new InputError(`--plan explores nothing, and only tells what a board takes: leave out ${wrong}, or --plan`);
}

function diskOf(path: string): PlannedFolder {
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
