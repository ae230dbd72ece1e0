/** The writer of rows: one for each format. */

/** Takes rows, and writes them some at a time. */
export interface RowWriter<State> {
  /** @param state may be written over by the next one */
  write(state: State, distance: number): void;
  /** True if what it holds should be written before more comes. */
  readonly isFull: boolean;
  /** Writes what it holds. */
  flush(): Promise<void>;
  /** Writes what it holds, and what comes after the last row. */
  finish(): Promise<void>;
}
