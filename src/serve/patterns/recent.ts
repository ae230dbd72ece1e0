/** A map from texts that keeps the most recently used values. */

export class Recent<Value> {
  readonly #most: number;
  /** Entries from the least to the most recently used. */
  readonly #values = new Map<string, Value>();

  /** @param most maximum number of values kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    this.#values.delete(oldest);
  }
}
