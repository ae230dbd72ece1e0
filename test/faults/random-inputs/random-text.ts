/** Texts similar to those that a parser accepts: valid ones with a few random edits, and sometimes pure noise. */

import { SeededRandom } from '#src/spaces/board/random.js';

/** Texts that have broken parsers of all kinds. */
const NASTY = [
  ...'0 -1 1 9 255 256 65536 4294967296 9007199254740993 99999999 1e9 1e308 0x10 NaN Infinity -0 .5 1. ٣ １２ null true __proto__'.split(
    ' ',
  ),
  ...'x _ / .. # . : , ; ( ) [ ] { } " \' \\ %s $& - + ='.split(' '),
  ...[' ', '\t', '\n', '\r\n', '\v', '\u00a0', '\u2028', '\ufeff', '\0', '\u0007', '\u001b[2J'],
  ...['\u202e', '\ud800', '💥', 'é', '9'.repeat(40), '1'.repeat(400)],
];

/** Maximum number of repetitions of a run of characters. Texts of a command line have at most some megabytes. */
const MOST_REPEATS = 3000;

export class RandomText {
  readonly #random: SeededRandom;

  /** @param seed of all random texts */
  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  below(n: number): number {
    return this.#random.below(n);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)];
  }

  /** Returns a text similar to one of the given texts. @param tokens texts that have a meaning in it */
  near(valid: readonly string[], tokens: readonly string[] = []): string {
    if (this.below(20) === 0) return this.noise();
    let text = this.pick(valid);
    for (let edits = this.below(4); edits > 0; edits--) text = this.#edited(text, valid, tokens);
    return text;
  }

  noise(): string {
    return String.fromCharCode(...Array.from({ length: this.below(60) }, () => this.below(1 << (7 + this.below(10)))));
  }

  #edited(text: string, valid: readonly string[], tokens: readonly string[]): string {
    const at = this.below(text.length + 1);
    const end = Math.min(text.length, at + this.below(6));
    const [before, between, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
    const edits = [
      () => before + after,
      () => before + between + between + after,
      () => before + this.pick(NASTY) + text.slice(at),
      () => before + this.pick(NASTY) + after,
      () => before + this.pick(tokens.length > 0 ? tokens : NASTY) + after,
      () => before + this.pick(valid).slice(this.below(10)),
      () => before + (this.below(50) > 0 ? after + between : between.repeat(this.below(MOST_REPEATS)) + after),
    ];
    return this.pick(edits)();
  }
}
