/** How a result came about. */

/** Plain data, which results hold. */
export interface Provenance {
  /** Version of the program. */
  readonly version: string;
  /** The command as it would be typed in a shell. */
  readonly command: string;
  /** When the result was made: ISO 8601, UTC. */
  readonly date: string;
  /** Version of Node, such as v22.21.0. */
  readonly node: string;
  /** Model of the machine's processors, and how many it has. */
  readonly processor: { readonly model: string; readonly count: number };
  /** Threads that made it; null of a table that was refused before any began. */
  readonly threads: number | null;
}
