/** What is wrong: all faults are counted, the first are told. */

/** As many faults are told. */
export const MOST_FAULTS = 20;

export class Faults<Fault> {
  /** The first ones. */
  readonly told: Fault[] = [];
  #count = 0;

  /** All of them. */
  get count(): number {
    return this.#count;
  }

  /** @param tell is called where the fault is among the first */
  add(tell: () => Fault): void {
    this.#count++;
    if (this.told.length < MOST_FAULTS) this.told.push(tell());
  }
}
