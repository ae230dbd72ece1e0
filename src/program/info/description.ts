/** A description that `antipode info` prints. */

export interface Description {
  /** Object that --json prints. */
  readonly result: object;
  /** Returns the text. @param width characters of a line; undefined if lines are not to be folded */
  text(width: number | undefined): string;
}
