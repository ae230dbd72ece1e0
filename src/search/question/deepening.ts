/** The counts of IDA* over all iterations. */

import type { LayerCounts } from './counts.js';

export class Deepening {
  expanded = 0;
  generated = 0;
  /** The bound of the iteration. */
  bound = 0;
  /** The bounds of all iterations, and the nodes expanded before each of them. */
  readonly #iterations: { readonly bound: number; readonly begin: number }[] = [];

  /** Begins an iteration. */
  begin(bound: number): void {
    this.bound = bound;
    this.#iterations.push({ bound, begin: this.expanded });
  }

  /** Adds nodes of the iteration. */
  add({ expanded, generated }: { readonly expanded: number; readonly generated: number }): void {
    this.expanded += expanded;
    this.generated += generated;
  }

  /** Returns the number of nodes that each iteration has expanded, by its bound. */
  get layers(): LayerCounts {
    const expanded = new Array<number>(this.bound + 1).fill(0);
    for (const [index, { bound, begin }] of this.#iterations.entries()) {
      expanded[bound] = (this.#iterations[index + 1]?.begin ?? this.expanded) - begin;
    }
    return { expanded, frontier: [] };
  }
}
