/** Stores of a table's bytes, in memory or in the chunks of a file. */

import type { TableContents } from '../contents/contents.js';

/** Random access to the bytes of a table. */
export interface TableStore {
  /**
   * Returns 32 bits of a section. A partial last word is padded with zero bytes.
   * @param index of the word in the section
   * @throws TableError if the bytes cannot be read or are damaged
   */
  word(section: number, index: number): number;
  /** Yields the bytes of a section in order, in pieces. Each piece is valid until the next one. @throws as word */
  bytes(section: number): Iterable<Uint8Array>;
  close(): void;
}

/** Consecutive words of a section. */
interface Piece {
  /** Number of words before this piece. */
  readonly begin: number;
  readonly words: Uint32Array;
}

/** The table of an exploration, in memory. */
export class MemoryStore implements TableStore {
  readonly #contents: TableContents;
  /** [section]: its pieces; undefined until the section is read. */
  readonly #pieces: (readonly Piece[] | undefined)[] = [];

  constructor(contents: TableContents) {
    this.#contents = contents;
  }

  word(section: number, index: number): number {
    let pieces = this.#pieces[section];
    if (pieces === undefined) {
      pieces = piecesOf([...this.#contents.bytes(section)]);
      this.#pieces[section] = pieces;
    }
    let low = 0;
    for (let high = pieces.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (pieces[middle].begin <= index) low = middle;
      else high = middle;
    }
    const { begin, words } = pieces[low];
    if (index - begin < words.length) return words[index - begin];
    throw new RangeError(`section ${section} of a table has no word ${index}`);
  }

  bytes(section: number): Iterable<Uint8Array> {
    return this.#contents.bytes(section);
  }

  close(): void {}
}

/** Views bytes as words. Copies them only if a part is not aligned to words, or a part before the last has a partial word. */
function piecesOf(parts: readonly Uint8Array[]): Piece[] {
  const isWhole = (part: Uint8Array, index: number) =>
    part.byteOffset % 4 === 0 && (part.length % 4 === 0 || index === parts.length - 1);
  const whole = parts.every(isWhole) ? parts : [new Uint8Array(Buffer.concat(parts))];
  const pieces: Piece[] = [];
  let begin = 0;
  const add = (words: Uint32Array) => {
    if (words.length > 0) pieces.push({ begin, words });
    begin += words.length;
  };
  for (const part of whole) {
    const rest = part.length % 4;
    add(new Uint32Array(part.buffer, part.byteOffset, (part.length - rest) / 4));
    if (rest === 0) continue;
    const last = new Uint8Array(4);
    last.set(part.subarray(part.length - rest));
    add(new Uint32Array(last.buffer));
  }
  return pieces;
}
