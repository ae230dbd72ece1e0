/**
 * The seam between a run in memory and its checkpoints. Between two layers nothing is at work, so a checkpoint can be written
 * there; memory that holds still for longer is written beside the search.
 *
 * A snapshot consists of files, and a file of *rows*: strings of bytes with numbers from 0, such as the bits of a blank cell.
 */

/** Rows that hold still from when the layers before `from` are complete until the layer `until` begins. */
export interface SnapshotPart {
  readonly file: string;
  readonly rows: readonly number[];
  readonly from: number;
  readonly until: number;
}

/** A range of a row's bytes. */
export interface SnapshotRange {
  readonly file: string;
  readonly row: number;
  readonly begin: number;
  readonly bytes: number;
}

/** A range of a row as it lies in memory. */
export interface HeldRange {
  readonly row: number;
  readonly begin: number;
  readonly memory: Uint8Array;
}

/** The memory of a run, as checkpoints save it and bring it back. */
export interface Snapshot {
  /** Names of the files; a manifest refers to them by their places in this list. */
  readonly files: readonly string[];
  /** True if the memory begins at a whole page, so that a file can be transferred from it directly. */
  readonly isPaged: boolean;
  /**
   * Returns the depth of a checkpoint that begins now.
   * @param next the layer that is searched next
   * @returns undefined if it is better begun before a later layer
   */
  depthToSave(next: number): number | undefined;
  /** Returns the parts of a checkpoint. @param depth of its last layer, at least 1 */
  parts(depth: number): readonly SnapshotPart[];
  /** Yields what is held of a part, as it is now. */
  held(part: SnapshotPart): Iterable<HeldRange>;
  rowBytes(file: string, row: number): number;
  /** Returns a range in words, for messages: 'blank cell 4, blocks 120..283'. */
  textOf(range: SnapshotRange): string;
  /** Puts the bytes of a range back into memory. */
  put(range: SnapshotRange, bytes: Uint8Array): void;
  /**
   * Brings the layers of a checkpoint back into memory that is all zeros.
   * @param histogram of these layers, at least two
   * @throws what `saved` throws; as LayerRun.layers
   */
  restore(histogram: readonly number[], saved: SavedSnapshot): Promise<void>;
}

/** A checkpoint on a disk. */
export interface SavedSnapshot {
  /** Puts all ranges of a file back. @throws StorageError that says what is damaged */
  read(file: string): Promise<void>;
  /** @throws StorageError that names the file if it brought back another number of states than expected */
  checkStates(file: string, expected: number, found: number): void;
}
