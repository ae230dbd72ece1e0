/** Where a table's words are read from: memory, or chunks of a file. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { TableContents } from './contents.js';
import { TableError } from './errors.js';
import { CHECKSUM_BYTES, CHUNK_BYTES, type CheckedHeader, readHeader } from './format.js';

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
  const pieces = Array.from({ length: contents.board.cells }, (_, cell) =>
    Array.from(contents.words(cell), (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)),
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

const HALVES_PER_CHUNK = CHUNK_BYTES / 4;
const CHECKSUMS_PER_PAGE = 1024;
/** 64 MB of chunks are kept; when they are full, all are dropped, and what is still needed is read again. */
const MOST_CHUNKS = 16384;

/** The words of a table file. Only the chunks that are asked for are read, and each is checked. */
export class FileWords implements TableWords {
  readonly checked: CheckedHeader;
  readonly #path: string;
  /** Descriptor; undefined once it is closed. */
  #file: number | undefined;
  #chunks: (Uint32Array | undefined)[][] = [];
  #held = 0;
  readonly #checksums = new Map<string, Buffer>();

  /** @throws TableError where the file cannot be read or is no table */
  constructor(path: string) {
    this.#path = path;
    const file = openTable(path);
    this.#file = file;
    try {
      const status = fstatSync(file);
      if (!status.isFile()) throw new TableError(`${path}: a table is a file, and this is none`);
      this.checked = readHeader(path, status.size, (offset, bytes) => this.#read(offset, bytes));
    } catch (error) {
      this.close();
      throw error;
    }
    this.#chunks = this.#noChunks();
  }

  half(cell: number, index: number): number {
    const chunk = Math.floor(index / HALVES_PER_CHUNK);
    const halves = this.#chunks[cell][chunk] ?? this.#load(cell, chunk);
    return halves[index % HALVES_PER_CHUNK];
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    // What is asked for from now on is refused, whether it was read before or not.
    this.#chunks = this.#noChunks();
  }

  #load(cell: number, chunk: number): Uint32Array {
    const { words } = this.checked.header.sections[cell];
    const begin = chunk * CHUNK_BYTES;
    const bytes = this.#read(words.offset + begin, Math.min(CHUNK_BYTES, words.bytes - begin));
    if (crc32(bytes) !== this.#checksum(cell, chunk)) {
      throw new TableError(
        `${this.#path}: the table is damaged in the words of blank cell ${cell}, chunk ${chunk}; make it again`,
      );
    }
    if (this.#held === MOST_CHUNKS) {
      this.#chunks = this.#noChunks();
      this.#held = 0;
    }
    const halves = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    this.#chunks[cell][chunk] = halves;
    this.#held++;
    return halves;
  }

  #checksum(cell: number, chunk: number): number {
    const { checksums } = this.checked.header.sections[cell];
    const page = Math.floor(chunk / CHECKSUMS_PER_PAGE);
    const key = `${cell}/${page}`;
    let sums = this.#checksums.get(key);
    if (sums === undefined) {
      const begin = page * CHECKSUMS_PER_PAGE * CHECKSUM_BYTES;
      const bytes = Math.min(CHECKSUMS_PER_PAGE * CHECKSUM_BYTES, checksums.bytes - begin);
      sums = this.#read(checksums.offset + begin, bytes);
      this.#checksums.set(key, sums);
    }
    return sums.readUInt32LE((chunk % CHECKSUMS_PER_PAGE) * CHECKSUM_BYTES);
  }

  /** A buffer of its own, not a part of Node's pool, so that it is aligned for words. */
  #read(offset: number, bytes: number): Buffer {
    const buffer = Buffer.from(new ArrayBuffer(bytes));
    if (this.#file === undefined) throw new TableError(`${this.#path}: the table has been closed`);
    let done = 0;
    while (done < bytes) {
      const read = readSync(this.#file, buffer, done, bytes - done, offset + done);
      if (read === 0) throw new TableError(`${this.#path}: the file became shorter while it was read`);
      done += read;
    }
    return buffer;
  }

  #noChunks(): (Uint32Array | undefined)[][] {
    return this.checked === undefined ? [] : Array.from({ length: this.checked.board.cells }, () => []);
  }
}

function openTable(path: string): number {
  try {
    // Not to wait for somebody to write, where it is a pipe.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new TableError(`${path}: there is no such table; make it with antipode explore`);
    throw new TableError(`${path}: the table cannot be read (${code})`);
  }
}
