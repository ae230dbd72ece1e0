/** Saves checkpoints of a search while it runs: decides when to save, and keeps each checkpoint until the next one is complete. */

import { existsSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type DirectFile, pageMemory } from '../../base/direct-file.js';
import { reasonOf, StorageError, syncFolder } from '../../base/files.js';
import type { Snapshot, SnapshotPart } from '../../engines/snapshot.js';
import {
  Generations,
  openForWriting,
  packSection,
  pageBytes,
  type SavedSection,
  SECTION_BYTES,
  type SectionToWrite,
  sectionsOf,
} from './checkpoint-files.js';
import { type ExploreEvent, StoppedError } from './exploration.js';
import { readSavedRun, type SavedRun, writeSavedRun } from './saved-run.js';

/** The last complete layer. */
interface CompleteLayer {
  readonly depth: number;
  readonly first: readonly number[];
  readonly seconds: number;
}

/** The exploration whose checkpoints are saved, the folder, and the interval. */
interface Saving {
  readonly folder: string;
  /** The part of manifests that is the same at all depths. */
  readonly run: Omit<SavedRun, 'histogram' | 'first' | 'seconds' | 'details'>;
  readonly snapshot: Snapshot;
  readonly everySeconds: number;
  readonly stop: AbortSignal | undefined;
  readonly onEvent: (event: ExploreEvent) => void;
}

/** The contents of the manifest in the folder. */
interface ValidCheckpoint {
  readonly generation: number;
  readonly depth: number;
}

/** The part of a manifest that only checkpoints have. */
export interface CheckpointDetails {
  readonly generation: number;
  /** Sections as packed by packSection. */
  readonly sections: readonly (readonly number[])[];
  /** Seconds between checkpoints, which a resumed run keeps. */
  readonly everySeconds: number;
}

export class CheckpointSaver {
  readonly #saving: Saving;
  readonly #histogram: number[];
  readonly #generations: Generations;
  readonly #staging: Uint8Array[] = [];
  /** Depth of the checkpoint in the folder's manifest. */
  #validDepth: number;
  #complete: CompleteLayer;
  #save: Save | undefined;
  /** The layer of the checkpoint that is being written, once the layer is complete. */
  #savedLayer: CompleteLayer | undefined;
  /** Pending writes of a checkpoint's last parts and its manifest. */
  #finishing: Promise<void> | undefined;
  /** Error of these writes, unless it is the file system's. */
  #fault: { readonly cause: unknown } | undefined;
  /** True if someone has removed the folder. */
  #folderIsGone = false;
  /** Time of the last checkpoint, by performance.now(). */
  #lastSaved = performance.now();

  /**
   * @param histogram of the complete layers
   * @param complete the last complete layer
   * @param valid the checkpoint in the folder
   */
  constructor(saving: Saving, histogram: readonly number[], complete: CompleteLayer, valid: ValidCheckpoint) {
    this.#saving = saving;
    this.#histogram = [...histogram];
    this.#complete = complete;
    this.#generations = new Generations(saving.folder, valid.generation, saving.snapshot.files);
    this.#validDepth = valid.depth;
  }

