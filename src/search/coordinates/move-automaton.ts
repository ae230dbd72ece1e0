/**
 * Sequences of moves of a permutation puzzle that need not be tried, because another sequence leads to the same state.
 *
 * Moves that are powers of the same one have the same *axis*. Let sequences be ordered by their lengths, and those of one length by the axes
 * of their moves, first to last, then by the moves. The least of all shortest solutions holds
 *
 * - no move right behind one of a later axis with which it commutes, nor behind several such moves: it could go before them;
 * - no two moves of the same axis with only moves between them that commute with it: the second could follow the first at once;
 * - of consecutive moves of one axis, only those that are the least sequence with their product: with R, R2 and R' as moves, a single one.
 *
 * The automaton has a state for each set of axes whose last moves commute with everything behind them, and the product of the last moves of
 * one axis.
 */

import { identity, isIdentity, type Permutation, permutationText, product } from '../../permutations/permutation.js';

/** A state of the automaton: the state after each move, NOT_TRIED for moves that need not be tried. */
export type AutomatonState = Int32Array;

export const NOT_TRIED = -1;

/** Maximum number of states: with more, only the last axis is known. */
const MOST_STATES = 20_000;

/** Returns the states, the first one before any move. @param moves different ones, none the identity */
export function moveAutomaton(moves: readonly Permutation[]): readonly AutomatonState[] {
  return automaton(moves, true) ?? (automaton(moves, false) as readonly AutomatonState[]);
}

function automaton(moves: readonly Permutation[], remembersCommuting: boolean): readonly AutomatonState[] | undefined {
  const { axes, words, count } = axesOf(moves);
  const texts = moves.map((one) => moves.map((other) => permutationText(product(one, other))));
  const commute = (axis: number, otherAxis: number) =>
    axes.every(
      (own, one) =>
        own !== axis || axes.every((of, other) => of !== otherAxis || texts[one][other] === texts[other][one]),
    );
  const commutes = Array.from({ length: count }, (_, one) =>
    Array.from({ length: count }, (_, other) => commute(one, other)),
  );
  /** A state: axes that commute with all behind them, the last axis and the moves of it that were made last. */
  const states = [{ behind: [] as readonly number[], axis: -1, word: '' }];
  const numbers = new Map([['', 0]]);
  const transitions: Int32Array[] = [];
  for (let number = 0; number < states.length; number++) {
    const { behind, axis: last, word } = states[number];
    transitions.push(
      Int32Array.from(moves, (_, move) => {
        const axis = axes[move];
        const longer = axis === last ? `${word} ${move}` : String(move);
        if (!words.has(longer)) return NOT_TRIED;
        if (axis !== last && behind.some((other) => other === axis || (other > axis && commutes[other][axis]))) {
          return NOT_TRIED;
        }
        const kept = remembersCommuting ? behind.filter((other) => other !== axis && commutes[other][axis]) : [];
        const next = { behind: [...kept, axis].sort((one, other) => one - other), axis, word: longer };
        const key = `${next.behind.join()}/${longer}`;
        const known = numbers.get(key);
        if (known !== undefined) return known;
        numbers.set(key, states.length);
        states.push(next);
        return states.length - 1;
      }),
    );
    if (remembersCommuting && states.length > MOST_STATES) return undefined;
  }
  return transitions;
}

/** Returns the axis of each move, -1 of the identity, and the sequences of moves of one axis that are the least with their product, as indices. */
function axesOf(moves: readonly Permutation[]) {
  const texts = moves.map(permutationText);
  const powers = moves.map((move) => {
    const found = new Set<string>();
    for (let power = move; !isIdentity(power); power = product(power, move)) found.add(permutationText(power));
    return found;
  });
  const axes = new Array<number>(moves.length).fill(-1);
  const words = new Set<string>();
  let count = 0;
  // The moves with most powers first, so that none of the others has them as its powers.
  for (const leader of [...moves.keys()].sort((one, other) => powers[other].size - powers[one].size)) {
    const own = [...moves.keys()].filter((move) => axes[move] < 0 && powers[leader].has(texts[move]));
    if (own.length === 0) continue;
    for (const move of own) axes[move] = count;
    count++;
    addWords(moves, own, words);
  }
  return { axes, words, count };
}

/** Adds the least sequence of moves of one axis for each of their products but the identity. */
function addWords(moves: readonly Permutation[], own: readonly number[], words: Set<string>): void {
  const met = new Set<string>();
  let sequences: { readonly word: string; readonly reached: Permutation }[] = [
    { word: '', reached: identity(moves[0].length) },
  ];
  while (sequences.length > 0) {
    // By their lengths, and those of one length in order.
    sequences = sequences.flatMap(({ word, reached }) =>
      own.flatMap((move) => {
        const after = product(reached, moves[move]);
        const key = permutationText(after);
        if (isIdentity(after) || met.has(key)) return [];
        met.add(key);
        const longer = word === '' ? String(move) : `${word} ${move}`;
        words.add(longer);
        return [{ word: longer, reached: after }];
      }),
    );
  }
}
