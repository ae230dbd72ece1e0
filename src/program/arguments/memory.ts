/** Memory that a command needs: checked and announced. */

import { bytesBeside, checkMemory, freeMemory, type MemoryNeeds } from '../../base/memory.js';
import { bytesText, countOf, grouped } from '../../base/text.js';
import { planBoard } from '../../engines/boards/board-plan.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Io } from '../terminal/process.js';

/** Work that needs memory. */
interface AnnouncedNeed extends MemoryNeeds {
  /** The space, in words. */
  readonly name: string;
  readonly states: number;
  /** Number of states that moves reach, if known. */
  readonly reached?: number | null;
  readonly threads: number;
  /** Contents of the memory, in words. @default its bitsets */
  readonly held?: string;
  /** Remark on the space, in words. */
  readonly note?: string;
  /** Other needs, in words. */
  readonly also?: string;
}

/** Prints the need on standard error. @throws MemoryError if the machine has less */
export function announceMemory(need: AnnouncedNeed, io: Io): void {
  checkMemory(need.name, need, need.threads, freeMemory(), need.held);
  io.stderr.write(memoryText(need));
}

/** Returns a line about the need and the free memory. */
export function memoryText(need: Omit<AnnouncedNeed, 'held'>): string {
  const { name, states, reached, bytes, threadBytes, threads, note = '', also = '' } = need;
  const part = reached != null && reached < states ? `, of which moves reach ${grouped(reached)},` : '';
  const all = `with ${countOf(threads, 'thread')} about ${bytesText(bytes + bytesBeside(threads, threadBytes))} in all`;
  return `${name}${note}: ${countOf(states, 'state')}${part} ${states === 1 ? 'needs' : 'need'} ${bytesText(bytes)} of memory${also}, ${all}; ${bytesText(freeMemory())} are free\n`;
}

/** Returns the properties of a space for announceMemory: its name, and for a board its reached states and bytes per thread. */
export function knownFigures(
  board: Board | undefined,
  name: string,
): Pick<AnnouncedNeed, 'name' | 'reached' | 'threadBytes'> {
  if (board === undefined) return { name };
  const { geometry, threadBytes } = planBoard(board, { table: false, fresh: false });
  return { name: formatBoard(board), reached: geometry.reached, threadBytes };
}
