/** The options of dividing memory for a board on disk: plain types, which the library's users see. */

export interface StagingOptions {
  /** True if a table is made. */
  readonly table: boolean;
  /** Bytes for all that is allocated, 0 or more. */
  readonly memory: number;
  readonly threads: number;
  /** Of the largest portion. */
  readonly headBytes: number;
  /** True if other processes change the files: then nothing stays in memory from one layer to the next. @default false */
  readonly shared?: boolean | undefined;
  /** True if more than `memory` may be taken when less does not suffice. @default false */
  readonly orLeast?: boolean | undefined;
}
