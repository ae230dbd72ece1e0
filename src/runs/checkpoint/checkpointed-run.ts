/** A run in memory that saves checkpoints, from the goal or from a checkpoint. */

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { checkMemory, freeMemory } from '../../base/memory.js';
import { StorageError } from '../../base/storage/errors.js';
import { type BoardEnginePlan, BoardRun } from '../../engines/bits/engine.js';
import { cellsAtDepth } from '../../engines/bits/run/board-search.js';
import type { FoundBefore, FoundLayer, LayerRun } from '../../engines/engine.js';
import { stateAt, stateOf } from '../../spaces/board/numbering/numbering.js';
import { BLANK } from '../../spaces/board/position.js';
import type { TableContents } from '../../table/contents/contents.js';
import { type Exploration, exploreRun } from '../exploration/exploration.js';
import type { SavedRun } from '../saved/manifest.js';
import { ownFiles } from '../saved/own-files.js';
import { checkUnused, inLockedFolder, written } from '../saved/run-folder.js';
import { foundBefore, planOfSaved, readSavedRun, type SavedRunHooks, writeSavedRun } from '../saved/saved-run.js';
import { FIRST_GENERATION, fileName } from './generation.js';
import { SAVED_BITSETS, type Saved } from './parts.js';
import { checkpointDetails, restoreLayers } from './restore.js';
import { checkCheckpointRoom } from './room.js';
import { type CheckpointDetails, CheckpointSaver } from './saver.js';

export interface CheckpointOptions {
  /** Made if it does not exist. No other process may use it meanwhile. */
  readonly folder: string;
  /** Seconds from the end of one checkpoint to the beginning of the next, 0 or more. @default 300 */
  readonly everySeconds?: number | undefined;
}

const DEFAULT_SECONDS = 300;

/**
 * Explores a board, and saves checkpoints meanwhile. The last one stays in the folder, also when the exploration is complete.
 * @throws as explore
 * @internal
 */
export async function exploreWithCheckpoints(
  plan: BoardEnginePlan,
  { folder, everySeconds }: CheckpointOptions,
  { output, ...hooks }: SavedRunHooks,
): Promise<Exploration> {
  const seconds = checkedSeconds(everySeconds);
  const { search, goal, metric, need } = plan;
  const { geometry } = search;
  checkMemory(plan.label, plan.needs, plan.threads, freeMemory());
  return inLockedFolder(folder, true, async () => {
    await checkUnused(folder);
    await checkCheckpointRoom(folder, search, 0);
    const details: CheckpointDetails = { generation: FIRST_GENERATION, sections: [] };
    const run: SavedRun = {
      store: 'memory',
      board: geometry.board,
      goal,
      metric,
      table: need.table,
      antipodes: need.antipodes ?? need.first,
      output: output ?? null,
      histogram: [1],
      first: need.first > 0 ? [stateOf(geometry, goal, goal)] : [],
      seconds: 0,
      details,
    };
    // From here on there is something to resume from, and the files beside it are known to be of this exploration.
    await written(folder, writeSavedRun(folder, run));
    return exploreSaved(plan, run, { folder, everySeconds: seconds, ...hooks });
  });
}

/** The options that may differ from the run before. @internal */
export type ResumeCheckpointOptions = Pick<SavedRunHooks, 'stop' | 'onEvent'> &
  Pick<CheckpointOptions, 'everySeconds'> & {
    readonly threads?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  };

/**
 * Resumes the exploration whose checkpoints are in a folder, and saves further ones there.
 * @throws as explore; StorageError if there is no checkpoint, or it is damaged: the message names file and section
 * @internal
 */
export async function resumeFromCheckpoint(folder: string, options: ResumeCheckpointOptions): Promise<Exploration> {
  const { stop, onEvent } = options;
  const everySeconds = checkedSeconds(options.everySeconds);
  return inLockedFolder(folder, false, async () => {
    const run = await readSavedRun(folder);
    if (run === undefined) throw new StorageError(`${folder} holds no exploration to go on with`);
    const plan = planOfSaved(run, options);
    checkMemory(plan.label, plan.needs, plan.threads, freeMemory());
    const present = await removeOthers(folder, checkpointDetails(run, folder).generation);
    await checkCheckpointRoom(folder, plan.search, present);
    return exploreSaved(plan, run, { folder, everySeconds, stop, onEvent });
  });
}

