/** Something that is found out once, when it is first asked for: those who ask meanwhile wait for the same. */

export class Once<Found> {
  readonly #find: () => Promise<Found>;
  #found: Promise<Found> | undefined;

  constructor(find: () => Promise<Found>) {
    this.#find = find;
  }

  /** @throws what finding it out throws; who asks afterwards lets it be tried again */
  get(): Promise<Found> {
    this.#found ??= this.#find().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }
}
