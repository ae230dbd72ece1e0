/** A mark on an axis. */
export interface Tick {
  /** Where it is, in user units. */
  readonly at: number;
  readonly label: string;
}
