/** A value that is found once, when it is first asked for. Those who ask meanwhile wait for the same. */

export class Once<Found> {
  readonly #find: () => Promise<Found>;
  #found: Promise<Found> | undefined;

  constructor(find: () => Promise<Found>) {
    this.#find = find;
  }

  /** Returns the value. @throws what finding it throws; the next call tries again */
  get(): Promise<Found> {
    this.#found ??= this.#find().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }
}
