/** Brings a checkpoint back into memory, whatever the threads and shards it was saved with, or says what is damaged. */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DirectFile } from '../../base/storage/direct-file.js';
import { StorageError } from '../../base/storage/errors.js';
import { reasonOf } from '../../base/storage/failure.js';
import { pageMemory } from '../../base/storage/page-memory.js';
import { countHeld, type SharedExploration } from '../../engines/bits/kernel/memory.js';
import type { SavedRun } from '../saved/manifest.js';
import { fileName } from './generation.js';
import { partsOf, type Saved, type SavedBitset } from './parts.js';
import type { CheckpointDetails } from './saver.js';
import { blocksOfSection, pageBytes, placesOf, type SavedSection, sectionText, unpackSection } from './sections.js';

/** Reads at a time. */
const LANES = 4;

const REMEDY = 'go on from another copy of the folder, or explore again';

/** @throws StorageError if a manifest is not that of a checkpoint */
export function checkpointDetails({ details }: SavedRun, folder: string): CheckpointDetails {
  const { generation, sections } = (details ?? {}) as Partial<CheckpointDetails>;
  if (Number.isSafeInteger(generation) && Array.isArray(sections)) {
    return { generation: generation as number, sections };
  }
  throw new StorageError(`${folder}: the manifest does not say where the bits of the checkpoint are`);
}

/**
 * Brings the layers of a checkpoint back into memory that is all zeros.
 * @param saved of the run, at the depth of its last layer, at least 1
 * @param rebuild finds again what the cells of the last layer held
 * @throws StorageError that says what is damaged; what `rebuild` throws
 */
export async function restoreLayers(
  run: SavedRun,
  saved: Saved,
  folder: string,
  memory: SharedExploration,
  rebuild: () => Promise<number>,
): Promise<void> {
  await new Restoration(run, saved, folder, memory).restore(rebuild);
}

class Restoration {
  readonly #run: SavedRun;
  readonly #saved: Saved;
  readonly #folder: string;
  readonly #memory: SharedExploration;
  readonly #generation: number;
  readonly #sections: readonly SavedSection[];

  constructor(run: SavedRun, saved: Saved, folder: string, memory: SharedExploration) {
    const { generation, sections } = checkpointDetails(run, folder);
    this.#run = run;
    this.#saved = saved;
    this.#folder = folder;
    this.#memory = memory;
    this.#generation = generation;
    this.#sections = sections.map((numbers) => unpackSection(numbers, memory.layout));
  }

  async restore(rebuild: () => Promise<number>): Promise<void> {
    const { metric, cells } = this.#saved;
    const { histogram } = this.#run;
    const depth = histogram.length - 1;
    if (metric === 'multi') {
      await this.#read('visited');
      await this.#read('table');
      this.#check(countHeld(this.#memory, cells[0]), 1);
      return;
    }
    await this.#read('visited');
    this.#check(countHeld(this.#memory, cells[(depth - 1) % 2]), 2, depth - 1);
    this.#check(await rebuild(), 2, depth);
    // Afterwards, because blocks that gain their first states are cleared there.
    await this.#read('table');
  }

  /** @throws StorageError if there are not as many states as those of every `step`th depth down from `depth` */
  #check(found: number, step: number, depth = this.#run.histogram.length - 1): void {
    const { histogram } = this.#run;
    let expected = 0;
    for (let layer = depth; layer >= 0; layer -= step) expected += histogram[layer];
    if (found === expected) return;
    throw new StorageError(
      `${this.#pathOf('visited')}: the checkpoint should have ${expected} visited states there and has ${found}; ${REMEDY}`,
    );
  }

  #pathOf(bitset: SavedBitset): string {
    return join(this.#folder, fileName(bitset, this.#generation));
  }

  /** Reads all sections of a bitset. */
  async #read(bitset: SavedBitset): Promise<void> {
    const sections = this.#sections.filter((section) => section.bitset === bitset);
    const depth = this.#run.histogram.length - 1;
    const cells = new Set(partsOf(this.#saved, depth).flatMap((part) => (part.bitset === bitset ? part.cells : [])));
    if (!sections.every(({ cell }) => cells.has(cell))) {
      throw new StorageError(`${this.#folder}: the manifest lists ${bitset} bits of cells that a checkpoint has not`);
    }
    if (sections.length === 0) return;
    const path = this.#pathOf(bitset);
    const file = await openedFile(path);
    try {
      await checkSize(file, sections);
      const count = Math.min(LANES, sections.length);
      // No more than is needed: of small checkpoints most of the time went into collecting such memories again.
      const largest = sections.reduce((most, section) => Math.max(most, pageBytes(section)), 0);
      const memory = pageMemory(count * largest);
      const rest = sections.values();
      const lane = async (index: number) => {
        const staged = memory.subarray(index * largest, (index + 1) * largest);
        for (const section of rest) await this.#readSection(file, section, staged);
      };
      const lanes = await Promise.allSettled(Array.from({ length: count }, (_, index) => lane(index)));
      for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
    } finally {
      await file.close();
    }
  }

  async #readSection(file: DirectFile, section: SavedSection, staged: Uint8Array): Promise<void> {
    const { layout, marks } = this.#memory;
    const { lead, offset, bytes, cell, checksum } = section;
    const where = `${file.path}: ${sectionText(section, layout.blocks)}`;
    try {
      await file.read(staged.subarray(0, pageBytes(section)), offset);
    } catch (error) {
      throw new StorageError(`${where} cannot be read (${reasonOf(error)}); ${REMEDY}`);
    }
    const contents = staged.subarray(lead, lead + bytes);
    if (crc32(contents) !== checksum) {
      throw new StorageError(`${where} are damaged: the checksum does not fit; ${REMEDY}`);
    }
    let done = 0;
    for (const place of placesOf(this.#memory, section)) {
      place.set(contents.subarray(done, done + place.length));
      done += place.length;
    }
    const { first, end } = blocksOfSection(section, layout.blocks);
    if (section.bitset === 'visited')
      marks.gained.fill(1, cell * layout.blocks.count + first, cell * layout.blocks.count + end);
  }
}

async function openedFile(path: string): Promise<DirectFile> {
  try {
    return await DirectFile.open({ path, mode: 'read', direct: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StorageError(`${path} is missing, and the manifest names it; ${REMEDY}`);
    throw new StorageError(`${path} cannot be read (${reasonOf(error)})`);
  }
}

async function checkSize(file: DirectFile, sections: readonly SavedSection[]): Promise<void> {
  const size = await file.size();
  const expected = sections.reduce((end, section) => Math.max(end, section.offset + pageBytes(section)), 0);
  if (size === expected) return;
  throw new StorageError(`${file.path} should have ${expected} bytes and has ${size}; ${REMEDY}`);
}
