/** Saves checkpoints of a search while it runs: decides when, and keeps the one before until the next is complete. */

import type { SharedExploration } from '../explore/batch.js';
import { StoppedError } from '../explore/errors.js';
import type { ExploreEvent } from '../explore/explore.js';
import type { FoundLayer } from '../explore/state-search.js';
import { type SavedRun, writeSavedRun } from '../saved/saved-run.js';
import { reasonOf } from '../storage/failure.js';
import { syncFolder } from '../storage/folder.js';
import { removeGeneration } from './generation.js';
import { depthToSave, partsOf, type Saved } from './parts.js';
import { Save } from './save.js';
import { packSection, pageBytes, SECTION_BYTES, type Section, sectionsOf } from './sections.js';

/** The last layer that is complete. */
export type CompleteLayer = Pick<FoundLayer, 'depth' | 'first' | 'seconds'>;

/** Whose checkpoints are saved, where, and how often. */
export interface Saving {
  readonly folder: string;
  /** What a manifest says of it at any depth. */
  readonly run: Omit<SavedRun, 'histogram' | 'first' | 'seconds' | 'details'>;
  /** What of it decides what is saved. */
  readonly saved: Saved;
  readonly everySeconds: number;
  readonly stop: AbortSignal | undefined;
  readonly onEvent: (event: ExploreEvent) => void;
}

/** What the manifest in the folder says. */
export interface ValidCheckpoint {
  readonly generation: number;
  readonly depth: number;
}

/** What the manifest of a checkpoint says beside what all manifests say. */
export interface CheckpointDetails {
  readonly generation: number;
  /** As packSection makes them. */
  readonly sections: readonly (readonly number[])[];
}

export class CheckpointSaver {
  readonly #saving: Saving;
  readonly #histogram: number[];
  #valid: ValidCheckpoint;
  /** A generation whose files are there and of no use any more. */
  #spare: number | undefined;
  #complete: CompleteLayer;
  #save: Save | undefined;
  /** The layer that the checkpoint is of, once it is complete. */
  #savedLayer: CompleteLayer | undefined;
  /** The writing of the last parts of a checkpoint, and of its manifest. */
  #finishing: Promise<void> | undefined;
  /** What that failed of where it was no fault of the file system. */
  #fault: { readonly cause: unknown } | undefined;
  /** By performance.now(). */
  #lastSaved = performance.now();

  /**
   * @param histogram of the layers that are complete
   * @param complete the last of them
   * @param valid the checkpoint that is in the folder
   */
  constructor(saving: Saving, histogram: readonly number[], complete: CompleteLayer, valid: ValidCheckpoint) {
    this.#saving = saving;
    this.#histogram = [...histogram];
    this.#complete = complete;
    this.#valid = valid;
  }

