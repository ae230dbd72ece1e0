/** The options for dividing memory of a board on disk, as plain types in the public interface. */

export interface StagingOptions {
  /** True if a table is made. */
  readonly table: boolean;
  /** Bytes of memory that may be allocated, 0 or more. */
  readonly memory: number;
  readonly threads: number;
  /** Bytes of the largest portion. */
  readonly headBytes: number;
  /** True if other processes change the files, so that no blocks stay in memory between layers. @default false */
  readonly shared?: boolean | undefined;
  /** True if more than `memory` may be used when `memory` is insufficient. @default false */
  readonly orLeast?: boolean | undefined;
}
