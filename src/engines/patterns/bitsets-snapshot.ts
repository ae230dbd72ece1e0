/**
 * The bitsets of a pattern as checkpoints save them, between two layers. Marks of placements follow from the visited states, see
 * surveyBitsets.
 */

import { Course } from '../batches/progress.js';
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../snapshot.js';
import type { BitsetLayout } from './kernel/layout.js';
import { marksOf, type SharedBitsets, surveyBitsets } from './kernel/shared-bitsets.js';

const VISITED = 'visited';
const TABLE = 'table';

/** No view is then too long for Node 20. */
const BYTES_PER_VIEW = 2 ** 30;

/** Returns the bytes of the rows of a checkpoint. */
export function snapshotRowBytes({ placements, blockBytes, table }: BitsetLayout): number[] {
  return new Array<number>(table === 0 ? 1 : 2).fill(placements * blockBytes);
}

/** Yields the bytes of a bitset. @param address of the bitset */
export function* bitsetPieces(
  memory: WebAssembly.Memory<SharedArrayBuffer>,
  { placements, blockBytes }: BitsetLayout,
  address: number,
): Generator<Uint8Array> {
  const end = address + placements * blockBytes;
  for (let begin = address; begin < end; begin += BYTES_PER_VIEW) {
    yield new Uint8Array(memory.buffer, begin, Math.min(BYTES_PER_VIEW, end - begin));
  }
}

export class BitsetsSnapshot implements Snapshot {
  readonly files: readonly string[];
  readonly isPaged = false;
  readonly #bitsets: SharedBitsets;

  constructor(bitsets: SharedBitsets) {
    this.files = bitsets.layout.table === 0 ? [VISITED] : [VISITED, TABLE];
    this.#bitsets = bitsets;
  }

  depthToSave(next: number): number {
    return next - 1;
  }

  parts(depth: number): readonly SnapshotPart[] {
    return this.files.map((file) => ({ file, rows: [0], from: depth + 1, until: depth + 1 }));
  }

  /** Yields runs of placements that have states. */
  *held({ file }: SnapshotPart): Generator<HeldRange> {
    const { memory, layout } = this.#bitsets;
    const { placements, blockBytes } = layout;
    const marks = marksOf(this.#bitsets);
    const most = Math.floor(BYTES_PER_VIEW / blockBytes);
    for (let first = 0; first < placements; ) {
      let end = first;
      while (end < placements && end < first + most && marks[end] !== 0) end++;
      if (end > first) {
        const begin = first * blockBytes;
        const bytes = new Uint8Array(memory.buffer, this.#address(file) + begin, (end - first) * blockBytes);
        yield { row: 0, begin, memory: bytes };
      }
      first = Math.max(end, first + 1);
    }
  }

  rowBytes(): number {
    const { placements, blockBytes } = this.#bitsets.layout;
    return placements * blockBytes;
  }

  textOf({ begin, bytes }: SnapshotRange): string {
    const { blockBytes } = this.#bitsets.layout;
    return `placements ${Math.floor(begin / blockBytes)}..${Math.ceil((begin + bytes) / blockBytes) - 1}`;
  }

  put({ file, begin }: SnapshotRange, bytes: Uint8Array): void {
    new Uint8Array(this.#bitsets.memory.buffer, this.#address(file) + begin, bytes.length).set(bytes);
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    const depth = histogram.length - 1;
    for (const file of this.files) await saved.read(file);
    const { states, active } = surveyBitsets(this.#bitsets, depth);
    const expected = histogram.reduce((sum, count) => sum + count, 0);
    saved.checkStates(VISITED, expected, states);
    new Course(this.#bitsets.progress.course).begin(depth, active);
  }

  #address(file: string): number {
    const { visited, table } = this.#bitsets.layout;
    return file === VISITED ? visited : table;
  }
}
