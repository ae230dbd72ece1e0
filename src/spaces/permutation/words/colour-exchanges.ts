/**
 * Exchanges of colours, which make all states of a bit type from any one of them if no two points have the same colour. They are a group, the
 * same one for all bit types, and only the identity keeps a state.
 *
 * A few of them generate the group. So a chain of these leads from place 0 to each other place. If a map commutes with them, it takes the
 * chain to the same chain, beginning with the image of place 0.
 */

export class ColourExchanges {
  /** Steps of the chains. Each begins with the place of an earlier step, and step 0 is place 0. */
  readonly #earlier: Uint8Array;
  /** [step]: its generator, times the number of states of a bit type. */
  readonly #generators: Uint16Array;
  /** [bit type][generator * states + place]: the place to which the generator leads. */
  readonly #after: Uint8Array[] = [];
  /** [bit type][step]: the place to which it leads. */
  readonly #places: Uint8Array[] = [];

  /**
   * @param statesOf [bit type]: its states, each of `points` bytes
   * @param placeOf returns the place, in a bit type, of a state after an exchange of colours
   */
  constructor(
    statesOf: readonly Uint8Array[],
    points: number,
    placeOf: (bitType: number, place: number, exchange: Uint8Array) => number,
  ) {
    const [first] = statesOf;
    const states = first.length / points;
    const tableOf = (bitType: number, exchange: Uint8Array): Uint8Array => {
      const table = new Uint8Array(states);
      for (let place = 0; place < states; place++) table[place] = placeOf(bitType, place, exchange);
      return table;
    };
    this.#earlier = new Uint8Array(states);
    this.#generators = new Uint16Array(states);
    const exchanges: Uint8Array[] = [];
    const tables: Uint8Array[] = [];
    const places = new Uint8Array(states);
    const isReached = new Uint8Array(states);
    isReached[0] = 1;
    let reached = 1;
    for (let place = states - 1; reached < states; place--) {
      if (isReached[place]) continue;
      const exchange = new Uint8Array(points);
      for (let point = 0; point < points; point++) exchange[first[point]] = first[place * points + point];
      exchanges.push(exchange);
      tables.push(tableOf(0, exchange));
      for (let step = 0; step < reached; step++) {
        for (let generator = 0; generator < tables.length; generator++) {
          const to = tables[generator][places[step]];
          if (isReached[to]) continue;
          isReached[to] = 1;
          this.#earlier[reached] = step;
          this.#generators[reached] = generator * states;
          places[reached++] = to;
        }
      }
    }
    for (let bitType = 0; bitType < statesOf.length; bitType++) {
      const after = new Uint8Array(exchanges.length * states);
      for (const [generator, exchange] of exchanges.entries()) {
        after.set(bitType === 0 ? tables[generator] : tableOf(bitType, exchange), generator * states);
      }
      this.#after.push(after);
      this.#places.push(this.#chains(after, 0));
    }
  }

  /** Writes the images of all places by a map from one bit type to another. @param first the image of place 0 */
  writeImages(from: number, to: number, first: number, images: Uint8Array): void {
    const places = this.#places[from];
    const ends = this.#chains(this.#after[to], first);
    for (let step = 0; step < ends.length; step++) images[places[step]] = ends[step];
  }

  /** Returns [step]: the place to which it leads if the chains begin at a given place. */
  #chains(after: Uint8Array, first: number): Uint8Array {
    const earlier = this.#earlier;
    const generators = this.#generators;
    const places = new Uint8Array(earlier.length);
    places[0] = first;
    for (let step = 1; step < places.length; step++) places[step] = after[generators[step] + places[earlier[step]]];
    return places;
  }
}
