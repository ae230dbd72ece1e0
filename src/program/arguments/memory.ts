/** Memory: whether there is enough, and how much is needed. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { bytesText, grouped } from '../../base/text/numbers.js';
import { type BoardPlan, planBoard } from '../../engines/bits/layout/board-plan.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Io } from '../process/io.js';

/** The work that needs memory. */
export interface MemoryNeed {
  /** A board, with its plan if there is one, or a space by its name. */
  readonly what: BoardPlan | Board | string;
  readonly states: number;
  readonly bytes: number;
  readonly threads: number;
  /** The contents of the memory, in words. @default its bitsets */
  readonly held?: string;
  /** A further remark on the space, in words. */
  readonly note?: string;
  /** Other needs, in words. */
  readonly also?: string;
}

/** Writes the need to standard error. @throws MemoryError if the machine has less */
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
