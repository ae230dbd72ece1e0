/** Explorations of boards given as objects, with goals given as positions. */

import type { Exploration } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
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

/** Explores a board. @param mostLaneBytes maximum bytes of a lane of memory */
export async function exploreOnDisk(
  { work, memory, portionBytes, ...options }: OnDiskOptions,
  mostLaneBytes?: number,
): Promise<Exploration> {
  return exploreBoard({ ...options, disk: { work, memory, limits: { mostLaneBytes, portionBytes } } });
}

/** Returns the bytes of a board's table, cell by cell. */
export function* tablePieces({ source, table }: Exploration): Generator<Uint8Array> {
  if (source.kind !== 'board') throw new Error('no board was explored');
  const { cells } = boardOfSource(source);
  for (let cell = 0; cell < cells; cell++) yield* table?.bytes(cell) ?? [];
}
