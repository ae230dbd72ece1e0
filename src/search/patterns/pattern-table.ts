/** Tables of patterns in the form that searches use, read from an exploration in memory or from a file. */

import type { Pattern } from '../../spaces/pattern/pattern.js';
import { patternOfSource } from '../../spaces/pattern/space/pattern-facts.js';
import type { TableContents } from '../../table/contents/contents.js';
import { TableError } from '../../table/contents/errors.js';
import { ChunkedFile } from '../../table/files/chunked-file.js';
import { CHUNK_BYTES, type CheckedHeader } from '../../table/files/container.js';
import { readHeader } from '../../table/files/header.js';

/**
 * Writes the table of a pattern: bit floor(depth / 2) mod 2 of each state, at its address in src/spaces/pattern/bit-address.ts.
 * @param target a bitset of patternBitsetBytes, all of which are written
 * @throws TableError if the table is damaged
 */
export type TableReader = (target: Uint8Array) => void;

/** Returns a reader of the table of an exploration. */
export function readerOf(contents: TableContents): TableReader {
  return (target) => {
    let end = 0;
    // The bits of the distances can be followed by others that mark the reached states, but all states of positions are
    // reached.
    for (const piece of contents.bytes(0)) {
      if (end === target.length) break;
      const part = piece.subarray(0, target.length - end);
      target.set(part, end);
      end += part.length;
    }
  };
}

/**
 * Returns the pattern of a table file.
 * @throws TableError if the file does not exist, is damaged, or is not the table of a pattern
 */
export function patternOfFile(path: string): Pattern {
  return withFile(path, ({ checked }) => {
    const { facts, encoding } = checked.claims;
    const { source } = facts;
    if (source.kind === 'pattern' && encoding === 'mod4') return patternOfSource(source);
    throw new TableError(`${path}: this is not the table of a pattern; make one with antipode explore 4x4 --pattern`);
  });
}

/** Returns a reader of a file. */
export function readerOfFile(path: string): TableReader {
  return (target) =>
    withFile(path, (file) => {
      const whole = target.length - (target.length % CHUNK_BYTES);
      file.read(0, target.subarray(0, whole));
      if (whole < target.length)
        target.set(file.chunk(0, whole / CHUNK_BYTES).subarray(0, target.length - whole), whole);
    });
}

function withFile<Result>(path: string, use: (file: ChunkedFile<CheckedHeader>) => Result): Result {
  const file = new ChunkedFile(path, readHeader);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** Returns the places of a pattern's tiles in the goal, ascending: the label of each is its index. */
export function homesOf({ goal, tiles }: Pattern, placeOf: readonly number[]): number[] {
  return tiles.map((tile) => placeOf[goal.indexOf(tile)]).sort((one, other) => one - other);
}
