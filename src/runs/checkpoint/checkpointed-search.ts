/** A search in memory that saves checkpoints, from the goal or from a checkpoint. */

import { cellsAtDepth } from '../../engines/bits/layers/layers.js';
import type { Geometry } from '../../spaces/board/numbering/geometry.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import type { FoundBefore, Settings } from '../explore.js';
import type { SavedRun } from '../saved/saved-run.js';
import { type FoundStates, MemorySearch, type SearchEvents, type StateSearch } from '../state-search.js';
import type { Saved } from './parts.js';
import { detailsOf, restoredLayers } from './restore.js';
import { CheckpointSaver } from './saver.js';

/** Where checkpoints go, and when. */
export interface CheckpointPlan {
  readonly folder: string;
  readonly everySeconds: number;
  readonly stop: AbortSignal | undefined;
}

/** What decides what is saved of a run. */
function savedOf({ board, goal, metric, table }: SavedRun): Saved {
  const goalCell = goal.indexOf(BLANK);
  return {
    metric,
    table,
    cells: [cellsAtDepth(board, metric, goalCell, 0), cellsAtDepth(board, metric, goalCell, 1)],
  };
}

export class CheckpointedSearch implements StateSearch {
  readonly #run: SavedRun;
  readonly #plan: CheckpointPlan;
  readonly #search: MemorySearch;

  /**
   * Starts the threads.
   * @param run as the manifest in the folder has it
   * @throws InputError where the board is too large to number
   */
  constructor(run: SavedRun, settings: Settings, plan: CheckpointPlan) {
    this.#run = run;
    this.#plan = plan;
    this.#search = new MemorySearch(settings);
  }

  get geometry(): Geometry {
    return this.#search.geometry;
  }

  /** What was found before this search; undefined where it begins with the goal. */
  get before(): FoundBefore | undefined {
    return this.#run.histogram.length > 1 ? this.#run : undefined;
  }

  /** @throws also StorageError where the checkpoint is damaged, and StoppedError */
  async run(goal: Position, events: SearchEvents): Promise<FoundStates> {
    const { histogram, first, seconds, details: _, ...run } = this.#run;
    const { folder } = this.#plan;
    const saved = savedOf(this.#run);
    const depth = histogram.length - 1;
    const { generation } = detailsOf(this.#run, folder);
    const saver = new CheckpointSaver(
      { ...this.#plan, run, saved, onEvent: events.onEvent },
      histogram,
      { depth, first, seconds },
      { generation, depth },
    );
    const onLayer: SearchEvents['onLayer'] = (layer) => {
      const all = { ...layer, seconds: seconds + layer.seconds };
      saver.onLayer(all);
      events.onLayer(all);
    };
    let found: FoundStates;
    try {
      found = await this.#search.run(
        goal,
        { ...events, onLayer },
        {
          restored: this.before && restoredLayers(this.#run, saved, folder),
          beforeLayers: (next, memory) => saver.beforeLayers(next, memory),
        },
      );
    } finally {
      await saver.end();
    }
    return { ...found, seconds: seconds + found.seconds };
  }

  end(): void {
    this.#search.end();
  }
}
