/**
 * The planes of a puzzle as checkpoints save them between two layers. A checkpoint consists of the codes of all blocks, plane by plane,
 * and the binary digits of the depths if a table needs them. The frontier and the marks of blocks follow from the codes. The restored
 * frontier includes layers 3, 6 ... before the last one, which does no harm.
 */

import { BYTES_PER_VIEW } from '../../base/memory.js';
import { Course } from '../batches/progress.js';
import type { HeldRange, SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../snapshot.js';
import { depthPlanes } from './planes/depth-codes.js';
import { codesAddress, depthsAddress, type PlanesLayout, shardOf } from './planes/layout.js';
import { growDepths, NOTHING_HELD, type SharedPlanes, surveyPlanes } from './planes/shared-planes.js';

const CODES = 'codes';
const DEPTHS = 'depths';

/** Returns the bytes of the rows of a checkpoint. @param planes number of planes of depths */
export function snapshotRowBytes({ blocks, codesBytes, planeBytes }: PlanesLayout, planes: number): number[] {
  return [blocks * codesBytes, ...new Array<number>(planes).fill(blocks * planeBytes)];
}

export class PlanesSnapshot implements Snapshot {
  readonly files: readonly string[];
  readonly isPaged = false;
  readonly #planes: SharedPlanes;

  /** @param depths true if there are planes of depths */
  constructor(planes: SharedPlanes, depths: boolean) {
    this.files = depths ? [CODES, DEPTHS] : [CODES];
    this.#planes = planes;
  }

  depthToSave(next: number): number {
    return next - 1;
  }

  parts(depth: number): readonly SnapshotPart[] {
    const still = { from: depth + 1, until: depth + 1 };
    return this.files.map((file) => {
      const rows = file === CODES ? [0] : Array.from({ length: depthPlanes(depth) }, (_, plane) => plane);
      return { file, rows, ...still };
    });
  }

  /** Yields runs of blocks that hold states, each within one shard. */
  *held({ file, rows }: SnapshotPart): Generator<HeldRange> {
    const { layout, memories, marks } = this.#planes;
    const bytes = this.#blockBytes(file);
    const most = Math.max(1, Math.floor(BYTES_PER_VIEW / bytes));
    for (const row of rows) {
      for (let first = 0; first < layout.blocks; ) {
        const shard = shardOf(layout, first);
        const last = Math.min(layout.blocks, (shard + 1) * layout.blocksPerShard, first + most);
        let end = first;
        while (end < last && marks[end] !== NOTHING_HELD) end++;
        if (end > first) {
          const memory = new Uint8Array(memories[shard].buffer, this.#address(file, row, first), (end - first) * bytes);
          yield { row, begin: first * bytes, memory };
        }
        first = Math.max(end, first + 1);
      }
    }
  }

  rowBytes(file: string): number {
    return this.#planes.layout.blocks * this.#blockBytes(file);
  }

  textOf({ file, row, begin, bytes }: SnapshotRange): string {
    const blockBytes = this.#blockBytes(file);
    const blocks = `blocks ${Math.floor(begin / blockBytes)}..${Math.ceil((begin + bytes) / blockBytes) - 1}`;
    return file === CODES ? blocks : `digit ${row} of the depths, ${blocks}`;
  }

  /** Writes a range in pieces, one for each shard that it covers. */
  put({ file, row, begin }: SnapshotRange, bytes: Uint8Array): void {
    const { layout, memories } = this.#planes;
    const blockBytes = this.#blockBytes(file);
    const shardBytes = layout.blocksPerShard * blockBytes;
    for (let done = 0; done < bytes.length; ) {
      const shard = Math.floor((begin + done) / shardBytes);
      const piece = bytes.subarray(done, (shard + 1) * shardBytes - begin);
      const first = this.#address(file, row, shard * layout.blocksPerShard);
      new Uint8Array(memories[shard].buffer).set(piece, first + begin + done - shard * shardBytes);
      done += piece.length;
    }
  }

  async restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void> {
    const depth = histogram.length - 1;
    const { blocks, words } = this.#planes.layout;
    if (this.files.includes(DEPTHS)) growDepths(this.#planes, depthPlanes(depth));
    for (const file of this.files) await saved.read(file);
    const expected = histogram.reduce((sum, count) => sum + count, 0);
    saved.checkStates(CODES, expected, surveyPlanes(this.#planes, depth));
    new Course(this.#planes.progress.course).begin(depth, blocks * words);
  }

  #blockBytes(file: string): number {
    const { codesBytes, planeBytes } = this.#planes.layout;
    return file === CODES ? codesBytes : planeBytes;
  }

  #address(file: string, row: number, block: number): number {
    const { layout } = this.#planes;
    return file === CODES ? codesAddress(layout, block) : depthsAddress(layout, row, block);
  }
}
