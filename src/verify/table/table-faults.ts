/** What can be wrong with a table. */

import { excerpt } from '../../base/text/excerpt.js';
import { Faults } from './faults.js';

/** A value of the file that is not what it should be. */
export interface TableFault {
  /** Which part of the file it is in. */
  readonly part: 'length' | 'magic' | 'version' | 'header' | 'words' | 'checksums' | 'padding';
  /** In words, with what was found and expected. */
  readonly message: string;
  readonly found: string | number;
  /** `null` where nothing can be expected. */
  readonly expected: string | number | null;
  /** Of a bit of a board's words: the blank's cell, the word of that cell and the bit of that word, counted from 0. */
  readonly cell?: number;
  readonly word?: number;
  readonly bit?: number;
  /** Where a table has two bits of each state: 0 for the first ones, 1 for the second. */
  readonly plane?: number;
  /** Of a bit that stands for a state of a board. */
  readonly position?: string;
  /** Of a state of another space: its number and its text. */
  readonly number?: number;
  readonly state?: string;
  /** Of a state that is reached. */
  readonly distance?: number;
}

export class TableFaults extends Faults<TableFault> {
  /** A place whose value is not the expected one. */
  differs(part: TableFault['part'], place: string, found: string | number, expected: string | number): void {
    this.add(() => ({ part, message: `${place} is ${found}, expected ${expected}`, found, expected }));
  }

  /** What cannot be read at all. */
  unreadable(part: TableFault['part'], message: string, found: string | number): void {
    this.add(() => ({ part, message, found, expected: null }));
  }
}

/** Any value, short enough for a line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  try {
    return excerpt(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)));
  } catch {
    return excerpt(String(value));
  }
}

/** A CRC-32 as people write it. */
export function checksumText(sum: number): string {
  return `0x${sum.toString(16).padStart(8, '0')}`;
}
