/** The faults that a table can have. */

import { excerpt } from '../../base/text/excerpt.js';
import { Faults } from './faults.js';

/** A wrong value in a table file. */
export interface TableFault {
  /** Part of the file that holds the value. */
  readonly part: 'length' | 'magic' | 'version' | 'header' | 'words' | 'checksums' | 'padding';
  /** One sentence, with the value found and the value expected. */
  readonly message: string;
  readonly found: string | number;
  /** Value expected; `null` if none can be given. */
  readonly expected: string | number | null;
  /** In a board's words: the blank's cell, the word of that cell and the bit of that word, counted from 0. */
  readonly cell?: number;
  readonly word?: number;
  /** In a pattern's table with one bit per state: the bit of the section. */
  readonly bit?: number;
  /** In a board's table with two bits per state: 0 for the first bits, 1 for the second. */
  readonly plane?: number;
  /** Position that the bit belongs to, if any. */
  readonly position?: string;
  /** In the table of another space: the number of the state, and its text if the number belongs to a state. */
  readonly number?: number;
  readonly state?: string;
  /** Distance of the state, if it is reached. */
  readonly distance?: number;
}

export class TableFaults extends Faults<TableFault> {
  /** Adds a fault for a place whose value differs from the expected one. */
  differs(part: TableFault['part'], place: string, found: string | number, expected: string | number): void {
    this.add(() => ({ part, message: `${place} is ${found}, expected ${expected}`, found, expected }));
  }

  /** Adds a fault for a part that cannot be read. */
  unreadable(part: TableFault['part'], message: string, found: string | number): void {
    this.add(() => ({ part, message, found, expected: null }));
  }
}

/** Returns any value as text, short enough for a line. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  try {
    return excerpt(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)));
  } catch {
    return excerpt(String(value));
  }
}

/** Returns a CRC-32 in hexadecimal. */
export function checksumText(sum: number): string {
  return `0x${sum.toString(16).padStart(8, '0')}`;
}
