/** What `antipode info` says of anything. */

export interface Description {
  /** The object that --json prints. */
  readonly result: object;
  /** Returns the text for people. @param width of a terminal's lines; undefined if they are not to be folded */
  text(width: number | undefined): string;
}
