/** The columns of a row: a state's text, whole numbers that identify it, and last its distance. */

export interface Columns<State> {
  readonly text: TextColumn<State>;
  readonly numbers: readonly NumberColumn<State>[];
}

/** The first column. It is asked in turn for the length of a state's text, and for the text. */
export interface TextColumn<State> {
  readonly name: string;
  /** Takes a state in hand. @returns the bytes of its text in UTF-8 */
  take(state: State): number;
  /** Writes the text of the state in hand in UTF-8. @returns the offset of its end */
  write(bytes: Uint8Array, begin: number): number;
  /** Returns the text of the state in hand. */
  text(): string;
}

export interface NumberColumn<State> {
  readonly name: string;
  /** No value is larger. */
  readonly most: number;
  /** True if it identifies states, so that nearly every row has another value. */
  readonly distinct: boolean;
  of(state: State): number;
}

/** The last column. */
export const DISTANCE = 'distance';

export function columnNames<State>({ text, numbers }: Columns<State>): string[] {
  return [text.name, ...numbers.map(({ name }) => name), DISTANCE];
}
