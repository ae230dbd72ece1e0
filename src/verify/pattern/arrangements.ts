/** The orders of a pattern's labels along the path. The number of each is its index in lexicographic order. */

export class PlainArrangements {
  /** Number of arrangements of the k labels, k! */
  readonly count: number;
  /** Label at index i of arrangement a, at a * k + i. */
  readonly labels: Uint8Array;
  readonly #tiles: number;
  /** Arrangement for each key of labels. */
  readonly #numbers = new Map<number, number>();
  /** Results of `carried` at from * k + to, computed on first use. */
  readonly #carried: Uint16Array[] = [];

  /** @param tiles number of tiles, 1 to 8 */
  constructor(tiles: number) {
    const orders = permutationsOf(Array.from({ length: tiles }, (_, label) => label));
    this.count = orders.length;
    this.labels = Uint8Array.from(orders.flat());
    this.#tiles = tiles;
    for (const [number, labels] of orders.entries()) this.#numbers.set(keyOf(labels), number);
  }

  /** Returns the number of an arrangement. @throws Error if the labels are not an arrangement */
  numberOf(labels: readonly number[]): number {
    const number = this.#numbers.get(keyOf(labels));
    if (number === undefined) throw new Error(`the labels ${labels.join(' ')} are not an arrangement`);
    return number;
  }

  /** Returns for each arrangement its number after the label at index `from` is moved to index `to`. */
  carried(from: number, to: number): Uint16Array {
    const index = from * this.#tiles + to;
    this.#carried[index] ??= this.#carry(from, to);
    return this.#carried[index];
  }

  #carry(from: number, to: number): Uint16Array {
    const carried = new Uint16Array(this.count);
    const others = Array.from({ length: this.#tiles }, (_, place) => place).filter((place) => place !== from);
    const source = others.toSpliced(to, 0, from);
    const labels = new Array<number>(this.#tiles);
    for (let arrangement = 0; arrangement < this.count; arrangement++) {
      const first = arrangement * this.#tiles;
      for (let place = 0; place < this.#tiles; place++) labels[place] = this.labels[first + source[place]];
      carried[arrangement] = this.numberOf(labels);
    }
    return carried;
  }
}

/** Returns the orders of ascending labels. */
function permutationsOf(labels: readonly number[]): number[][] {
  if (labels.length === 0) return [[]];
  return labels.flatMap((first) =>
    permutationsOf(labels.filter((label) => label !== first)).map((others) => [first, ...others]),
  );
}

/** Returns a unique number for an arrangement of up to 8 labels. */
function keyOf(labels: readonly number[]): number {
  return labels.reduce((key, label) => key * 8 + label, 1);
}
