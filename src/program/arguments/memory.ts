/** Memory: whether there is enough, and how much is needed. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { bytesText, grouped } from '../../base/text/numbers.js';
import { type BoardPlan, planBoard } from '../../engines/bits/layout/board-plan.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Io } from '../process/io.js';

/** What memory is needed for. */
export interface MemoryNeed {
  /** A board, with its plan if there is one, or a space by its name. */
  readonly what: BoardPlan | Board | string;
  readonly states: number;
  readonly bytes: number;
  readonly threads: number;
  /** What is held, in words; by default its bitsets. */
  readonly held?: string;
  /** What else is to be said of the space, in words. */
  readonly note?: string;
  /** What else is needed, in words. */
  readonly also?: string;
}

/** Says on standard error what is needed. @throws MemoryError where there is not so much */
export function announceMemory({ what, states, bytes, threads, held, note = '', also = '' }: MemoryNeed, io: Io): void {
  const free = freeMemory();
  const { name, threadBytes, part } = describe(what);
  checkMemory(name, { bytes, threadBytes }, threads, free, held);
  io.stderr.write(
    `${name}${note}: ${grouped(states)} states${part} need ${bytesText(bytes)} of memory${also}, ${bytesText(free)} are free\n`,
  );
}

/** Returns the name, what a thread takes at least, and how many states moves reach, if that is known not to be all. */
function describe(what: BoardPlan | Board | string): { name: string; threadBytes: number; part: string } {
  if (typeof what === 'string') return { name: what, threadBytes: 0, part: '' };
  const { geometry, threadBytes } = 'geometry' in what ? what : planBoard(what, { table: false, fresh: false });
  const { board, states, reached } = geometry;
  const part = reached < states ? `, of which moves reach ${grouped(reached)},` : '';
  return { name: formatBoard(board), threadBytes, part };
}
