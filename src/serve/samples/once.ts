/** A value that is computed once, on the first request. Requests made meanwhile wait for the same value. */

export class Once<Found> {
  readonly #find: () => Promise<Found>;
  #found: Promise<Found> | undefined;
  #value: Found | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(find: () => Promise<Found>) {
    this.#find = find;
  }

  /** Returns the value. @throws the error of the computation; the next call tries again */
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

  /** The value; undefined until it has been computed. */
  get value(): Found | undefined {
    return this.#value;
  }

  /** Returns the value if it is available, otherwise begins to compute it. @throws the error of the computation begun by the last call */
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
