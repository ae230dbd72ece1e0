/** Stores of a table's bytes: in memory, or in a file whose chunks are read and checked on demand. */

import { type OpenFile, openFile } from '#machine/files.js';
import { CHECKSUM_BYTES, concatenated, numbersIn } from '../base/bytes.js';
import { CHUNK_BYTES, type CheckedHeader, checkChunks, type Read } from './container.js';
import { NoFileError, type TableContents, TableError, type TableHeader } from './contents.js';

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

/** Consecutive words of a section. `begin` is the number of words before them. */
type Piece = { readonly begin: number; readonly words: Uint32Array };

/** The table of an exploration, in memory. */
export class MemoryStore implements TableStore {
  readonly #contents: TableContents;
  /** [section]: its pieces; undefined until the section is read. */
  readonly #pieces: (readonly Piece[] | undefined)[] = [];

  constructor(contents: TableContents) {
    this.#contents = contents;
  }

  word(section: number, index: number): number {
    this.#pieces[section] ??= piecesOf([...this.#contents.bytes(section)]);
    const pieces = this.#pieces[section];
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

/** Views bytes as words. Copies them only if a part is not aligned, or has a partial word. */
function piecesOf(parts: readonly Uint8Array[]): Piece[] {
  const areWhole = parts.slice(0, -1).every(({ length }) => length % 4 === 0);
  let begin = 0;
  return (areWhole ? parts : [concatenated(parts)]).map((part) => {
    const piece = { begin, words: asWords(part) };
    begin += piece.words.length;
    return piece;
  });
}

function asWords(part: Uint8Array): Uint32Array {
  const { buffer, byteOffset, length } = part;
  if (byteOffset % 4 === 0 && length % 4 === 0) return new Uint32Array(buffer, byteOffset, length / 4);
  const words = new Uint32Array(Math.ceil(length / 4));
  new Uint8Array(words.buffer).set(part);
  return words;
}

const CHECKSUMS_PER_PAGE = 1024;
const WORDS_PER_CHUNK = CHUNK_BYTES / 4;
/** A power of two, so that products are exact. */
const CHUNKS_PER_WORD = 1 / WORDS_PER_CHUNK;
/**
 * Words per store: 1 MB. Chunks are kept in a few large arrays. Each random read of a table misses the processor's caches,
 * and an array per chunk would cost two more misses to find it.
 */
const STORE_BITS = 18;
const STORE_WORDS = 1 << STORE_BITS;
/** A table's chunks are bundled if all of them take no more than this share of the budget of all tables. */
const BUNDLED_SHARE = 1 / 4;
/** A whole number of chunks: 1 MB. */
const BYTES_AT_ONCE = 256 * CHUNK_BYTES;
/** Address of a chunk that is not in memory. */
const NOWHERE = -1;

/**
 * A table file whose chunks are read and checked on demand.
 *
 * A table of a board has a section for each cell of the blank. On a path to the goal, half of the blank's moves keep the
 * arrangement and lead to the same word of another section. So chunks with the same number are interleaved in a bundle.
 * Those moves then find their bits in the processor's caches, which saves a quarter of the time on 3x4. A bundle has room
 * for the chunks of all sections, read or not, so only tables that fit into memory as a whole are bundled.
 */
export class ChunkedFile<Header = TableHeader> implements TableStore {
  readonly checked: CheckedHeader<Header>;
  readonly path: string;
  /** Undefined after the file is closed. */
  #file: OpenFile | undefined;
  readonly #budget: ChunkBudget;
  readonly #stores: Uint32Array<ArrayBuffer>[] = [];
  /** Chunks per bundle. */
  readonly #width: number;
  /** [section][chunk]: the address of the chunk's first word, counted in words through all stores; below 2^31. */
  readonly #addresses: readonly Int32Array[];
  /** [chunk]: the address of its bundle, if chunks are bundled. Empty if there are no sections. */
  readonly #bundles: Int32Array;
  /** Number of bundles in memory, and of all bundles. */
  #held = 0;
  readonly #most: number;
  /** Words of the chunk that is being read. */
  readonly #words = new Uint32Array(WORDS_PER_CHUNK);
  readonly #checksums = new Map<string, DataView>();

  /**
   * Opens a table file.
   * @param readHeader reads and checks the header
   * @param budget memory limit of the chunks
   * @throws TableError if the file cannot be read or is not a table
   */
  constructor(
    path: string,
    readHeader: (path: string, fileBytes: number, read: Read) => CheckedHeader<Header>,
    budget = TABLES_BUDGET,
  ) {
    this.#budget = budget;
    this.path = path;
    const file = openTable(path);
    this.#file = file;
    try {
      if (file.kind !== 'file') throw new NoFileError(`${path}: this is not a file; give the path of a table file`);
      this.checked = readHeader(path, file.bytes, (offset, bytes) => this.#copy(offset, bytes));
    } catch (error) {
      file.close();
      throw error;
    }
    const { sections } = this.checked.fields;
    this.#addresses = sections.map(({ words }) => new Int32Array(Math.ceil(words.bytes / CHUNK_BYTES)).fill(NOWHERE));
    const counts = this.#addresses.map((addresses) => addresses.length);
    const all = counts.reduce((sum, count) => sum + count, 0);
    this.#width = all <= BUNDLED_SHARE * budget.most ? sections.length : 1;
    this.#bundles = new Int32Array(Math.max(0, ...counts)).fill(NOWHERE);
    this.#most = this.#width === 1 ? all : this.#bundles.length;
  }

  /**
   * Returns 32 bits of a section. A partial last word is padded with zero bytes.
   * @param index of the word in the section
   * @throws TableError if the word cannot be read or is damaged
   */
  word(section: number, index: number): number {
    // Division would take a quarter of a query's time. Indices may have more than 32 bits.
    const chunk = Math.floor(index * CHUNKS_PER_WORD);
    const known = this.#addresses[section][chunk];
    const address = known === NOWHERE ? this.#load(section, chunk) : known;
    const within = index - chunk * WORDS_PER_CHUNK;
    const at = address + (within >> 1) * 2 * this.#width + (within & 1);
    return this.#stores[at >>> STORE_BITS][at & (STORE_WORDS - 1)];
  }

  *bytes(section: number): Generator<Uint8Array> {
    const { bytes } = this.checked.fields.sections[section].words;
    for (let begin = 0; begin < bytes; begin += BYTES_AT_ONCE) {
      const piece = new Uint8Array(Math.min(BYTES_AT_ONCE, bytes - begin));
      this.#readChunks(section, begin / CHUNK_BYTES, piece);
      yield piece;
    }
  }

  /** Reads the beginning of a section. Its chunks are checked but not kept. @throws as word */
  read(section: number, target: Uint8Array): void {
    const chunks = Math.floor(target.length / CHUNK_BYTES);
    const rest = target.subarray(chunks * CHUNK_BYTES);
    this.#readChunks(section, 0, target.subarray(0, target.length - rest.length));
    if (rest.length === 0) return;
    const last = new Uint8Array(this.#bytesOf(section, chunks));
    this.#readChunks(section, chunks, last);
    rest.set(last.subarray(0, rest.length));
  }

  close(): void {
    if (this.#file === undefined) return;
    this.#file.close();
    this.#file = undefined;
    // All further reads are refused, even of chunks that were in memory.
    this.forget();
  }

  /** Reads and checks a chunk. @returns the address of its first word in the stores */
  #load(section: number, chunk: number): number {
    const words = this.#words;
    const bytes = new Uint8Array(words.buffer, 0, this.#bytesOf(section, chunk));
    words.fill(0);
    this.#readChunks(section, chunk, bytes);
    const address = this.#width === 1 ? this.#newBundle() : this.#bundleOf(chunk) + 2 * section;
    const store = this.#stores[address >>> STORE_BITS];
    for (let index = 0, at = address & (STORE_WORDS - 1); index < WORDS_PER_CHUNK; index += 2, at += 2 * this.#width) {
      store[at] = words[index];
      store[at + 1] = words[index + 1];
    }
    this.#addresses[section][chunk] = address;
    return address;
  }

  /** Reads and checks consecutive chunks. @param target room for whole chunks; the last one of a section can be shorter */
  #readChunks(section: number, first: number, target: Uint8Array): void {
    const { fields } = this.checked;
    const start = fields.sections[section].words.offset + first * CHUNK_BYTES;
    for (let begin = 0; begin < target.length; begin += BYTES_AT_ONCE) {
      const bytes = target.subarray(begin, begin + BYTES_AT_ONCE);
      this.#readInto(bytes, start + begin);
      const checksum = (chunk: number) => this.#checksum(section, chunk);
      checkChunks(this.path, fields, section, first + begin / CHUNK_BYTES, bytes, checksum);
    }
  }

  #bundleOf(chunk: number): number {
    if (this.#bundles[chunk] === NOWHERE) this.#bundles[chunk] = this.#newBundle();
    return this.#bundles[chunk];
  }

  /** Allocates a bundle. @returns the address of its first word */
  #newBundle(): number {
    this.#budget.take(this, this.#width);
    const bundleWords = this.#width * WORDS_PER_CHUNK;
    const perStore = Math.floor(STORE_WORDS / bundleWords);
    const index = this.#held++;
    const store = Math.floor(index / perStore);
    // A small table needs less than a whole store.
    if (store === this.#stores.length) this.#stores.push(new Uint32Array(Math.min(perStore, this.#most) * bundleWords));
    return store * STORE_WORDS + (index % perStore) * bundleWords;
  }

  #bytesOf(section: number, chunk: number): number {
    return Math.min(CHUNK_BYTES, this.checked.fields.sections[section].words.bytes - chunk * CHUNK_BYTES);
  }

  forget(): void {
    for (const addresses of [...this.#addresses, this.#bundles]) addresses.fill(NOWHERE);
    this.#stores.length = 0;
    this.#budget.giveBack(this, this.#held * this.#width);
    this.#held = 0;
  }

  #checksum(section: number, chunk: number): number {
    const { checksums } = this.checked.fields.sections[section];
    const page = Math.floor(chunk / CHECKSUMS_PER_PAGE);
    const key = `${section}/${page}`;
    let sums = this.#checksums.get(key);
    if (sums === undefined) {
      const begin = page * CHECKSUMS_PER_PAGE * CHECKSUM_BYTES;
      const bytes = Math.min(CHECKSUMS_PER_PAGE * CHECKSUM_BYTES, checksums.bytes - begin);
      sums = numbersIn(this.#copy(checksums.offset + begin, bytes));
      this.#checksums.set(key, sums);
    }
    return sums.getUint32((chunk % CHECKSUMS_PER_PAGE) * CHECKSUM_BYTES, true);
  }

  #copy(offset: number, bytes: number): Uint8Array {
    const copy = new Uint8Array(bytes);
    this.#readInto(copy, offset);
    return copy;
  }

  #readInto(bytes: Uint8Array, offset: number): void {
    if (this.#file === undefined) throw new TableError(`${this.path}: the table has been closed`);
    let done = 0;
    while (done < bytes.length) {
      const read = this.#file.read(done === 0 ? bytes : bytes.subarray(done), offset + done);
      if (read === 0) throw new TableError(`${this.path}: the file became shorter while it was read`);
      done += read;
    }
  }
}

function openTable(path: string): OpenFile {
  try {
    return openFile(path);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'ENOENT') throw new NoFileError(`${path}: there is no such table; make it with antipode explore`);
    throw new NoFileError(`${path}: the table cannot be read (${code})`);
  }
}

type Keeper = { forget(): void };

/** The budget of keepers of chunks, which drop all of them to release their memory, and read them again. */
export class ChunkBudget {
  /** Maximum number of chunks. */
  readonly most: number;
  #held = 0;
  readonly #keepers = new Set<Keeper>();

  constructor(most: number) {
    this.most = most;
  }

  /**
   * Reserves room for more chunks. If too little is left, all keepers drop their chunks and read them again when needed.
   * @param chunks at most `most`
   */
  take(keeper: Keeper, chunks: number): void {
    if (this.#held + chunks > this.most) for (const other of [...this.#keepers]) other.forget();
    this.#held += chunks;
    this.#keepers.add(keeper);
  }

  /** Releases the room of a keeper that has dropped all its chunks. */
  giveBack(keeper: Keeper, chunks: number): void {
    this.#held -= chunks;
    this.#keepers.delete(keeper);
  }
}

/** Budget of all tables of this thread: 256 MB. A table that keeps few chunks can hold up to 1 MB that is not counted. */
const TABLES_BUDGET = new ChunkBudget(256e6 / CHUNK_BYTES);
