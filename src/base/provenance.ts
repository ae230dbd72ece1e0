/** The origin of a result. */

/** The origin of a result, as plain data. */
export interface Provenance {
  /** Version of the program. */
  readonly version: string;
  /** The command in shell syntax. */
  readonly command: string;
  /** Time of the result: ISO 8601, UTC. */
  readonly date: string;
  /** Version of Node, such as v22.21.0. */
  readonly node: string;
  /** Model and number of the machine's processors. */
  readonly processor: { readonly model: string; readonly count: number };
  /** Number of threads used; null for a table that was refused before any thread started. */
  readonly threads: number | null;
}
