/** The results of checking distances by local rules, as worker threads send them. */

/** Rules that distances obey, and no other numbers do; docs/explanations/verify.md proves it. */
export type Rule = 'start' | 'neighbours' | 'nearer';

export interface BrokenRule {
  readonly rule: Rule;
  /** Number of the state. On a board: cell * arrangements + arrangement. */
  readonly state: number;
  readonly value: number;
  /** Rule `neighbours`: the other state, and the index of the move that leads to it, or null if moves are not told apart. */
  readonly neighbour?: { readonly move: number | null; readonly state: number; readonly value: number };
}

/** The findings of one worker. */
export interface RulesResult {
  /** States of each value that the worker saw. */
  readonly counts: ReadonlyMap<number, number>;
  /** The first ones. */
  readonly broken: readonly BrokenRule[];
  readonly brokenCount: number;
}
