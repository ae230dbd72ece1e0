/** The interface of row writers, one for each format. */

/** Collects rows, and writes them in batches. */
export interface RowWriter<State> {
  /** Adds a row. @param state state of the row; the caller can reuse it for the next row */
  write(state: State, distance: number): void;
  /** True if the collected rows should be written before the next one. */
  readonly isFull: boolean;
  /** Writes the collected rows. */
  flush(): Promise<void>;
  /** Writes the collected rows, and the end of the file. */
  finish(): Promise<void>;
}
