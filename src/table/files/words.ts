/** Where a table's words are read from: memory, or chunks of a file. */

import { boardTable } from '../board-claims.js';
import type { TableContents } from '../contents.js';
import { ChunkedFile } from './chunked-file.js';
import { type CheckedHeader, readHeader } from './format.js';

/** Random access to the words of a table. */
export interface TableWords {
  /**
   * Half of a word.
   * @param cell the blank's cell
   * @param index 2 * word for its low 32 bits, 2 * word + 1 for its high ones
   * @throws TableError where the bytes cannot be read or are damaged
   */
  half(cell: number, index: number): number;
  close(): void;
}

/** The words of an exploration that is still in memory. */
export function wordsInMemory(contents: TableContents): TableWords {
  const pieces = Array.from({ length: boardTable(contents).board.cells }, (_, cell) =>
    Array.from(contents.bytes(cell), (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)),
  );
  return {
    half(cell, index) {
      let rest = index;
      for (const piece of pieces[cell]) {
        if (rest < piece.length) return piece[rest];
        rest -= piece.length;
      }
      throw new RangeError(`a table's cell ${cell} has no half word ${index}`);
    },
    close() {},
  };
}

/** The words of a table file. Only the chunks that are asked for are read, and each is checked. */
export class FileWords implements TableWords {
  readonly checked: CheckedHeader;
  readonly #chunks: ChunkedFile<CheckedHeader>;

  /** @throws TableError where the file cannot be read or is no table */
  constructor(path: string) {
    this.#chunks = new ChunkedFile(path, readHeader, (cell) => `the words of blank cell ${cell}`);
    this.checked = this.#chunks.checked;
  }

  half(cell: number, index: number): number {
    return this.#chunks.word(cell, index);
  }

  close(): void {
    this.#chunks.close();
  }
}
