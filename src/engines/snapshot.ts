/**
 * The interface between a run in memory and its checkpoints, which are written between two layers, when no worker is active.
 *
 * A snapshot consists of files, and a file of *rows*: strings of bytes with numbers from 0, such as the bits of a blank cell.
 *
 * Most memory consists of blocks that are divided among *shards*: shared memories with a range of blocks each.
 */

import { BYTES_PER_VIEW, type KernelMemory } from '../base/memory.js';

/** Rows of a file that belong to a checkpoint. */
export interface SnapshotPart {
  readonly file: string;
  readonly rows: readonly number[];
}

/** A range of a row's bytes. */
export interface SnapshotRange {
  readonly file: string;
  readonly row: number;
  readonly begin: number;
  readonly bytes: number;
}

/** A range of a row in memory. */
export interface HeldRange {
  readonly row: number;
  readonly begin: number;
  readonly memory: Uint8Array;
}

/** The memory of a run, as checkpoints save and restore it. */
export interface Snapshot {
  /** Names of the files; a manifest refers to them by their positions in this list. */
  readonly files: readonly string[];
  /** Returns the parts of a checkpoint. @param depth of its last layer, at least 1 */
  parts(depth: number): readonly SnapshotPart[];
  /** Yields the non-empty ranges of a part in their current state. */
  held(part: SnapshotPart): Iterable<HeldRange>;
  rowBytes(file: string, row: number): number;
  /** Returns a description of a range for messages, such as 'blank cell 4, blocks 120..283'. */
  textOf(range: SnapshotRange): string;
  /** Writes the bytes of a range back into memory. */
  put(range: SnapshotRange, bytes: Uint8Array): void;
  /**
   * Restores the layers of a checkpoint in memory that is all zeros.
   * @param histogram of these layers, at least two
   * @throws whatever `saved` throws; errors of LayerRun.layers
   */
  restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void>;
}

/** A saved checkpoint. */
export interface SavedSnapshot {
  /** Restores all ranges of a file. @throws StorageError that names the damaged range */
  read(file: string): Promise<void>;
  /** Compares the number of restored states. @throws StorageError that names the file if the numbers differ */
  checkStates(file: string, expected: number, found: number): void;
}

/** A file whose rows consist of the same number of bytes for each block. */
interface BlockFile {
  readonly name: string;
  readonly blockBytes: number;
  /** Returns the address of a row in a shard, from which its blocks follow one another. */
  address(row: number): number;
  /** Returns the beginning of a range's description. @default none */
  textOf?(row: number): string;
  /** Called when bytes of the blocks `first` to `end` - 1 of a row have been restored. */
  restored?(row: number, first: number, end: number): void;
}

/**
 * Blocks that are divided among shards, and what is saved of them.
 * @internal so that the public types do not depend on those of WebAssembly
 */
interface ShardedBlocks {
  readonly memories: readonly KernelMemory[];
  readonly blocks: number;
  readonly blocksPerShard: number;
  /** Name of the blocks in messages. */
  readonly unit: string;
  /** The files; the first one holds all states. */
  readonly blockFiles: readonly BlockFile[];
  /** Returns true if a row has states in a block. */
  isHeld(block: number, row: number): boolean;
}

/**
 * Returns a snapshot that copies blocks from and to their shards.
 * @internal
 */
export function blockSnapshot(
  { memories, blocks, blocksPerShard, unit, blockFiles, isHeld }: ShardedBlocks,
  { parts, restore }: Pick<Snapshot, 'parts' | 'restore'>,
): Snapshot {
  const files = blockFiles.map(({ name }) => name);
  const fileOf = (name: string) => blockFiles[files.indexOf(name)];
  /** Returns the blocks `first` to `end` - 1 of which a range contains bytes. */
  const blocksOf = ({ file, begin, bytes }: SnapshotRange) => {
    const { blockBytes } = fileOf(file);
    return { first: Math.floor(begin / blockBytes), end: Math.ceil((begin + bytes) / blockBytes) };
  };
  return {
    files,
    parts,
    restore,
    /** Yields runs of blocks that hold states, each within one shard. */
    *held({ file, rows }) {
      const { blockBytes, address } = fileOf(file);
      const most = Math.max(1, Math.floor(BYTES_PER_VIEW / blockBytes));
      for (const row of rows) {
        for (let first = 0; first < blocks; ) {
          const shard = Math.floor(first / blocksPerShard);
          const last = Math.min(blocks, (shard + 1) * blocksPerShard, first + most);
          let end = first;
          while (end < last && isHeld(end, row)) end++;
          if (end > first) {
            const begin = address(row) + (first % blocksPerShard) * blockBytes;
            const memory = new Uint8Array(memories[shard].buffer, begin, (end - first) * blockBytes);
            yield { row, begin: first * blockBytes, memory };
          }
          first = Math.max(end, first + 1);
        }
      }
    },
    rowBytes: (file) => blocks * fileOf(file).blockBytes,
    textOf(range) {
      const { first, end } = blocksOf(range);
      return `${fileOf(range.file).textOf?.(range.row) ?? ''}${unit} ${first}..${end - 1}`;
    },
    put(range, bytes) {
      const { file, row, begin } = range;
      const { blockBytes, address, restored } = fileOf(file);
      let done = 0;
      for (const piece of shardPieces(blocksPerShard * blockBytes, begin, begin + bytes.length)) {
        const target = new Uint8Array(memories[piece.shard].buffer);
        target.set(bytes.subarray(done, done + piece.bytes), address(row) + piece.begin);
        done += piece.bytes;
      }
      const { first, end } = blocksOf(range);
      restored?.(row, first, end);
    },
  };
}

/** What a snapshot does besides copying. */
interface Survey {
  /** Returns the number of rows of a file in a checkpoint. @param depth of its last layer @default 1 */
  rows?(file: string, depth: number): number;
  /** Prepares memory of zeros for the layers up to a depth. */
  grow?(depth: number): void;
  /** Derives all that is not saved, after the layer of a depth. @returns the number of states */
  survey(depth: number): number;
}

/**
 * Returns a snapshot of blocks whose frontier follows from their states.
 * @internal
 */
export function surveyedSnapshot(held: ShardedBlocks, { rows = () => 1, grow, survey }: Survey): Snapshot {
  const files = held.blockFiles.map(({ name }) => name);
  return blockSnapshot(held, {
    parts: (depth) => files.map((file) => ({ file, rows: [...new Array(rows(file, depth)).keys()] })),
    async restore(histogram, saved) {
      const depth = histogram.length - 1;
      grow?.(depth);
      for (const file of files) await saved.read(file);
      const expected = histogram.reduce((sum, count) => sum + count, 0);
      saved.checkStates(files[0], expected, survey(depth));
    },
  });
}

/** Yields the pieces of a range of bytes, each within one shard. @returns the shard, and the offset in its part */
export function* shardPieces(
  shardBytes: number,
  first: number,
  end: number,
): Generator<{ readonly shard: number; readonly begin: number; readonly bytes: number }> {
  for (let at = first; at < end; ) {
    const shard = Math.floor(at / shardBytes);
    const begin = at - shard * shardBytes;
    const bytes = Math.min(BYTES_PER_VIEW, shardBytes - begin, end - at);
    yield { shard, begin, bytes };
    at += bytes;
  }
}
