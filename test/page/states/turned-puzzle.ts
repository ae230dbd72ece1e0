import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';

/** Returns the texts that moves of a built-in puzzle lead to, by its permutations alone. */
export class TurnedPuzzle {
  readonly moves: readonly string[];
  readonly #images: readonly (readonly number[])[];
  readonly #format: (colouring: Uint8Array) => string;
  #colouring: Uint8Array;
  #before: Uint8Array;

  constructor(name: string) {
    const definition = makeKnownPuzzle(name);
    if (!('generators' in definition) || definition.text === undefined) throw new Error('not a solid');
    this.moves = definition.generators.map((generator) => generator.name);
    this.#images = definition.generators.map(({ images }) => images);
    this.#format = definition.text.format;
    this.#colouring = Uint8Array.from(this.#images[0].keys());
    this.#before = this.#colouring;
  }

  get state(): string {
    return this.#format(this.#colouring);
  }

  make(move: string): void {
    const before = this.#colouring;
    this.#colouring = new Uint8Array(before.length);
    for (const [point, image] of this.#images[this.moves.indexOf(move)].entries())
      this.#colouring[image] = before[point];
    this.#before = before;
  }

  /** Undoes the last move. */
  undo(): void {
    this.#colouring = this.#before;
  }
}