/** @throws InputError */
function checkedSeconds(everySeconds = DEFAULT_SECONDS): number {
  if (everySeconds >= 0) return everySeconds;
  throw new InputError(`checkpoints are saved every 0 seconds or more, found ${everySeconds}`);
}

/**
 * Removes what an earlier process left that was killed while it wrote.
 * @returns bytes of the files that stay
 */
async function removeOthers(folder: string, generation: number): Promise<number> {
  const valid = new Set(SAVED_BITSETS.map((bitset) => fileName(bitset, generation)));
  let bytes = 0;
  for (const name of await ownFiles(folder)) {
    const path = join(folder, name);
    if (valid.has(name)) bytes += (await stat(path)).size;
    else await rm(path, { force: true });
  }
  return bytes;
}

/** Where checkpoints go, and when. */
interface Course extends Pick<SavedRunHooks, 'stop' | 'onEvent'> {
  readonly folder: string;
  readonly everySeconds: number;
}

async function exploreSaved(plan: BoardEnginePlan, saved: SavedRun, course: Course): Promise<Exploration> {
  const isResumed = saved.histogram.length > 1;
  const board = await BoardRun.begin(plan, plan.newSearch(), !isResumed);
  const run = new CheckpointedRun(plan, board, saved, course);
  try {
    return await exploreRun(plan, run, course.onEvent);
  } finally {
    await run.close();
  }
}

/** The layers of a board in memory; between those that are handed out, what a checkpoint needs is written. */
class CheckpointedRun implements LayerRun {
  readonly before: FoundBefore | undefined;
  readonly #plan: BoardEnginePlan;
  readonly #board: BoardRun;
  readonly #saved: SavedRun;
  readonly #course: Course;

  /** @param saved as the manifest in the folder has it */
  constructor(plan: BoardEnginePlan, board: BoardRun, saved: SavedRun, course: Course) {
    this.#plan = plan;
    this.#board = board;
    this.#saved = saved;
    this.#course = course;
    this.before = saved.histogram.length > 1 ? foundBefore(plan, saved) : undefined;
  }

  get bytes(): number {
    return this.#board.bytes;
  }

  get starts(): readonly string[] {
    return this.#board.starts;
  }

  get seconds(): number {
    return this.#saved.seconds + this.#board.seconds;
  }

  /** @throws also StorageError if the checkpoint is damaged, and StoppedError */
  async *layers(): AsyncGenerator<FoundLayer, void> {
    const { search, need } = this.#plan;
    const { memory } = this.#board.search;
    const { folder, everySeconds, stop, onEvent = () => {} } = this.#course;
    const { histogram, first, seconds, details: _, ...run } = this.#saved;
    const saved = savedParts(this.#saved);
    const depth = histogram.length - 1;
    const { generation } = checkpointDetails(this.#saved, folder);
    const saver = new CheckpointSaver(
      { folder, everySeconds, stop, onEvent, run, saved },
      histogram,
      { depth, first, seconds },
      { generation, depth },
    );
    let singly = false;
    try {
      if (depth > 0) {
        const rebuild = () => this.#board.search.rebuildColour(depth, need.signal);
        await restoreLayers(this.#saved, saved, folder, memory, rebuild);
        singly = await saver.beforeLayers(depth + 1, memory);
      }
      for await (const { isLatest, ...layer } of this.#board.layers(depth > 0 ? depth : undefined, () => singly)) {
        const all = { ...layer, seconds: seconds + layer.seconds };
        saver.onLayer({ ...all, first: layer.first.map((state) => stateAt(search.geometry, state)) });
        yield all;
        if (isLatest) singly = await saver.beforeLayers(layer.depth + 1, memory);
      }
    } finally {
      await saver.end();
    }
  }

  texts(states: readonly number[]): Promise<readonly string[]> {
    return this.#board.texts(states);
  }

  contents(histogram: readonly number[]): TableContents {
    return this.#board.contents(histogram);
  }

  close(): Promise<void> {
    return this.#board.close();
  }
}

/** Returns what decides what is saved of a run. */
function savedParts({ board, goal, metric, table }: SavedRun): Saved {
  const goalCell = goal.indexOf(BLANK);
  return {
    metric,
    table,
    cells: [cellsAtDepth(board, metric, goalCell, 0), cellsAtDepth(board, metric, goalCell, 1)],
  };
}
