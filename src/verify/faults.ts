/**
 * The faults of a checked file: their number and the first of them, wrong values of a table, and broken rules of distances.
 * Workers send them.
 */

import { excerpt } from '../base/text.js';

/** Maximum number of faults in a report. */
export const MOST_FAULTS = 20;

export class Faults<Fault> {
  /** The first faults. */
  readonly first: Fault[] = [];
  #count = 0;

  /** Number of all faults. */
  get count(): number {
    return this.#count;
  }

  /** Counts a fault. @param tell describes it; called only if it is among the first */
  add(tell: () => Fault): void {
    this.#count++;
    if (this.first.length < MOST_FAULTS) this.first.push(tell());
  }
}

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
  /** Adds a fault for a place whose value differs from the expected one. @param more follows in the message */
  differs(part: TableFault['part'], place: string, found: string | number, expected: string | number, more = ''): void {
    this.add(() => ({ part, message: `${place} is ${found}, expected ${expected}${more}`, found, expected }));
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
    return 'nested too deeply';
  }
}

/** Returns a CRC-32 in hexadecimal. */
export function checksumText(sum: number): string {
  return `0x${sum.toString(16).padStart(8, '0')}`;
}

/* The results of checking distances by local rules, in the form that worker threads send. */

/** Rules that distances obey and no other numbers do; docs/explanations/verify.md proves it. */
export type Rule = 'start' | 'neighbours' | 'nearer';

export interface BrokenRule {
  readonly rule: Rule;
  /** Number of the state; on a board, cell * arrangements + arrangement. */
  readonly state: number;
  readonly value: number;
  /** Rule `neighbours`: the other state, and the index of the move that leads to it, or null if moves are not distinguished. */
  readonly neighbour?: { readonly move: number | null; readonly state: number; readonly value: number };
}

/** The findings of one worker. */
export interface RulesResult {
  /** Number of states of each value that the worker read. */
  readonly counts: ReadonlyMap<number, number>;
  /** The first broken rules. */
  readonly broken: readonly BrokenRule[];
  readonly brokenCount: number;
}

/** Error of a checked file that has faults. The message names the file and the first fault. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}
