/** The argument of --partition: a board, and the spaces of its patterns. */

import { InputError } from '../../base/input-error.js';
import type { PatternSpaceSource } from '../../space/space-source.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { type Position, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board/space/board-facts.js';
import { type Partition, partitionOf } from '../../spaces/pattern/partition.js';
import { checkPatternMetric, patternSource } from '../../spaces/pattern/space/pattern-facts.js';
import { type SpaceOptions, spaceSourceOf } from './space-argument.js';

export interface PartitionArgument {
  /** The board and the partition in words, such as `4x4 partition 7-8`. */
  readonly name: string;
  readonly board: Board;
  /** Position that distances are counted from. */
  readonly goal: Position;
  readonly partition: Partition;
  /** Sources of the patterns' spaces. */
  readonly sources: readonly PatternSpaceSource[];
}

/**
 * Reads a partition.
 * @param text the board, if no option names it
 * @throws InputError if no board is named, the partition is not one of that board, or an option conflicts with --partition
 */
export async function partitionArgument(
  text: string | undefined,
  options: SpaceOptions & { readonly partition: string },
): Promise<PartitionArgument> {
  if (options.pattern !== undefined) {
    throw new InputError('--pattern gives one pattern, and --partition several: leave out one of them');
  }
  const source = await spaceSourceOf(text, options);
  if (source.kind !== 'board') {
    throw new InputError('--partition is for boards such as 4x4, because it divides their tiles: leave it out');
  }
  checkPatternMetric(source.metric);
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  const partition = partitionOf(board, goal, options.partition);
  return {
    name: `${formatBoard(board)} partition ${partition.name}`,
    board,
    goal,
    partition,
    sources: partition.patterns.map((tiles) => patternSource(board, goal, tiles)),
  };
}
