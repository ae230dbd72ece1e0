/** Memory: whether there is enough, and how much is needed. */

import { bytesText, grouped } from '../../base/text/numbers.js';
import { checkMemory, freeMemory } from '../../runs/requirements.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import type { Io } from '../process/io.js';

/** What memory is needed for. */
export interface MemoryNeed {
  /** A board, or a space by its name. */
  readonly what: Board | string;
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
  checkMemory(what, bytes, threads, free, held);
  const name = typeof what === 'string' ? what : formatBoard(what);
  io.stderr.write(
    `${name}${note}: ${grouped(states)} states${partText(what)} need ${bytesText(bytes)} of memory${also}, ${bytesText(free)} are free\n`,
  );
}

/** How many moves reach, where that is known not to be all. */
function partText(what: Board | string): string {
  if (typeof what === 'string') return '';
  const { states, reached } = geometryOf(what);
  return reached < states ? `, of which moves reach ${grouped(reached)},` : '';
}
