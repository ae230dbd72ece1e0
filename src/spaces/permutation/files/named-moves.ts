/** Moves by their names, and by words for their powers, in sequences of moves: U, U2, U', U2'. */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { type Images, powerOf } from '../images.js';

/** Returns the move of a word, undefined if there is none. */
export type MoveOfWord = (word: string) => Images | undefined;

/** Maximum depth of moves that are defined by other moves. */
const DEEPEST = 50;

export class NamedMoves {
  readonly #moves: Map<string, Images>;
  readonly #made: ReadonlyMap<string, (moveOf: MoveOfWord) => Images>;
  /** Names of the moves whose definitions are being evaluated, each of which needs the next. */
  readonly #begun = new Set<string>();

  /**
   * @param moves permutations of the same points
   * @param made moves that are defined by others
   */
  constructor(moves: Iterable<readonly [string, Images]>, made: ReadonlyMap<string, (moveOf: MoveOfWord) => Images>) {
    this.#moves = new Map(moves);
    this.#made = made;
  }

  /** Returns all moves: the given ones, then those that are defined by others. @throws InputError if one is defined in terms of itself */
  all(): ReadonlyMap<string, Images> {
    const made = [...this.#made.keys()].map((name) => [name, this.#ofName(name) as Images] as const);
    const given = [...this.#moves].filter(([name]) => !this.#made.has(name));
    return new Map([...given, ...made]);
  }

  #ofName(name: string): Images | undefined {
    const make = this.#made.get(name);
    if (make === undefined || this.#moves.has(name)) return this.#moves.get(name);
    if (this.#begun.has(name)) throw new InputError(`move '${excerpt(name)}' is defined in terms of itself`);
    if (this.#begun.size >= DEEPEST) {
      throw new InputError(`move '${excerpt(name)}' is nested more than ${DEEPEST} definitions deep`);
    }
    this.#begun.add(name);
    const move = make((word) => this.#ofWord(word));
    this.#begun.delete(name);
    this.#moves.set(name, move);
    return move;
  }

  /** Returns the move with this name; otherwise a power of the move with the longest name with which the word begins. */
  #ofWord(word: string): Images | undefined {
    const named = this.#ofName(word);
    if (named !== undefined) return named;
    const [, turn, prime] = /^(.*?)('?)$/s.exec(word) ?? [];
    for (let end = turn.length; end > 0; end--) {
      const digits = turn.slice(end);
      if (!/^\d{0,9}$/.test(digits)) return undefined;
      const move = this.#ofName(turn.slice(0, end));
      const times = digits === '' ? 1 : Number(digits);
      if (move !== undefined) return powerOf(move, prime === '' ? times : -times);
    }
    return undefined;
  }
}