  /** Notes a complete layer. Called with each of them. */
  onLayer(layer: CompleteLayer & { readonly fresh: number }): void {
    this.#histogram[layer.depth] = layer.fresh;
    this.#complete = layer;
    if (layer.depth === this.#save?.depth) this.#savedLayer = layer;
  }

  /**
   * Continues or begins a checkpoint. Called and awaited before layers are handed out.
   * @param next depth of the first of these layers; all layers before it are complete
   * @returns true if only one layer may be handed out, because a checkpoint is being written
   * @throws StoppedError, after a checkpoint, if the search is to stop
   */
  async beforeLayers(next: number): Promise<boolean> {
    this.#throwFault();
    if (this.#saving.stop?.aborted === true) return this.#stop(next - 1);
    if (this.#save === undefined && this.#isDue()) await this.#begin(next);
    await this.#proceed(next);
    return this.#save !== undefined || this.#isDue();
  }

  /** Abandons the checkpoint that is being written, if any. The previous checkpoint remains valid. */
  async end(): Promise<void> {
    this.#save?.abandon();
    await (this.#finishing ?? this.#finish());
    this.#throwFault();
  }

  #isDue(): boolean {
    return !this.#folderIsGone && performance.now() - this.#lastSaved >= this.#saving.everySeconds * 1000;
  }

  async #begin(next: number): Promise<void> {
    const depth = this.#isSmall() ? next - 1 : this.#saving.snapshot.depthToSave(next);
    if (depth !== undefined && depth > this.#validDepth) await this.#open(depth);
  }

  /** Returns true if the checkpoint is small enough to be written without a break. */
  #isSmall(): boolean {
    const { snapshot } = this.#saving;
    let bytes = 0;
    for (const part of snapshot.parts(Math.max(1, this.#complete.depth))) {
      for (const { section } of sectionsOf(snapshot, part)) bytes += pageBytes(section);
    }
    return bytes <= SECTION_BYTES;
  }

  async #open(depth: number): Promise<void> {
    const { folder, snapshot } = this.#saving;
    const generation = this.#generations.next;
    const spare = this.#generations.begin();
    try {
      const place = { folder, generation, spare, staging: this.#staging };
      this.#save = await Save.open(depth, snapshot.parts(depth), place);
      this.#savedLayer = depth === this.#complete.depth ? this.#complete : undefined;
    } catch (error) {
      const event = await this.#failed(depth, error);
      this.#lastSaved = performance.now();
      this.#saving.onEvent(event);
    }
  }

  /** Continues the checkpoint until layers can be handed out. */
  async #proceed(next: number): Promise<void> {
    const save = this.#save;
    if (save === undefined) return;
    save.begin(next, this.#saving.snapshot);
    await save.settled(next);
    // All parts may have been begun before the layer of the checkpoint is complete.
    const isBegun = save.isBegun && save.depth < next;
    if (isBegun || save.hasFailed) this.#finishing ??= this.#finishAside();
    if (save.hasFailed) await this.#finishing;
  }

  /** Finishes the checkpoint. The promise may not be awaited for a while, so its error is kept. */
  async #finishAside(): Promise<void> {
    try {
      await this.#finish();
    } catch (cause) {
      this.#fault = { cause };
    }
  }

  #throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault.cause;
  }

  async #finish(): Promise<void> {
    const save = this.#save;
    if (save === undefined) return;
    let event: ExploreEvent | undefined;
    try {
      const sections = await save.complete();
      event = sections === undefined ? await this.#abandoned(save.depth) : await this.#commit(save, sections);
    } catch (error) {
      event = await this.#failed(save.depth, error);
    }
    this.#save = undefined;
    this.#finishing = undefined;
    this.#lastSaved = performance.now();
    if (event !== undefined) this.#saving.onEvent(event);
  }

  async #commit({ depth, bytes, begun }: Save, sections: readonly SavedSection[]): Promise<ExploreEvent> {
    const { folder, run, snapshot, everySeconds } = this.#saving;
    if (this.#savedLayer === undefined) throw new Error(`the layer of depth ${depth} is not complete`);
    const { first, seconds } = this.#savedLayer;
    const generation = this.#generations.next;
    const details: CheckpointDetails = {
      generation,
      sections: sections.map((section) => packSection(section, snapshot.files)),
      everySeconds,
    };
    await syncFolder(folder);
    try {
      await writeSavedRun(folder, { ...run, histogram: this.#histogram.slice(0, depth + 1), first, seconds, details });
    } catch (error) {
      return await this.#uncertain(depth, error);
    }
    this.#validDepth = depth;
    this.#generations.replace();
    // Files that cannot be removed now are removed with the next checkpoint.
    await this.#generations.tidy();
    return { type: 'checkpoint', depth, bytes, seconds: (performance.now() - begun) / 1000 };
  }

  /** Handles a failure of the manifest: either it was not written, or the folder was not synced. Its contents determine which. */
  async #uncertain(depth: number, error: unknown): Promise<ExploreEvent> {
    const { folder } = this.#saving;
    if (!existsSync(folder)) return this.#failed(depth, error);
    const reason = reasonOf(error);
    const found = await this.#depthOfManifest();
    if (found === this.#validDepth) return this.#failed(depth, error);
    this.#generations.keepAll();
    const before = this.#validDepth;
    if (found !== undefined) this.#validDepth = found;
    const message = `the checkpoint of depth ${depth} may not be safely on the disk in ${folder}: ${reason}; the checkpoint of depth ${before} is kept too`;
    return { type: 'checkpoint-failed', depth, message };
  }

  /** Returns the depth in the manifest, or undefined if it cannot be read. */
  async #depthOfManifest(): Promise<number | undefined> {
    try {
      const run = await readSavedRun(this.#saving.folder);
      return run && run.histogram.length - 1;
    } catch (error) {
      if (error instanceof StorageError) return undefined;
      throw error;
    }
  }

  /** Frees the space of a failed checkpoint, and returns its event. */
  async #failed(depth: number, error: unknown): Promise<ExploreEvent> {
    const { folder } = this.#saving;
    const reason = reasonOf(error);
    if (!existsSync(folder)) {
      this.#folderIsGone = true;
      const message = `${folder} no longer exists, so no more checkpoints are saved; the exploration goes on, and cannot be resumed`;
      return { type: 'checkpoint-failed', depth, message };
    }
    const left = leftOver(await this.#generations.tidy());
    // Someone may have changed the folder.
    const rest = (await this.#depthOfManifest()) === this.#validDepth ? 'remains valid' : 'can no longer be read';
    const message = `the checkpoint of depth ${depth} could not be saved in ${folder}: ${reason}; the checkpoint of depth ${this.#validDepth} ${rest}${left}`;
    return { type: 'checkpoint-failed', depth, message };
  }

  /** Returns the event of an abandoned checkpoint; undefined if none of its files are left. */
  async #abandoned(depth: number): Promise<ExploreEvent | undefined> {
    const left = leftOver(await this.#generations.tidy());
    if (left === '') return undefined;
    const message = `the checkpoint of depth ${depth} in ${this.#saving.folder} was abandoned${left}`;
    return { type: 'checkpoint-failed', depth, message };
  }

  async #stop(depth: number): Promise<never> {
    const { folder } = this.#saving;
    if (this.#save !== undefined && this.#save.depth !== depth) await this.end();
    if (this.#save === undefined && this.#validDepth < depth) await this.#open(depth);
    await this.#proceed(depth + 1);
    await this.#finishing;
    this.#throwFault();
    // If saving has failed, this depth is less than that of the search.
    throw new StoppedError(this.#validDepth, folder);
  }
}

function leftOver(names: readonly string[]): string {
  return names.length === 0 ? '' : `, and ${names.join(' and ')} could not be removed`;
}

/**
 * One checkpoint while it is written. Its parts are begun one after another, when they no longer change, and written alongside the
 * search.
 */

/** Number of parallel writes: the number of Node's threads for files. */
const LANES = 4;

/** Destination of a checkpoint. */
interface SavePlace {
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
