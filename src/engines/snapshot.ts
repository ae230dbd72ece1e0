/**
 * The interface between a run in memory and its checkpoints, which are written between two layers, when no worker is active.
 *
 * A snapshot consists of files, and a file of *rows*: strings of bytes with numbers from 0, such as the bits of a blank cell.
 */

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
