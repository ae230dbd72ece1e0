/** A table file whose chunks are read, and checked, when they are asked for. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { CHECKSUM_BYTES, CHUNK_BYTES, type ContainerHeader, type Read } from './container.js';
import { TableError } from './errors.js';

const CHECKSUMS_PER_PAGE = 1024;
/** 64 MB of chunks are kept; when they are full, all are dropped, and what is still needed is read again. */
const MOST_CHUNKS = 16384;

export class ChunkedFile<Checked extends { readonly header: ContainerHeader }> {
  readonly checked: Checked;
  readonly #path: string;
  /** What a section holds, for messages. */
  readonly #describe: (section: number) => string;
  /** Descriptor; undefined once it is closed. */
  #file: number | undefined;
  #chunks: (Uint32Array | undefined)[][] = [];
  #held = 0;
  readonly #checksums = new Map<string, Buffer>();

  /**
   * @param readHeader reads and checks the header
   * @throws TableError where the file cannot be read or is no table
   */
  constructor(
    path: string,
    readHeader: (path: string, fileBytes: number, read: Read) => Checked,
    describe: (section: number) => string,
  ) {
    this.#path = path;
    this.#describe = describe;
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

  /**
   * A chunk of a section, as words of 32 bits; a last one that is no whole number of them is filled up with bytes of 0.
   * @throws TableError where it cannot be read or is damaged
   */
  chunk(section: number, chunk: number): Uint32Array {
    return this.#chunks[section][chunk] ?? this.#load(section, chunk);
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    // What is asked for from now on is refused, whether it was read before or not.
    this.#chunks = this.#noChunks();
  }

  #load(section: number, chunk: number): Uint32Array {
    const { words } = this.checked.header.sections[section];
    const begin = chunk * CHUNK_BYTES;
    const bytes = this.#read(words.offset + begin, Math.min(CHUNK_BYTES, words.bytes - begin));
    if (crc32(bytes) !== this.#checksum(section, chunk)) {
      throw new TableError(
        `${this.#path}: the table is damaged in ${this.#describe(section)}, chunk ${chunk}; make it again`,
      );
    }
    if (this.#held === MOST_CHUNKS) {
      this.#chunks = this.#noChunks();
      this.#held = 0;
    }
    const halves = new Uint32Array(bytes.buffer);
    this.#chunks[section][chunk] = halves;
    this.#held++;
    return halves;
  }

  #checksum(section: number, chunk: number): number {
    const { checksums } = this.checked.header.sections[section];
    const page = Math.floor(chunk / CHECKSUMS_PER_PAGE);
    const key = `${section}/${page}`;
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
    const buffer = Buffer.from(new ArrayBuffer(4 * Math.ceil(bytes / 4)), 0, bytes);
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
    return this.checked === undefined ? [] : this.checked.header.sections.map(() => []);
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