  /** To be called with each layer that is complete. */
  onLayer(layer: FoundLayer): void {
    this.#histogram[layer.depth] = layer.fresh;
    this.#complete = layer;
    if (layer.depth === this.#save?.depth) this.#savedLayer = layer;
  }

  /**
   * To be called, and waited for, before layers are handed out.
   * @param next depth of the first of them; all layers before it are complete
   * @returns whether a single one is to be handed out, because a checkpoint is being written
   * @throws StoppedError where the search is to stop, after a checkpoint
   */
  async beforeLayers(next: number, memory: SharedExploration): Promise<boolean> {
    this.#throwFault();
    if (this.#saving.stop?.aborted === true) return this.#stop(next - 1, memory);
    if (this.#save === undefined && this.#isDue()) await this.#begin(next, memory);
    await this.#proceed(next, memory);
    return this.#save !== undefined || this.#isDue();
  }

  /** Gives up the checkpoint that is being written, if there is one; the one before stays. */
  async end(): Promise<void> {
    this.#save?.abandon();
    await (this.#finishing ?? this.#finish());
    this.#throwFault();
  }

  #isDue(): boolean {
    return performance.now() - this.#lastSaved >= this.#saving.everySeconds * 1000;
  }

  async #begin(next: number, memory: SharedExploration): Promise<void> {
    const { saved } = this.#saving;
    const depth = this.#isSmall(memory) ? next - 1 : depthToSave(saved, next);
    if (depth !== undefined && depth > this.#valid.depth) await this.#open(depth);
  }

  /** Whether there is so little to write that it can as well be done at once. */
  #isSmall(memory: SharedExploration): boolean {
    let bytes = 0;
    for (const part of partsOf(this.#saving.saved, Math.max(1, this.#complete.depth))) {
      for (const { section } of sectionsOf(memory, part)) bytes += pageBytes(section);
    }
    return bytes <= SECTION_BYTES;
  }

  async #open(depth: number): Promise<void> {
    const { folder, saved } = this.#saving;
    const generation = this.#valid.generation + 1;
    const spare = this.#spare;
    this.#spare = undefined;
    try {
      this.#save = await Save.open(depth, partsOf(saved, depth), { folder, generation, spare });
      this.#savedLayer = depth === this.#complete.depth ? this.#complete : undefined;
    } catch (error) {
      const event = await this.#failed(depth, error);
      this.#lastSaved = performance.now();
      this.#saving.onEvent(event);
    }
  }

  /** Goes on with the checkpoint so far that layers can be handed out. */
  async #proceed(next: number, memory: SharedExploration): Promise<void> {
    const save = this.#save;
    if (save === undefined) return;
    save.begin(next, memory);
    await save.settled(next);
    // Of parts that all hold still by the layer of the checkpoint, that layer may still be missing.
    const isBegun = save.isBegun && save.depth < next;
    if (isBegun || save.hasFailed) this.#finishing ??= this.#finishAside();
    if (save.hasFailed) await this.#finishing;
  }

  /** Nobody may wait for it for a while: so it keeps what it fails of. */
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
      if (sections === undefined) await removeGeneration(this.#saving.folder, this.#valid.generation + 1);
      else event = await this.#commit(save, sections);
    } catch (error) {
      event = await this.#failed(save.depth, error);
    }
    this.#save = undefined;
    this.#finishing = undefined;
    this.#lastSaved = performance.now();
    if (event !== undefined) this.#saving.onEvent(event);
  }

  async #commit({ depth, bytes, begun }: Save, sections: readonly Section[]): Promise<ExploreEvent> {
    const { folder, run } = this.#saving;
    if (this.#savedLayer === undefined) throw new Error(`the layer of depth ${depth} is not complete`);
    const { first, seconds } = this.#savedLayer;
    const { generation: before } = this.#valid;
    const generation = before + 1;
    const details: CheckpointDetails = { generation, sections: sections.map(packSection) };
    await syncFolder(folder);
    await writeSavedRun(folder, { ...run, histogram: this.#histogram.slice(0, depth + 1), first, seconds, details });
    this.#valid = { generation, depth };
    this.#spare = before;
    return { type: 'checkpoint', depth, bytes, seconds: (performance.now() - begun) / 1000 };
  }

  /** Makes room again. */
  async #failed(depth: number, error: unknown): Promise<ExploreEvent> {
    const { folder } = this.#saving;
    const reason = reasonOf(error);
    // Its own files, and what is left of those that it would have written over.
    for (const generation of [1, -1]) await removeGeneration(folder, this.#valid.generation + generation);
    const message = `the checkpoint of depth ${depth} could not be saved in ${folder}: ${reason}; that of depth ${this.#valid.depth} stays`;
    return { type: 'checkpoint-failed', depth, message };
  }

  async #stop(depth: number, memory: SharedExploration): Promise<never> {
    const { folder } = this.#saving;
    if (this.#save !== undefined && this.#save.depth !== depth) await this.end();
    if (this.#save === undefined && this.#valid.depth < depth) await this.#open(depth);
    await this.#proceed(depth + 1, memory);
    await this.#finishing;
    this.#throwFault();
    throw new StoppedError(depth, folder);
  }
}
