/** Files with one wrong byte. */

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import type { ChunkedWords } from '#src/table/container.js';
import { count } from '../suite.js';

/** The part of a table that a byte belongs to. */
export interface Part {
  readonly name: 'header' | 'words' | 'checksums' | 'padding';
  readonly section: number;
  readonly chunk: number;
}

/** Returns the part of each byte of a table file. @param headEnd offset after the header */
export function partsOf(fileBytes: number, headEnd: number, sections: readonly ChunkedWords[]): Part[] {
  const parts = Array.from({ length: fileBytes }, (_, at): Part => {
    return { name: at < headEnd ? 'header' : 'padding', section: -1, chunk: -1 };
  });
  for (const [section, { words, checksums }] of sections.entries()) {
    for (let at = 0; at < words.bytes; at++) {
      parts[words.offset + at] = { name: 'words', section, chunk: Math.floor(at / 4096) };
    }
    for (let at = 0; at < checksums.bytes; at++) {
      parts[checksums.offset + at] = { name: 'checksums', section, chunk: Math.floor(at / 4) };
    }
  }
  return parts;
}

export interface Flip {
  readonly at: number;
  /** Mask of the flipped bits; not 0. */
  readonly mask: number;
}

/** Returns random flips, equally many in each part, because some parts are small. @param nameOf part of each byte */
export function flipsOf(nameOf: readonly string[]): fc.Arbitrary<Flip> {
  const places = [...new Set(nameOf)].map((name) => [...nameOf.keys()].filter((at) => nameOf[at] === name));
  const oneOf = (some: readonly number[]) => fc.nat(some.length - 1).map((index) => some[index]);
  const place = fc.oneof(fc.nat(nameOf.length - 1), ...places.map(oneOf));
  return fc.record({ at: place, mask: fc.integer({ min: 1, max: 255 }) });
}

/** Changes a byte of a file, and restores it after `whileWrong`. */
export async function withFlip<Result>(
  path: string,
  { at, mask }: Flip,
  whileWrong: () => Result | Promise<Result>,
): Promise<Result> {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  try {
    readSync(file, byte, 0, 1, at);
    byte[0] ^= mask;
    writeSync(file, byte, 0, 1, at);
    return await whileWrong();
  } finally {
    byte[0] ^= mask;
    writeSync(file, byte, 0, 1, at);
    closeSync(file);
  }
}

/** Number of flips for each kind of file. */
export const FLIPS = count(20, 1000);

/** Returns the error of an action, or undefined if it succeeds. */
export async function errorOf(work: () => unknown): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
