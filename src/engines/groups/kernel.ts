/** The WebAssembly kernel of workers/kernel/groups.ts, and the choice of its function that gathers the words of a puzzle. */

import {
  type BitPermutations,
  type CompiledMoves,
  PERMUTATION_BITS,
} from '../../spaces/permutation/moves/compiled-moves.js';

/** The exports of the kernel, which documents them. */
export interface GroupKernel {
  clear(target: number, words: number): void;
  orWords(target: number, source: number, words: number): void;
  gatherThree: Gather;
  gatherRuns: Gather;
  gatherNibbles: Gather;
  gatherScattered: Gather;
  settle(
    reached: number,
    low: number,
    high: number,
    words: number,
    code: number,
    used: number,
    active: number,
    found: number,
  ): void;
  /** Exported for scattered states only. */
  markSent(low: number, high: number, sent: number, words: number, code: number): void;
  nextWord(plane: number, word: number, words: number): number;
  survey(low: number, high: number, words: number, code: number, used: number, active: number, found: number): void;
  writeCodes(
    low: number,
    high: number,
    words: number,
    bitTypes: number,
    places: number,
    states: number,
    target: number,
    shift: number,
  ): void;
  writeDepths(
    low: number,
    high: number,
    depths: number,
    stride: number,
    planes: number,
    words: number,
    bitTypes: number,
    bits: number,
    states: number,
    last: number,
    target: number,
    width: number,
  ): void;
}

type Gather = (
  target: number,
  low: number,
  high: number,
  words: number,
  row: number,
  permutations: number,
  code: number,
  active: number,
  room: number,
) => void;

/** Indices of the counts that `settle` and `survey` write, as 32-bit numbers. */
export const FOUND_STATES = 0;
export const FOUND_WORDS = 1;
export const FOUND_FULL = 2;
export const FOUND_COUNTS = 3;

/**
 * Method of gathering: permutations of a kind. `runs` has permutations of the kind `three`, which most words share with adjacent words.
 */
export type Gathering = BitPermutations['kind'] | 'runs';

/** Number of words that the kernel moves together. */
const TOGETHER = 4;
/**
 * Minimum share of words with shared permutations. Pancakes, burnt pancakes, topspin and M24 share three quarters; others share less
 * than a third, or nearly all.
 */
const SHARED_BY_MOST = 1 / 2;

/** Returns the fastest method of gathering the words of a puzzle. */
export function gatheringOf(moves: CompiledMoves): Gathering {
  const { kind } = moves.permutations;
  return kind === 'three' && sharedPart(moves) >= SHARED_BY_MOST ? 'runs' : kind;
}

/** Returns the share of moved words that form groups of four with the same permutation. */
function sharedPart({ rows, rowLength, sourceRows, words }: CompiledMoves): number {
  const uses = new Uint32Array(rows.length / rowLength);
  for (let at = 0; at < sourceRows.length; at++) uses[sourceRows[at]]++;
  let shared = 0;
  for (const [row, count] of uses.entries()) {
    for (let at = row * rowLength, end = at + words - TOGETHER; at <= end; at += TOGETHER) {
      if (haveOnePermutation(rows, at)) shared += TOGETHER * count;
    }
  }
  return shared / (words * sourceRows.length);
}

function haveOnePermutation(rows: Uint32Array, at: number): boolean {
  const different = (rows[at + 1] ^ rows[at]) | (rows[at + 2] ^ rows[at]) | (rows[at + 3] ^ rows[at]);
  return different % 2 ** PERMUTATION_BITS === 0;
}

const GATHER = {
  runs: 'gatherRuns',
  three: 'gatherThree',
  nibbles: 'gatherNibbles',
  scattered: 'gatherScattered',
} as const satisfies Record<Gathering, keyof GroupKernel>;

/** Returns the kernel's function for a method. */
export function gatherBy(kernel: GroupKernel, gathering: Gathering): Gather {
  return kernel[GATHER[gathering]];
}
