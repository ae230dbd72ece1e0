/**
 * The pieces of a puzzle on their places, read from the text of a state. `2 1 3+1 / 1 1` has two sets, and the third piece of the first set
 * is turned by one.
 *
 * As a permutation, a state takes each piece from the place of its own number to its present place. The state `3 1 2` has piece 1 on place 2,
 * 2 on 3 and 3 on 1, which is the cycle (1 2 3).
 */

import type { SetAnswer } from '../../../serve/answers.js';
import { cyclesOf } from '../../../spaces/permutation/images.js';

/** Returns the words of each set; null if their number differs from the number of pieces. */
export function wordsOfSets(state: string, sets: readonly SetAnswer[]): string[][] | null {
  const words = state.split(/[\s,/]+/).filter((word) => word !== '');
  if (words.length !== sets.reduce((sum, { pieces }) => sum + pieces, 0)) return null;
  return sets.map(({ pieces }) => words.splice(0, pieces));
}

/**
 * Returns the cycles of pieces that are not in place. Each piece is given by its new place and its turn, such as `2+1`.
 * @param words the piece on each place
 * @returns null unless the words contain each piece once
 */
export function cyclesOfWords(words: readonly string[]): readonly (readonly string[])[] | null {
  const places: number[] = [];
  const turns: string[] = [];
  for (const [place, word] of words.entries()) {
    const [, piece, turn = ''] = /^(\d+)(\+\d+)?$/.exec(word) ?? [];
    const index = Number(piece) - 1;
    if (!(index >= 0 && index < words.length) || places[index] !== undefined) return null;
    places[index] = place;
    turns[place] = turn;
  }
  const moved = cyclesOf(places, places.keys()).filter((cycle) => cycle.length > 1 || turns[cycle[0]] !== '');
  return moved.map((cycle) => cycle.map((place) => `${place + 1}${turns[place]}`));
}
