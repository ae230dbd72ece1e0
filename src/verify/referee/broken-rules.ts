/** The results of checking distances by local rules, in the form that worker threads send. */

/** Rules that distances obey and no other numbers do; docs/explanations/verify.md proves it. */
export type Rule = 'start' | 'neighbours' | 'nearer';

export interface BrokenRule {
  readonly rule: Rule;
  /** Number of the state; on a board, cell * arrangements + arrangement. */
  readonly state: number;
  readonly value: number;
  /** Rule `neighbours`: the other state, and the index of the move that leads to it, or null if moves are not distinguished. */
  readonly neighbour?: { readonly move: number | null; readonly state: number; readonly value: number };
}

/** The findings of one worker. */
export interface RulesResult {
  /** Number of states of each value that the worker read. */
  readonly counts: ReadonlyMap<number, number>;
  /** The first broken rules. */
  readonly broken: readonly BrokenRule[];
  readonly brokenCount: number;
}
