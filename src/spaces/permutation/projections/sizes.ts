/** Sizes of blocks and words that suit the kernel and the caches. */

import { MOST_BLOCKS } from '../colourings/number-states.js';
import { MOST_SCATTERED_STATES } from '../colourings/scattered-base.js';

/** Words of fewer states waste more than the scattered moves of single states do. */
export const SHORTEST_WORD = 24;

/** Words of one block lie in a thread's cache, 16 bytes each. */
const MOST_STATES_OF_A_BLOCK = 400_000;

/** Rows of scattered states have four bytes for each. */
const MOST_SCATTERED_STATES_OF_A_BLOCK = 60_000;

/** Puzzles of fewer states are searched in less time than rows of large blocks take to compile. */
const SMALL_PUZZLE = 1e7;

/**
 * Returns how many states a block of words should have: few in small puzzles, whose rows are compiled faster then. Otherwise large blocks are
 * searched faster: pancake:11 takes 0.060 s in blocks of 362,880 states, and 0.078 s in blocks of 40,320.
 */
export function wantedBlock(states: number): number {
  return states < SMALL_PUZZLE ? states ** 0.65 : MOST_STATES_OF_A_BLOCK;
}

/** Returns how many states a block should have if they are scattered. Smaller blocks of small puzzles are numbered and compiled faster. */
export function wantedScatteredBlock(states: number): number {
  return Math.min(states ** 0.6, MOST_SCATTERED_STATES_OF_A_BLOCK);
}

/** Returns whether there are few enough blocks of this many states. */
export function canNumber(states: number, block: number): boolean {
  return states / block <= MOST_BLOCKS;
}

/** Returns whether blocks of this many states can be scattered: neither too large nor too many. */
export function canScatter(states: number, block: number): boolean {
  return block <= MOST_SCATTERED_STATES && canNumber(states, block);
}

/** Returns how far a number of states is from the wanted one: the logarithm of their ratio, without its sign. */
export function misfit(states: number, wanted: number): number {
  return Math.abs(Math.log(states / wanted));
}

/**
 * Returns the highest score of words with this many states. If up to 16 parts of 1, 2, 4 or 8 states make a word, three exchanges may
 * permute its bits. Parts of another size up to 7 take five, and all others tables.
 */
export function wordValue(states: number): number {
  const fits = (size: number) => states % size === 0 && states / size <= 16;
  if ([1, 2, 4, 8].some(fits)) return states;
  return states * ([3, 5, 6, 7].some(fits) ? 0.93 : 0.7);
}
