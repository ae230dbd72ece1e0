/** The faults of a file: their number and the first of them. */

/** Maximum number of faults in a report. */
export const MOST_FAULTS = 20;

export class Faults<Fault> {
  /** The first faults. */
  readonly told: Fault[] = [];
  #count = 0;

  /** Number of all faults. */
  get count(): number {
    return this.#count;
  }

  /** Counts a fault. @param tell describes it; called only if it is among the first */
  add(tell: () => Fault): void {
    this.#count++;
    if (this.told.length < MOST_FAULTS) this.told.push(tell());
  }
}
