/** The faults that a table can have. */

import { excerpt } from '../../base/text/excerpt.js';
import { Faults } from './faults.js';

/** A wrong value of the file. */
export interface TableFault {
  /** The part of the file that it is in. */
  readonly part: 'length' | 'magic' | 'version' | 'header' | 'words' | 'checksums' | 'padding';
  /** One sentence, with the value found and the value expected. */
  readonly message: string;
  readonly found: string | number;
  /** `null` if no value can be expected. */
  readonly expected: string | number | null;
  /** A bit of a board's words: the blank's cell, the word of that cell and the bit of that word, counted from 0. */
  readonly cell?: number;
  readonly word?: number;
  /** In a table of a pattern with a bit a state: the bit of the section. */
  readonly bit?: number;
  /** In a table of two bits a state: 0 for the first bits, 1 for the second. */
  readonly plane?: number;
  /** The position that the bit belongs to, if it belongs to one. */
  readonly position?: string;
  /** A state of another space: its number, and its text if the number belongs to a state. */
  readonly number?: number;
  readonly state?: string;
  /** The distance of a state that is reached. */
  readonly distance?: number;
}

export class TableFaults extends Faults<TableFault> {
  /** Adds a place whose value is not the expected one. */
  differs(part: TableFault['part'], place: string, found: string | number, expected: string | number): void {
    this.add(() => ({ part, message: `${place} is ${found}, expected ${expected}`, found, expected }));
  }

  /** Adds a part that cannot be read at all. */
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
