/** Four paths of data through the rooms, from the user's command down to the code that does the work. */

import { roomNumber } from './rooms.js';
import type { SourceFile } from './source-files.js';

export interface Walk {
  readonly title: string;
  readonly about: string;
  readonly steps: readonly WalkStep[];
  /** Maximum number of steps that lead up, into a room that the table lists later. */
  readonly mostClimbs: number;
}

export interface WalkStep {
  readonly path: string;
  /** Name of a function, class or type in the file. */
  readonly name: string;
  /** Its purpose, as a sentence. */
  readonly does: string;
}

export const WALKS: readonly Walk[] = [
  {
    title: 'A board, from the command to the kernel',
    about: 'The steps of `antipode explore 3x4`.',
    mostClimbs: 3,
    steps: [
      { path: 'src/program/main.ts', name: 'main', does: 'Reads the command line.' },
      {
        path: 'src/program/descriptions.ts',
        name: 'COMMANDS',
        does: 'Describes the command, and loads it.',
      },
      {
        path: 'src/program/explore/explore.ts',
        name: 'exploreCommand',
        does: 'Determines the space to explore and the storage of the run.',
      },
      {
        path: 'src/program/explore/request.ts',
        name: 'readRequest',
        does: 'Makes the source of the board: its cells, its goal, its metric.',
      },
      {
        path: 'src/runs/exploration/exploration.ts',
        name: 'planRun',
        does: 'Requests a plan from the engines, the fastest first. Then exploreInMemory checks the memory, and exploreRun processes the layers: events, histogram, statistics, antipodes.',
      },
      {
        path: 'src/engines/boards/engine.ts',
        name: 'BoardEnginePlan',
        does: 'Holds the plan of a board: numbering, blocks, bytes and threads, made once.',
      },
      {
        path: 'src/engines/boards/board-plan.ts',
        name: 'planBoard',
        does: 'Numbers the board, and lays out its bits in memory.',
      },
      {
        path: 'src/engines/boards/engine.ts',
        name: 'BoardSearch',
        does: 'Assigns batches of layers to the worker threads, and adds up their counts.',
      },
      { path: 'workers/advance-layers.ts', name: 'advanceLayers', does: 'Begins the work of a thread.' },
      {
        path: 'src/engines/batches.ts',
        name: 'LayerWorker',
        does: 'Claims blocks of a layer, one after another.',
      },
      {
        path: 'src/engines/boards/layers.ts',
        name: 'BlockAdvancer',
        does: "Finds the new states of a block: its neighbours' moves, minus the visited states.",
      },
      { path: 'src/engines/boards/memory.ts', name: 'BlockMoves', does: 'Makes one move for a whole block.' },
      {
        path: 'src/base/memory.ts',
        name: 'shardsOfMemories',
        does: 'Binds the kernel in WebAssembly, compiled from workers/kernel/layers.ts, to the shared memory.',
      },
    ],
  },
  {
    title: 'A query, from `solve` to the bit',
    about: 'The steps of `antipode solve "2 3 4 1 5 x 7 6 8"` if a table is available.',
    mostClimbs: 0,
    steps: [
      { path: 'src/program/main.ts', name: 'main', does: 'Reads the command line.' },
      {
        path: 'src/program/descriptions.ts',
        name: 'COMMANDS',
        does: 'Describes the command, and loads it.',
      },
      {
        path: 'src/program/commands/solve.ts',
        name: 'solveCommand',
        does: 'Reads the options, and chooses the reader of questions: for positions or for states.',
      },
      {
        path: 'src/program/commands/questions.ts',
        name: 'answering',
        does: 'Reads a position, and words the answer.',
      },
      {
        path: 'src/program/commands/tabled-space.ts',
        name: 'TabledBoard',
        does: 'Opens the table that answers, or makes one of a small board.',
      },
      {
        path: 'src/search/table-solver.ts',
        name: 'TableSolver',
        does: 'Fits the positions to an available table: by a symmetry, by renaming tiles, or from the other end.',
      },
      {
        path: 'src/table/table.ts',
        name: 'Table',
        does: 'Opens the table file: a store of chunks, and for a board a walker over it.',
      },
      {
        path: 'src/table/board-walker.ts',
        name: 'BoardWalker',
        does: 'Numbers the position relative to the goal.',
      },
      {
        path: 'src/table/cursors.ts',
        name: 'Solutions',
        does: 'Follows the path to the goal: makes each move, and takes the first that leads nearer.',
      },
      {
        path: 'src/table/store.ts',
        name: 'TableStore',
        does: 'Returns 32 bits of the table: reads their chunk, and checks its checksum once.',
      },
    ],
  },
  {
    title: 'A layer on disk',
    about: 'The steps of `antipode explore 3x4 --store disk --work files`.',
    mostClimbs: 3,
    steps: [
      {
        path: 'src/program/explore/explore.ts',
        name: 'exploreCommand',
        does: 'Determines the space to explore and the storage of the run.',
      },
      {
        path: 'src/program/explore/run.ts',
        name: 'runJobs',
        does: 'Checks memory, disks and files, runs the exploration, and writes its results.',
      },
      {
        path: 'src/program/explore/lasting-run.ts',
        name: 'lastingRun',
        does: 'Handles signals: the first one saves the run.',
      },
      { path: 'src/runs/explore.ts', name: 'explorePlanned', does: 'Chooses the storage of the run, here files.' },
      {
        path: 'src/runs/disk/disk-run.ts',
        name: 'exploreOnDisk',
        does: 'Locks the folder. Its run, diskRun, yields the layers; after each, a manifest records that it is complete.',
      },
      {
        path: 'src/runs/disk/layer-driver.ts',
        name: 'LayerDriver',
        does: 'Starts the threads, allocates the buffers, and makes the steps of every layer.',
      },
      {
        path: 'src/runs/disk/portion-search.ts',
        name: 'makePortions',
        does: 'Reads, searches and writes the portions of a layer, three stages at the same time, each in its own buffer.',
      },
      {
        path: 'src/runs/disk/stage.ts',
        name: 'cutStage',
        does: 'Forms the next stage: blocks of a colour, and the blocks that their moves read.',
      },
      { path: 'workers/advance-stages.ts', name: 'advanceStages', does: 'Begins the work of a thread.' },
      {
        path: 'src/runs/disk/stage-advancer.ts',
        name: 'advanceStage',
        does: 'Checks the blocks that were read, and advances the blocks of the layer as in memory.',
      },
      {
        path: 'src/engines/boards/layers.ts',
        name: 'BlockAdvancer',
        does: 'Finds the new states of a block.',
      },
      {
        path: 'src/runs/disk/made-portions.ts',
        name: 'takeMadeLayer',
        does: "Adds up the counts in the portions' headers, which completes the layer.",
      },
    ],
  },
  {
    title: 'A portion on another machine',
    about: 'The steps of `antipode worker --queue redis://host:6379 --work files` for a job.',
    mostClimbs: 2,
    steps: [
      {
        path: 'src/program/explore/queue.ts',
        name: 'workerCommand',
        does: "Reads the options, and shows the worker's progress.",
      },
      {
        path: 'src/runs/queue/worker.ts',
        name: 'workForQueue',
        does: 'Waits for a coordinator, and takes its jobs until the run is complete.',
      },
      {
        path: 'src/runs/queue/messages.ts',
        name: 'parseJob',
        does: 'Checks a job: a layer, and the first and the last of its portions.',
      },
      {
        path: 'src/runs/folder-run.ts',
        name: 'openFolderRun',
        does: 'Opens the run in the folder, and makes the missing portions.',
      },
      {
        path: 'src/runs/disk/layer-driver.ts',
        name: 'LayerDriver',
        does: 'Reads the manifest of the previous layer, and the facts of all blocks from the files that it names.',
      },
      {
        path: 'src/runs/disk/portion-search.ts',
        name: 'makePortions',
        does: 'Reads, searches and writes the portions, as on one machine.',
      },
      { path: 'workers/advance-stages.ts', name: 'advanceStages', does: 'Begins the work of a thread.' },
      {
        path: 'src/runs/disk/stage-advancer.ts',
        name: 'advanceStage',
        does: 'Checks the blocks that were read, and advances the blocks of the layer.',
      },
      {
        path: 'src/engines/boards/layers.ts',
        name: 'BlockAdvancer',
        does: 'Finds the new states of a block.',
      },
    ],
  },
];

/** Returns the paths of the steps that no earlier step imports. A worker is reached by the name of its file. */
export function stepsDownTo({ steps }: Walk, files: readonly SourceFile[]): string[] {
  const missing: string[] = [];
  for (const [index, { path }] of steps.entries()) {
    if (index === 0) continue;
    const earlier = steps.slice(0, index).map((step) => files.find((file) => file.path === step.path));
    const isReached = earlier.some(
      (file) =>
        file?.path === path ||
        file?.imports.some((target) => target.path === path) ||
        (path.startsWith('workers/') && file?.text.includes(`'${path.replace(/^workers\/(.*)\.ts$/, '$1')}'`)),
    );
    if (!isReached) missing.push(path);
  }
  return missing;
}

/** Returns a text for each step that leads up. */
export function climbsOf({ steps }: Walk, files: readonly SourceFile[]): string[] {
  const roomOf = (path: string) => files.find((file) => file.path === path)?.room ?? '';
  return steps
    .slice(1)
    .map((step, index) => [steps[index].path, step.path] as const)
    .filter(([from, to]) => roomNumber(roomOf(to)) > roomNumber(roomOf(from)))
    .map(([from, to]) => `${from} to ${to}`);
}
