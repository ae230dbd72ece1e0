/** Memory: whether there is enough, and how much is needed. */

import { type Board, formatBoard } from '../board/board.js';
import { checkMemory, freeMemory } from '../explore/requirements.js';
import { geometryOf } from '../numbering/geometry.js';
import { bytesText, grouped } from '../text/numbers.js';

/** What memory is needed for. */
export interface MemoryNeed {
  readonly board: Board;
  readonly states: number;
  readonly bytes: number;
  readonly threads: number;
  /** What is held, in words; by default its bitsets. */
  readonly held?: string;
  /** What else is to be said of the board, in words. */
  readonly note?: string;
  /** What else is needed, in words. */
  readonly also?: string;
}

/** Says on standard error what is needed. @throws MemoryError where there is not so much */
export function announceMemory({ board, states, bytes, threads, held, note = '', also = '' }: MemoryNeed): void {
  const free = freeMemory();
  checkMemory(board, bytes, threads, free, held);
  const { states: numbered, reached } = geometryOf(board);
  const part = reached < numbered ? `, of which moves reach ${grouped(reached)},` : '';
  process.stderr.write(
    `${formatBoard(board)}${note}: ${grouped(states)} states${part} need ${bytesText(bytes)} of memory${also}, ${bytesText(free)} are free\n`,
  );
}
