/** Choices of projections, and the sizes of blocks and words that suit the kernel and the caches. */

import { MOST_SCATTERED_STATES } from '../colourings/block-bases.js';
import { MOST_BLOCKS } from '../colourings/number-states.js';
import type { Projections } from '../colourings/puzzle.js';

/** A choice of projections that has not been tried. */
export interface WantedProjections {
  readonly projections: Projections;
  /** Expected number of states of a word; 1 if the states of a block are numbered directly. */
  readonly wordStates: number;
}

/** A choice that gives the number of states. */
export interface CandidateProjections extends WantedProjections {
  /** True if it is proved that there are as many states as the projections give. */
  readonly isProved: boolean;
}

/** Minimum number of states of a word: shorter words waste more than scattered moves of single states do. */
export const SHORTEST_WORD = 24;

/** Maximum number of states of a block of words: they have to fit into a thread's cache, 16 bytes each. */
const MOST_STATES_OF_A_BLOCK = 400_000;

/** Maximum number of scattered states of a block: their rows have four bytes for each. */
const MOST_SCATTERED_STATES_OF_A_BLOCK = 60_000;

/** Number of states below which a search takes less time than compiling the rows of large blocks. */
const SMALL_PUZZLE = 1e7;

/**
 * Returns the wanted number of states of a block of words. It is small for small puzzles, whose rows then compile faster. Otherwise large
 * blocks are searched faster: pancake:11 takes 0.060 s in blocks of 362,880 states, and 0.078 s in blocks of 40,320.
 */
export function wantedBlock(states: number): number {
  return states < SMALL_PUZZLE ? states ** 0.65 : MOST_STATES_OF_A_BLOCK;
}

/** Returns the wanted number of states of a block if they are scattered. Smaller blocks of small puzzles are numbered and compiled faster. */
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

/** Returns the distance of a number of states from the wanted one: the absolute value of the logarithm of their ratio. */
export function misfit(states: number, wanted: number): number {
  return Math.abs(Math.log(states / wanted));
}

/**
 * Returns the highest possible score of words with this many states. If up to 16 parts of 1, 2, 3, 4 or 8 states make a word, three exchanges can
 * permute its bits. All others need tables.
 */
export function wordValue(states: number): number {
  const fits = [1, 2, 3, 4, 8].some((size) => states % size === 0 && states / size <= 16);
  return fits ? states : states * 0.7;
}
