/** The values that were asked for or set last, by texts. */

export class Recent<Value> {
  readonly #most: number;
  /** From the one that was used longest ago to the last. */
  readonly #values = new Map<string, Value>();

  /** @param most values that are kept */
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
