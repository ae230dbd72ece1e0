/** The columns of a row: a state's text, whole numbers that identify it, and last its distance. */

export interface Columns<State> {
  readonly text: TextColumn<State>;
  readonly numbers: readonly NumberColumn<State>[];
}

/** The first column: the text of a state. */
export interface TextColumn<State> {
  readonly name: string;
  /** Sets the current state. @returns the length of its text in UTF-8, in bytes */
  take(state: State): number;
  /** Writes the text of the current state in UTF-8. @returns the offset of its end */
  write(bytes: Uint8Array, begin: number): number;
  /** Returns the text of the current state. */
  text(): string;
}

export interface NumberColumn<State> {
  readonly name: string;
  /** Maximum value. */
  readonly most: number;
  /** True if the column identifies states, so that nearly every row has a different value. */
  readonly distinct: boolean;
  of(state: State): number;
}

/** The last column. */
export const DISTANCE = 'distance';

export function columnNames<State>({ text, numbers }: Columns<State>): string[] {
  return [text.name, ...numbers.map(({ name }) => name), DISTANCE];
}
