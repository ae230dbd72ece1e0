/** Four paths that data takes through the rooms, from what a user types down to where the work is done. */

import { roomNumber } from './rooms.js';
import type { SourceFile } from './source-files.js';

export interface Walk {
  readonly title: string;
  readonly about: string;
  readonly steps: readonly WalkStep[];
  /** How often a step may lead up, into a room that the table lists later. */
  readonly mostClimbs: number;
}

export interface WalkStep {
  readonly path: string;
  /** Of a function, class or type in the file. */
  readonly name: string;
  /** What it does, as a sentence. */
  readonly does: string;
}

export const WALKS: readonly Walk[] = [
  {
    title: 'A board, from the command to the kernel',
    about: 'What happens on `antipode explore 3x4`.',
    mostClimbs: 3,
    steps: [
      { path: 'src/program/main.ts', name: 'main', does: 'Reads the command line.' },
      {
        path: 'src/program/explore/explore-description.ts',
        name: 'describeExplore',
        does: 'Describes the command, and loads it.',
      },
      {
        path: 'src/program/explore/explore.ts',
        name: 'exploreCommand',
        does: 'Determines what is explored, and how the run is kept.',
      },
      {
        path: 'src/program/explore/asked-exploration.ts',
        name: 'askedOf',
        does: 'Makes the source of the board: its cells, its goal, its metric.',
      },
      {
        path: 'src/runs/explore.ts',
        name: 'planRun',
        does: 'Asks the engines for a plan, the fastest first, and takes the first one.',
      },
      {
        path: 'src/runs/explore.ts',
        name: 'explorePlanned',
        does: 'Checks the memory, and opens the run of the plan.',
      },
      {
        path: 'src/runs/exploration/exploration.ts',
        name: 'exploreRun',
        does: 'Reads the layers of any run: events, histogram, statistics, antipodes.',
      },
      {
        path: 'src/engines/bits/engine.ts',
        name: 'BoardEnginePlan',
        does: 'Holds the plan of a board: numbering, blocks, bytes and threads, made once.',
      },
      {
        path: 'src/engines/bits/layout/board-plan.ts',
        name: 'planBoard',
        does: 'Numbers the board, and lays its bits out in memory.',
      },
      {
        path: 'src/engines/bits/run/board-search.ts',
        name: 'BoardSearch',
        does: 'Hands batches of layers to the worker threads, and adds up their results.',
      },
      { path: 'workers/advance-layers.ts', name: 'advanceLayers', does: 'Begins the work of a thread.' },
      {
        path: 'src/engines/bits/run/worker.ts',
        name: 'advanceBatch',
        does: 'Claims blocks of a layer, one after another.',
      },
      {
        path: 'src/engines/bits/single/colour-layers.ts',
        name: 'BlockAdvancer',
        does: 'Finds the fresh states of a block: the moves of its neighbours, less what is visited.',
      },
      { path: 'src/engines/bits/kernel/block-moves.ts', name: 'BlockMoves', does: 'Makes one move for a whole block.' },
      {
        path: 'src/engines/bits/kernel/kernel.ts',
        name: 'instantiate',
        does: 'Binds the kernel in WebAssembly, compiled from workers/kernel/layers.ts, to the shared memory.',
      },
    ],
  },
  {
    title: 'A query, from `solve` to the bit',
    about: 'What happens on `antipode solve "2 3 4 1 5 x 7 6 8"` if a table exists.',
    mostClimbs: 0,
    steps: [
      { path: 'src/program/main.ts', name: 'main', does: 'Reads the command line.' },
      {
        path: 'src/program/solve/solve-description.ts',
        name: 'describeSolve',
        does: 'Describes the command, and loads it.',
      },
      {
        path: 'src/program/solve/solve.ts',
        name: 'solveCommand',
        does: 'Reads the options, and chooses how questions are read: as positions or as states.',
      },
      {
        path: 'src/program/solve/positions.ts',
        name: 'PositionQuestions',
        does: 'Reads a position, and words the answer.',
      },
      {
        path: 'src/search/tables/table-solver.ts',
        name: 'TableSolver',
        does: 'Answers a question from the tables at hand.',
      },
      {
        path: 'src/search/tables/board-paths.ts',
        name: 'BoardPaths',
        does: 'Maps the pair of positions to a table: by a symmetry, by renaming tiles, or from the other end.',
      },
      {
        path: 'src/table/table.ts',
        name: 'Table',
        does: 'Opens the table file: a store of chunks, and for a board a walker over it.',
      },
      {
        path: 'src/table/walker/board-walker.ts',
        name: 'BoardWalker',
        does: 'Numbers the position relative to the goal.',
      },
      {
        path: 'src/table/walker/descent.ts',
        name: 'Descent',
        does: 'Descends to the goal, always to the first nearer neighbour.',
      },
      {
        path: 'src/table/walker/cursor.ts',
        name: 'Cursor',
        does: 'Holds the current state, and the state that each move leads to.',
      },
      {
        path: 'src/table/files/store.ts',
        name: 'TableStore',
        does: 'Returns 32 bits of the table, from memory or from a file.',
      },
      {
        path: 'src/table/files/chunked-file.ts',
        name: 'ChunkedFile',
        does: 'Reads the chunk that holds the bit, and checks its checksum once.',
      },
    ],
  },
  {
    title: 'A layer on disk',
    about: 'What happens on `antipode explore 3x4 --store disk --work files`.',
    mostClimbs: 3,
    steps: [
      {
        path: 'src/program/explore/explore.ts',
        name: 'exploreCommand',
        does: 'Determines what is explored, and how the run is kept.',
      },
      {
        path: 'src/program/explore/run/lasting-exploration.ts',
        name: 'exploreLasting',
        does: 'Prints memory and disk, and handles signals: the first one saves.',
      },
      { path: 'src/runs/explore.ts', name: 'explorePlanned', does: 'Chooses how the run is kept: here in files.' },
      {
        path: 'src/runs/disk/explore-on-disk.ts',
        name: 'exploreOnDisk',
        does: 'Locks the work folder, unless other processes share it.',
      },
      {
        path: 'src/runs/disk/disk-run.ts',
        name: 'DiskRun',
        does: 'Yields the layers, and writes a manifest when each one is complete.',
      },
      {
        path: 'src/runs/disk/open-search.ts',
        name: 'openSearch',
        does: 'Starts the threads, and allocates the lanes of memory.',
      },
      {
        path: 'src/runs/disk/make-portions.ts',
        name: 'makePortions',
        does: 'Reads, searches and writes the portions of a layer, three stages at a time, each in a lane of memory.',
      },
      {
        path: 'src/runs/disk/lanes/stage.ts',
        name: 'cutStage',
        does: 'Cuts the next stage: blocks of a colour, and the blocks that their moves read.',
      },
      { path: 'workers/advance-stages.ts', name: 'advanceStages', does: 'Begins the work of a thread.' },
      {
        path: 'src/runs/disk/lanes/advance-stage.ts',
        name: 'advanceStage',
        does: 'Checks the blocks that were read, and advances those of the layer as one in memory does.',
      },
      {
        path: 'src/engines/bits/single/colour-layers.ts',
        name: 'BlockAdvancer',
        does: 'Finds the fresh states of a block.',
      },
      {
        path: 'src/runs/disk/portion-in-progress.ts',
        name: 'PortionInProgress',
        does: "Writes a portion's files under temporary names, and gives them their own when they are on the disk.",
      },
      {
        path: 'src/runs/disk/finish-layer.ts',
        name: 'takeMadeLayer',
        does: 'Adds up the headers of the portions, which completes the layer.',
      },
    ],
  },
  {
    title: 'A portion on another machine',
    about: 'What happens on `antipode worker --queue redis://host:6379 --work files` when a portion is handed out.',
    mostClimbs: 2,
    steps: [
      {
        path: 'src/program/worker/worker.ts',
        name: 'workerCommand',
        does: 'Reads the options, and shows what the worker does.',
      },
      {
        path: 'src/runs/queue/work.ts',
        name: 'workForQueue',
        does: 'Waits for a coordinator, and takes its jobs until the run is complete.',
      },
      {
        path: 'src/runs/queue/job.ts',
        name: 'parseJob',
        does: 'Checks a job: a layer, and the first and the last of its portions.',
      },
      {
        path: 'src/runs/portions/folder-run.ts',
        name: 'FolderRun',
        does: 'Opens the run in the folder, and makes the portions that are not made already.',
      },
      {
        path: 'src/runs/disk/open-search.ts',
        name: 'openSearch',
        does: 'Starts the threads, and allocates the lanes of memory, once for the whole run.',
      },
      {
        path: 'src/runs/portions/followed-layers.ts',
        name: 'FollowedLayers',
        does: 'Reads the manifest of the layer before, and takes the facts of all blocks from the files that it names.',
      },
      {
        path: 'src/runs/disk/make-portions.ts',
        name: 'makePortions',
        does: 'Reads, searches and writes the portions, as on one machine.',
      },
      { path: 'workers/advance-stages.ts', name: 'advanceStages', does: 'Begins the work of a thread.' },
      {
        path: 'src/runs/disk/lanes/advance-stage.ts',
        name: 'advanceStage',
        does: 'Checks the blocks that were read, and advances those of the layer.',
      },
      {
        path: 'src/engines/bits/single/colour-layers.ts',
        name: 'BlockAdvancer',
        does: 'Finds the fresh states of a block.',
      },
    ],
  },
];

/** Returns the steps that no import joins to an earlier one, as text. A worker is reached by its file's name. */
export function stepsDownTo({ steps }: Walk, files: readonly SourceFile[]): string[] {
  const missing: string[] = [];
  for (const [index, { path }] of steps.entries()) {
    if (index === 0) continue;
    const earlier = steps.slice(0, index).map((step) => files.find((file) => file.path === step.path));
    const isReached = earlier.some(
      (file) =>
        file?.path === path ||
        file?.imports.some((target) => target.path === path) ||
        (path.startsWith('workers/') && file?.text.includes(`${path.replace(/^workers\/(.*)\.ts$/, '$1')}.`)),
    );
    if (!isReached) missing.push(path);
  }
  return missing;
}

/** Returns the steps that lead up, as text. */
export function climbsOf({ steps }: Walk, files: readonly SourceFile[]): string[] {
  const roomOf = (path: string) => files.find((file) => file.path === path)?.room ?? '';
  return steps
    .slice(1)
    .map((step, index) => [steps[index].path, step.path] as const)
    .filter(([from, to]) => roomNumber(roomOf(to)) > roomNumber(roomOf(from)))
    .map(([from, to]) => `${from} to ${to}`);
}
