/** Where a space table's codes are read from: memory, or chunks of a file. */

import { BITS, type TableContents } from '../contents.js';
import { ChunkedFile } from './chunked-file.js';
import { CHUNK_BYTES } from './container.js';
import { type CheckedSpaceHeader, readSpaceHeader, type SpaceHeader } from './space-format.js';

/** Random access to the codes of a table. */
export interface SpaceCodes {
  /** The number that stands in the table for a state, 0..size-1. @throws TableError where it cannot be read or is damaged */
  code(state: number): number;
  /** All codes in order, as they stand in the table, in pieces; valid until the next one. @throws as code */
  bytes(): Iterable<Uint8Array>;
  close(): void;
}

/** The codes of an exploration that is still in memory. */
export function codesInMemory(contents: TableContents): SpaceCodes {
  const bits = BITS[contents.encoding];
  const pieces: Uint8Array[] = [];
  const begins: number[] = [];
  let bytes = 0;
  for (const piece of contents.bytes(0)) {
    pieces.push(piece);
    begins.push(bytes);
    bytes += piece.length;
  }
  const byte = (index: number): number => {
    let low = 0;
    for (let high = begins.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (begins[middle] <= index) low = middle;
      else high = middle;
    }
    return pieces[low][index - begins[low]];
  };
  return {
    code(state) {
      if (bits === 2) return (byte(Math.floor(state / 4)) >> (2 * (state % 4))) & 3;
      let code = 0;
      for (let part = bits / 8 - 1; part >= 0; part--) code = code * 256 + byte((state * bits) / 8 + part);
      return code;
    },
    bytes: () => pieces,
    close() {},
  };
}

/** The codes of a table file. Only the chunks that are asked for are read, and each is checked. */
export class FileCodes implements SpaceCodes {
  readonly header: SpaceHeader;
  readonly #chunks: ChunkedFile<CheckedSpaceHeader>;
  readonly #bits: number;
  readonly #statesPerWord: number;
  readonly #largest: number;

  /** @throws TableError where the file cannot be read or is no table of a state space */
  constructor(path: string) {
    this.#chunks = new ChunkedFile(path, readSpaceHeader, () => 'its states');
    this.header = this.#chunks.checked.header;
    this.#bits = BITS[this.header.encoding];
    this.#statesPerWord = 32 / this.#bits;
    this.#largest = 2 ** this.#bits - 1;
  }

  code(state: number): number {
    const word = Math.floor(state / this.#statesPerWord);
    const bit = (state - word * this.#statesPerWord) * this.#bits;
    return ((this.#chunks.word(0, word) >>> bit) & this.#largest) >>> 0;
  }

  *bytes(): Generator<Uint8Array> {
    const { bytes } = this.header.sections[0].words;
    for (let begin = 0; begin < bytes; begin += CHUNK_BYTES) {
      yield this.#chunks.chunk(0, begin / CHUNK_BYTES);
    }
  }

  close(): void {
    this.#chunks.close();
  }
}
