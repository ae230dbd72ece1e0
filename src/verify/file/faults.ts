/** The faults of a file: the number of all, and the first ones. */

/** Faults that a report lists. */
export const MOST_FAULTS = 20;

export class Faults<Fault> {
  /** The first ones. */
  readonly told: Fault[] = [];
  #count = 0;

  /** The number of all faults. */
  get count(): number {
    return this.#count;
  }

  /** Counts a fault. @param tell describes it; called only if it is among the first */
  add(tell: () => Fault): void {
    this.#count++;
    if (this.told.length < MOST_FAULTS) this.told.push(tell());
  }
}
