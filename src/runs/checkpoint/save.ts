/**
 * One checkpoint while it is written. Its parts are begun one after another, when they no longer change, and written alongside the
 * search.
 */

import { crc32 } from 'node:zlib';
import type { DirectFile } from '../../base/storage/direct-file.js';
import { pageMemory } from '../../base/storage/page-memory.js';
import type { Snapshot, SnapshotPart } from '../../engines/snapshot.js';
import { openForWriting } from './generation.js';
import { pageBytes, type SavedSection, SECTION_BYTES, type SectionToWrite, sectionsOf } from './sections.js';

/** Number of parallel writes: the number of Node's threads for files. */
const LANES = 4;

/** Destination of a checkpoint. */
export interface SavePlace {
  readonly folder: string;
  readonly generation: number;
  /** An obsolete generation whose files may be overwritten. */
  readonly spare: number | undefined;
  /** Unused memories for sections that do not begin at a whole page, allocated on demand. */
  readonly staging: Uint8Array[];
}

interface OpenFile {
  readonly file: DirectFile;
  end: number;
}

interface Write extends SectionToWrite {
  readonly isPaged: boolean;
  readonly until: number;
}

export class Save {
  readonly depth: number;
  /** Time at which the checkpoint was begun, by performance.now(). */
  readonly begun = performance.now();
  readonly #files: ReadonlyMap<string, OpenFile>;
  readonly #staging: Uint8Array[];
  readonly #sections: SavedSection[] = [];
  #parts: readonly SnapshotPart[];
  /** Pending writes, ordered by the layer before which they must be done. */
  #queue: Write[] = [];
  readonly #writing = new Set<Write>();
  #failure: unknown;
  #abandoned = false;
  /** Callbacks for the end of the next write. */
  #wake: (() => void)[] = [];

  private constructor(
    depth: number,
    parts: readonly SnapshotPart[],
    files: ReadonlyMap<string, OpenFile>,
    staging: Uint8Array[],
  ) {
    this.depth = depth;
    this.#parts = parts;
    this.#files = files;
    this.#staging = staging;
  }

  /** @throws the file system's error */
  static async open(depth: number, parts: readonly SnapshotPart[], place: SavePlace): Promise<Save> {
    const files = new Map<string, OpenFile>();
    try {
      for (const { file: name } of parts) {
        if (files.has(name)) continue;
        const file = await openForWriting(place.folder, name, place.generation, place.spare);
        files.set(name, { file, end: 0 });
      }
    } catch (error) {
      await closeAll(files);
      throw error;
    }
    return new Save(depth, parts, files, place.staging);
  }

  /** Returns true if all parts have been begun. */
  get isBegun(): boolean {
    return this.#parts.length === 0;
  }

  /** Returns true if a write has failed, after which nothing more is written. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Bytes of the files so far. */
  get bytes(): number {
    return [...this.#files.values()].reduce((sum, { end }) => sum + end, 0);
  }

  /** Begins the parts that no longer change. Called before the layer `next` begins. */
  begin(next: number, snapshot: Snapshot): void {
    if (this.hasFailed) return;
    const ready = this.#parts.filter(({ from }) => from <= next);
    this.#parts = this.#parts.filter(({ from }) => from > next);
    for (const part of ready) {
      const { isPaged } = snapshot;
      for (const section of sectionsOf(snapshot, part)) this.#queue.push({ ...section, isPaged, until: part.until });
    }
    this.#queue.sort((a, b) => a.until - b.until);
    this.#fillLanes();
  }

  /** Waits until everything that the layer `next` may change has been written, or writing has ended. */
  async settled(next: number): Promise<void> {
    const pending = ({ until }: Write) => until <= next;
    while ([...this.#writing].some(pending) || this.#queue.some(pending)) {
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /**
   * Waits until all files are on the disk. Called after all parts have been begun.
   * @returns undefined if the checkpoint has been abandoned
   * @throws the error of a failed write
   */
  async complete(): Promise<SavedSection[] | undefined> {
    await this.settled(Number.POSITIVE_INFINITY);
    try {
      for (const { file, end } of this.#files.values()) {
        if (this.#failure !== undefined) throw this.#failure;
        if (this.#abandoned) return undefined;
        if ((await file.size()) !== end) await file.truncate(end);
        await file.sync();
      }
    } finally {
      await closeAll(this.#files);
    }
    return this.#sections;
  }

  /** Abandons the checkpoint: nothing more is written. */
  abandon(): void {
    this.#abandoned = true;
    this.#queue = [];
  }

  #fillLanes(): void {
    while (this.#writing.size < LANES) {
      const write = this.#queue.shift();
      if (write === undefined) return;
      this.#writing.add(write);
      void this.#write(write);
    }
  }

  async #write(write: Write): Promise<void> {
    const { section, memory, isPaged } = write;
    const staged = isPaged ? undefined : (this.#staging.pop() ?? pageMemory(SECTION_BYTES));
    try {
      const place = this.#files.get(section.file);
      if (place === undefined) throw new Error(`a checkpoint has no file ${section.file}`);
      const offset = place.end;
      place.end += pageBytes(section);
      staged?.set(memory);
      const pages =
        staged?.subarray(0, pageBytes(section)) ??
        new Uint8Array(memory.buffer, memory.byteOffset - section.lead, pageBytes(section));
      const written = place.file.write(pages, offset);
      // Computed while the disk is busy.
      this.#sections.push({ ...section, offset, checksum: crc32(memory) });
      await written;
    } catch (error) {
      this.#failure ??= error;
      this.#queue = [];
    }
    if (staged !== undefined) this.#staging.push(staged);
    this.#writing.delete(write);
    this.#fillLanes();
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}

/** Closes all files, even if closing one fails. @throws the file system's error */
async function closeAll(files: ReadonlyMap<string, OpenFile>): Promise<void> {
  const closed = await Promise.allSettled([...files.values()].map(({ file }) => file.close()));
  for (const outcome of closed) if (outcome.status === 'rejected') throw outcome.reason;
}
