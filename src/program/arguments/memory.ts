/** Memory: whether there is enough, and how much is needed. */

import { bytesBeside, checkMemory, freeMemory, type MemoryNeeds } from '../../base/memory.js';
import { bytesText, grouped } from '../../base/text/numbers.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Io } from '../process/io.js';

/** The work that needs memory. */
export interface AnnouncedNeed extends MemoryNeeds {
  /** The space, in words. */
  readonly name: string;
  readonly states: number;
  /** States that moves reach, if that is known. */
  readonly reached?: number | null;
  readonly threads: number;
  /** The contents of the memory, in words. @default its bitsets */
  readonly held?: string;
  /** A further remark on the space, in words. */
  readonly note?: string;
  /** Other needs, in words. */
  readonly also?: string;
}

/** Writes the need to standard error. @throws MemoryError if the machine has less */
export function announceMemory(need: AnnouncedNeed, io: Io): void {
  const { name, states, reached, bytes, threads, held, note = '', also = '' } = need;
  const free = freeMemory();
  checkMemory(name, need, threads, free, held);
  const part = reached != null && reached < states ? `, of which moves reach ${grouped(reached)},` : '';
  io.stderr.write(
    `${name}${note}: ${grouped(states)} states${part} need ${bytesText(bytes)} of memory${also}, ${inAllText(need, threads)}; ${bytesText(free)} are free\n`,
  );
}

/** Returns the memory of the program and its threads, with what it holds, in words. */
export function inAllText({ bytes, threadBytes }: MemoryNeeds, threads: number): string {
  const many = threads === 1 ? '1 thread' : `${threads} threads`;
  return `with ${many} about ${bytesText(bytes + bytesBeside(threads, threadBytes))} in all`;
}

/** Returns what is known of the threads and states of a board, for announceMemory; of another space its name. */
export function knownFigures(
  board: Board | undefined,
  name: string,
): Pick<AnnouncedNeed, 'name' | 'reached' | 'threadBytes'> {
  if (board === undefined) return { name };
  const { geometry, threadBytes } = planBoard(board, { table: false, fresh: false });
  return { name: formatBoard(board), reached: geometry.reached, threadBytes };
}
