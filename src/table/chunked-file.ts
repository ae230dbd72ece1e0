/** A table file whose chunks are read, and checked, when they are asked for. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type ChunkBudget, type ChunkKeeper, TABLES_BUDGET } from './chunk-budget.js';
import { CHECKSUM_BYTES, CHUNK_BYTES, type ContainerHeader, type Read } from './container.js';
import { TableError } from './errors.js';

const CHECKSUMS_PER_PAGE = 1024;
/**
 * Chunks are kept in few large arrays: of a table that is looked at here and there, each look misses the processor's caches, and an
 * array for each chunk would cost two more misses to find it. 1 MB each.
 */
const CHUNKS_PER_STORE = 256;
const WORDS_PER_CHUNK = CHUNK_BYTES / 4;
/** In place of a chunk's place: it is not kept. */
const NOWHERE = -1;

export class ChunkedFile<Checked extends { readonly header: ContainerHeader }> implements ChunkKeeper {
  readonly checked: Checked;
  readonly #path: string;
  /** What a section holds, for messages. */
  readonly #describe: (section: number) => string;
  /** Descriptor; undefined once it is closed. */
  #file: number | undefined;
  readonly #budget: ChunkBudget;
  readonly #stores: Uint32Array<ArrayBuffer>[] = [];
  /** For each section, where each of its chunks is kept, counted in chunks. */
  #places: Int32Array[] = [];
  #held = 0;
  readonly #checksums = new Map<string, Buffer>();

  /**
   * @param readHeader reads and checks the header
   * @param budget limits how many chunks are kept
   * @throws TableError where the file cannot be read or is no table
   */
  constructor(
    path: string,
    readHeader: (path: string, fileBytes: number, read: Read) => Checked,
    describe: (section: number) => string,
    budget = TABLES_BUDGET,
  ) {
    this.#budget = budget;
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
    this.#places = this.checked.header.sections.map(({ words }) =>
      new Int32Array(Math.ceil(words.bytes / CHUNK_BYTES)).fill(NOWHERE),
    );
  }

  /**
   * 32 bits of a section; a last word that is no whole one is filled up with bytes of 0.
   * @throws TableError where it cannot be read or is damaged
   */
  word(section: number, index: number): number {
    const chunk = Math.floor(index / WORDS_PER_CHUNK);
    const known = this.#places[section][chunk];
    const place = known === NOWHERE ? this.#load(section, chunk) : known;
    return this.#stores[Math.floor(place / CHUNKS_PER_STORE)][
      (place % CHUNKS_PER_STORE) * WORDS_PER_CHUNK + (index % WORDS_PER_CHUNK)
    ];
  }

  /**
   * The bytes of a chunk, valid until the next one is asked for.
   * @throws as word
   */
  chunk(section: number, chunk: number): Uint8Array {
    const known = this.#places[section][chunk];
    return this.#bytesAt(known === NOWHERE ? this.#load(section, chunk) : known, this.#bytesOf(section, chunk));
  }

  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    // What is asked for from now on is refused, whether it was read before or not.
    this.forget();
  }

  /** @returns where the chunk is kept from now on */
  #load(section: number, chunk: number): number {
    this.#budget.makeRoom();
    const place = this.#held;
    if (place === this.#stores.length * CHUNKS_PER_STORE) this.#stores.push(this.#newStore());
    const bytes = this.#bytesAt(place, this.#bytesOf(section, chunk));
    // A longer one may have been read to this place and found to be damaged.
    if (bytes.length < CHUNK_BYTES) this.#bytesAt(place, CHUNK_BYTES).fill(0);
    this.#readInto(bytes, this.checked.header.sections[section].words.offset + chunk * CHUNK_BYTES);
    if (crc32(bytes) !== this.#checksum(section, chunk)) {
      throw new TableError(
        `${this.#path}: the table is damaged in ${this.#describe(section)}, chunk ${chunk}; make it again`,
      );
    }
    this.#places[section][chunk] = place;
    this.#held++;
    this.#budget.take(this);
    return place;
  }

  #newStore(): Uint32Array<ArrayBuffer> {
    const chunks = this.#places.reduce((sum, places) => sum + places.length, 0);
    return new Uint32Array(Math.min(CHUNKS_PER_STORE, chunks) * WORDS_PER_CHUNK);
  }

  #bytesOf(section: number, chunk: number): number {
    return Math.min(CHUNK_BYTES, this.checked.header.sections[section].words.bytes - chunk * CHUNK_BYTES);
  }

  #bytesAt(place: number, bytes: number): Uint8Array {
    const store = this.#stores[Math.floor(place / CHUNKS_PER_STORE)];
    return new Uint8Array(store.buffer, (place % CHUNKS_PER_STORE) * CHUNK_BYTES, bytes);
  }

  forget(): void {
    for (const places of this.#places) places.fill(NOWHERE);
    this.#stores.length = 0;
    this.#budget.giveBack(this, this.#held);
    this.#held = 0;
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

  #read(offset: number, bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes);
    this.#readInto(buffer, offset);
    return buffer;
  }

  #readInto(bytes: Uint8Array, offset: number): void {
    if (this.#file === undefined) throw new TableError(`${this.#path}: the table has been closed`);
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(this.#file, bytes, done, bytes.length - done, offset + done);
      if (read === 0) throw new TableError(`${this.#path}: the file became shorter while it was read`);
      done += read;
    }
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
