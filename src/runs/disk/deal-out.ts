/** Divides the blocks of a run into portions, and divides its memory. */

import { randomBytes } from 'node:crypto';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { cellsAtDepth } from '../../engines/bits/run/board-search.js';
import { BLANK } from '../../spaces/board/position.js';
import type { SavedRun } from '../saved/manifest.js';
import { choosePortions } from './lanes/choose-portions.js';
import { Portions } from './lanes/portions.js';
import { divideMemory, headBytesOfRun, placesOfPortion, type StagedBoard, type Staging } from './lanes/staging.js';
import { detailsOf } from './layer-files.js';

/** Options of a folder in which other processes make portions too. */
export interface SharedFolder {
  /** Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
}

/** The folder and the resources of a search on disk. */
export interface SearchWork {
  /** An existing folder, which is locked unless it is shared. */
  readonly folder: string;
  /** Bytes of memory that the search may allocate. */
  readonly memory: number;
  readonly shared?: SharedFolder | undefined;
  /** Saved contents of the folder; undefined if it is empty. */
  readonly saved: SavedRun | undefined;
  /** Maximum bytes of a lane of memory, and approximate bytes of a portion's file; tests use less. */
  readonly mostLaneBytes?: number | undefined;
  readonly portionBytes?: number | undefined;
}

/** Divides the memory, and divides the blocks into portions. A resumed run keeps its portions. @throws MemoryError, StorageError */
export function dealOut(
  { search, need, threads, goal }: BoardEnginePlan,
  { folder, memory, shared, saved, mostLaneBytes, portionBytes }: SearchWork,
  staged: StagedBoard,
): { readonly run: string; readonly portions: Portions; readonly division: Staging } {
  const { board } = search.geometry;
  const { count } = staged.blocks;
  const [even, odd] = [0, 1].map((depth) => cellsAtDepth(board, 'single', goal.indexOf(BLANK), depth));
  const details = saved && detailsOf(folder, saved, count);
  const places = details?.places ?? placesOfPortion(staged, portionBytes);
  const headBytes = headBytesOfRun(staged, places, need.first);
  const division = divideMemory(
    staged,
    { table: need.table, memory, threads, headBytes, shared: shared !== undefined },
    mostLaneBytes,
  );
  if (details === undefined) {
    const { portions } = choosePortions(staged, places, [even, odd], division, need.table ? 2 : 1);
    return { run: randomBytes(8).toString('hex'), portions, division };
  }
  const { run, outer, low } = details;
  return { run, portions: new Portions({ count, outer, low }, places, [even, odd]), division };
}
