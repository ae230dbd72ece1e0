/** Does one thing after another, in the order in which they come. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws what it throws, which the others do not notice */
  take<Result>(doing: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(doing, doing);
    this.#last = result;
    return result;
  }
}
