/** Explorations of boards given as objects, with goals given as positions. */

import { createHash } from 'node:crypto';
import { readSavedRun } from '#src/runs/disk/saved-run.js';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { type Board, boardOf, type Metric } from '#src/spaces/board/board.js';
import { orderedPosition, type Position, parsePosition } from '#src/spaces/board/position.js';
import { boardOfSource, boardSource } from '#src/spaces/board-facts.js';

export interface BoardOptions extends Omit<ExploreOptions, 'space' | 'goal' | 'metric' | 'start'> {
  readonly board: string | Board;
  readonly goal?: string | Position | undefined;
  readonly metric?: Metric | undefined;
}

export async function exploreBoard({
  board: given,
  goal,
  metric = 'single',
  ...options
}: BoardOptions): Promise<Exploration> {
  const board = boardOf(given);
  const position = typeof goal === 'string' ? parsePosition(goal, board) : (goal ?? orderedPosition(board));
  return explore({ space: boardSource(board, position, metric), ...options });
}

export interface CheckpointedOptions extends BoardOptions {
  readonly folder: string;
  readonly everySeconds?: number;
}

export async function exploreWithCheckpoints({
  folder,
  everySeconds,
  ...options
}: CheckpointedOptions): Promise<Exploration> {
  return exploreBoard({ ...options, checkpoints: { folder, everySeconds } });
}

export interface OnDiskOptions extends BoardOptions {
  readonly work: string;
  readonly memory?: number;
  /** Approximate bytes of a portion's file. */
  readonly portionBytes?: number;
}

/** Explores a board. @param mostBufferBytes maximum bytes of a buffer of memory */
export async function exploreOnDisk(
  { work, memory, portionBytes, ...options }: OnDiskOptions,
  mostBufferBytes?: number,
): Promise<Exploration> {
  return exploreBoard({ ...options, disk: { work, memory, limits: { mostBufferBytes, portionBytes } } });
}

/** Begins an exploration on disk, or resumes the one in the folder. */
export async function exploreOrResume(options: OnDiskOptions, mostBufferBytes?: number): Promise<Exploration> {
  const isBegun = (await readSavedRun(options.work)) !== undefined;
  if (isBegun) return resumeExploration(options.work, { ...options, limits: { mostBufferBytes } });
  return exploreOnDisk(options, mostBufferBytes);
}

/** The results that two explorations of a space must share. */
export interface Result extends Pick<Exploration, 'histogram' | 'antipodes'> {
  readonly table: { readonly encoding: string; readonly digest: string } | null;
}

/** Returns the histogram, the antipodes, and a digest of the table's bytes. */
export function resultOf({ histogram, antipodes, source, table }: Exploration): Result {
  if (table === null) return { histogram, antipodes, table };
  const digest = createHash('sha256');
  const sections = source.kind === 'board' ? boardOfSource(source).cells : 1;
  for (let section = 0; section < sections; section++) for (const piece of table.bytes(section)) digest.update(piece);
  return { histogram, antipodes, table: { encoding: table.encoding, digest: digest.digest('hex') } };
}
