/** What anytime searches yield, and the check of it: moves are replayed by plain code, and lengths compared with known ones. */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type AnytimeOptions, type AnytimeSolution, type SearchQuestion, searchAnytime } from '#src/index.js';
import { LimitError } from '#src/search/question/progress.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import type { Space, SpaceSource } from '#src/space/space.js';
import type { SeededRandom } from '#src/spaces/board/random.js';

export type Searched = string | SpaceSource | SpaceDefinition | Space;

/** Returns all that a search yields. @param enough ends it early */
export async function yieldsOf(
  space: Searched,
  question: SearchQuestion,
  options: AnytimeOptions = {},
  enough: (solution: AnytimeSolution) => boolean = () => false,
): Promise<AnytimeSolution[]> {
  const yields: AnytimeSolution[] = [];
  for await (const solution of searchAnytime(space, question, options)) {
    yields.push(solution);
    if (enough(solution)) break;
  }
  return yields;
}

/**
 * Checks what a search has yielded.
 * @param optimal moves of a shortest solution, or the least and the most that it can have
 * @param replay returns true if moves are a solution
 */
export function check(
  yields: readonly AnytimeSolution[],
  optimal: number | readonly [least: number, most: number],
  replay: (moves: readonly string[]) => boolean,
): void {
  const [least, most] = typeof optimal === 'number' ? [optimal, optimal] : optimal;
  for (const [index, { moves, states, length, bound, isProved, seconds, exact }] of yields.entries()) {
    const moreMoves = length ?? Number.POSITIVE_INFINITY;
    expect(bound).toBeLessThanOrEqual(Math.min(most, moreMoves));
    expect(moves === null).toBe(length === null);
    if (moves !== null) {
      expect(moves).toHaveLength(length as number);
      expect(states).toHaveLength(moves.length + 1);
      expect(length).toBeGreaterThanOrEqual(least);
      expect(replay(moves)).toBe(true);
    }
    expect(isProved).toBe(length !== null && (bound === length || (exact !== null && !(exact instanceof LimitError))));
    if (isProved) expect(index).toBe(yields.length - 1);
    if (isProved) expect(length).toBeLessThanOrEqual(most);
    const before = yields[index - 1];
    if (before === undefined) continue;
    const fewestMoves = before.length ?? Number.POSITIVE_INFINITY;
    expect(moreMoves < fewestMoves || bound > before.bound || exact !== before.exact).toBe(true);
    expect(moreMoves).toBeLessThanOrEqual(fewestMoves);
    expect(bound).toBeGreaterThanOrEqual(before.bound);
    expect(seconds).toBeGreaterThanOrEqual(before.seconds);
  }
}

/** Returns a random order of the same elements. */
export function shuffled(elements: readonly number[], random: SeededRandom): number[] {
  const left = [...elements];
  return elements.map(() => left.splice(random.below(left.length), 1)[0]);
}

/** Flips the pancakes on top, as many as each move says; a burnt pancake is negated by each flip. */
export function flipped(stack: readonly number[], moves: readonly string[], isBurnt = false): number[] {
  return moves.reduce<number[]>(
    (now, move) => {
      const top = now.slice(0, Number(move)).reverse();
      return [...(isBurnt ? top.map((pancake) => -pancake) : top), ...now.slice(Number(move))];
    },
    [...stack],
  );
}

/** Instances of the 15-puzzle or the 24-puzzle, for the goal 0 1 2 ..., with their optimal lengths. Those of unknown length are left out. */
export function korfInstances(
  puzzle: 15 | 24,
): { readonly length: number; readonly nodes: number; readonly tiles: number[] }[] {
  const text = readFileSync(new URL(`../../reference/korf-${puzzle}-puzzle.txt`, import.meta.url), 'utf8');
  return (text.match(/^\d+ \d+ .*$/gm) as string[]).map((line) => {
    const [, length, nodes, ...tiles] = line.split(' ').map(Number);
    return { length, nodes, tiles };
  });
}
