/** A value that is found once, when it is first asked for. Those who ask meanwhile wait for the same. */

export class Once<Found> {
  readonly #find: () => Promise<Found>;
  #found: Promise<Found> | undefined;
  #value: Found | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(find: () => Promise<Found>) {
    this.#find = find;
  }

  /** Returns the value. @throws what finding it throws; the next call tries again */
  get(): Promise<Found> {
    this.#found ??= this.#find().then(
      (value) => {
        this.#value = value;
        return value;
      },
      (error: unknown) => {
        this.#found = undefined;
        throw error;
      },
    );
    return this.#found;
  }

  /** The value if it has been found. */
  get value(): Found | undefined {
    return this.#value;
  }

  /** Returns the value if it has been found, else begins to find it. @throws what finding it threw after the last such call */
  now(): Found | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
    if (this.#value === undefined) {
      this.get().catch((error: unknown) => {
        this.#failure = { error };
      });
    }
    return this.#value;
  }
}
