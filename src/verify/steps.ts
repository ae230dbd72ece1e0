/**
 * The share of a thread in the check of numbered states, whose plain neighbours each kind of space supplies: the steps of a replay, and
 * the local rules of distances.
 */

import { sharedArray } from '../base/memory.js';
import { NO_STATE } from '../space/definition.js';
import type { Board, Metric } from '../spaces/board/board.js';
import { BITS_PER_WORD, bitsetWords, type Codes, encodedDepth, writeCode } from './codes.js';
import { type BrokenRule, Faults, type RulesResult } from './faults.js';

/** Numbered states with the check's own moves. */
export interface PlainStates {
  /** One more than the largest number. */
  readonly size: number;
  /** Number of moves of a state that has all of them. */
  readonly moves: number;
  /** Numbers of the states with distance 0. */
  readonly starts: readonly number[];
  /** Writes the number that each move leads to, NO_STATE if it does not exist. @throws SpaceError */
  neighbours(state: number, next: Float64Array): void;
}

/** What workers open the states of a board from; plain data. */
export interface BoardOrigin {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  /** Numbers from the first state of a word to that of the next. */
  readonly stride: number;
}

/** A step of a check, the same task for every worker. */
export type CheckTask = ReplayTask | RulesTask;

/** Does this worker's share of a step. @returns for a replay, the number of states that it added */
export function checkStep(task: CheckTask, states: PlainStates): number | RulesResult {
  switch (task.step) {
    case 'expand':
      expand(task, states);
      return 0;
    case 'settle':
      return settle(task);
    case 'mark':
      return markNearer(states, task);
    case 'find':
      return findUnmarked(states, task);
  }
}

/** Words per block. Blocks without states of a layer are skipped. */
const WORDS_PER_BLOCK = 64;
const BYTES_PER_WORD = 4;

export interface Replay {
  readonly codes: Codes;
  /** States found in any layer. */
  readonly visited: Uint32Array;
  /**
   * [depth mod 2]: the states of two consecutive layers. They share a bitset if the cells of the blank tell the layers apart.
   */
  readonly layers: readonly [MarkedLayer, MarkedLayer];
  /** The bytes that the table must hold. */
  readonly bytes: Uint8Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** The states of a layer, and for each block 1 if it can hold some of them. */
interface MarkedLayer {
  readonly states: Uint32Array;
  readonly marks: Uint8Array;
}

/** Returns the number of bytes of a replay's memory; for boards without the marks, which take some thousandths of it. */
export function replayBytes(codes: Codes): number {
  const words = bitsetWords(codes.size);
  const marks = codes.parities === null ? 2 * Math.ceil(words / WORDS_PER_BLOCK) : 0;
  return (areAlternate(codes) ? 2 : 3) * words * BYTES_PER_WORD + marks + codes.bytes;
}

/** Returns true if consecutive layers have no cell of the blank in common. */
function areAlternate({ parities }: Codes): boolean {
  return parities !== null && parities[0] !== null;
}

/**
 * Allocates a replay in which no state is visited, with the starts in the first layer.
 * @throws MemoryError if the operating system refuses the memory
 */
export function newReplay(codes: Codes, starts: readonly number[]): Replay {
  const blocks = Math.ceil(bitsetWords(codes.size) / WORDS_PER_BLOCK);
  const newLayer = (states: Uint32Array) => ({ states, marks: sharedArray(Uint8Array, blocks) });
  const bytes = sharedArray(Uint8Array, codes.bytes);
  // The largest depth means that a state is not reached.
  if (codes.encoding.startsWith('depth')) bytes.fill(0xff);
  const even = newLayer(newBitset(codes.size));
  const odd = newLayer(areAlternate(codes) ? even.states : newBitset(codes.size));
  for (const start of starts) {
    const word = Math.floor(start / BITS_PER_WORD);
    even.states[word] |= 1 << (start & 31);
    even.marks[Math.floor(word / WORDS_PER_BLOCK)] = 1;
  }
  return { codes, visited: newBitset(codes.size), layers: [even, odd], bytes, claims: newClaims() };
}

/**
 * One of the two steps of a layer. First, the neighbours of every state of the last layer are computed, one state at a time.
 * States that were not visited are marked in the next layer. Any worker can mark any word there, so marking is atomic.
 * When all workers are done, that layer is added to the visited states, and the values of its states are written, each
 * block by one worker.
 */
export interface ReplayTask {
  /** What workers open the states from: the source of a space, or a BoardOrigin; plain data. */
  readonly origin: object;
  readonly replay: Replay;
  readonly step: 'expand' | 'settle';
  /** Depth of the layer to find. */
  readonly depth: number;
}

/** Marks the neighbours of the layer before `depth` and empties that layer. */
function expand({ replay, depth }: ReplayTask, plain: PlainStates): void {
  const { visited, layers } = replay;
  const to = new Float64Array(plain.moves);
  const last = layers[(depth + 1) % 2];
  const next = layers[depth % 2];
  for (const word of wordsOfLayer(replay, depth + 1)) {
    for (let bits = last.states[word]; bits !== 0; bits &= bits - 1) {
      plain.neighbours(word * BITS_PER_WORD + lowestBit(bits), to);
      for (let move = 0; move < to.length; move++) {
        const state = to[move];
        if (state === NO_STATE) continue;
        const there = Math.floor(state / BITS_PER_WORD);
        // & 31 takes the last five bits, even of numbers above 2^32.
        const mask = 1 << (state & 31);
        if (((visited[there] | next.states[there]) & mask) !== 0) continue;
        Atomics.or(next.states, there, mask);
        next.marks[Math.floor(there / WORDS_PER_BLOCK)] = 1;
      }
    }
    last.states[word] = 0;
    last.marks[Math.floor(word / WORDS_PER_BLOCK)] = 0;
  }
}

/** Adds the layer of a depth to the visited states. @returns the number of states that this worker added */
function settle({ replay, depth }: ReplayTask): number {
  const { codes, visited, layers, bytes } = replay;
  const { states } = layers[depth % 2];
  const code = encodedDepth(codes.encoding, depth);
  let count = 0;
  for (const word of wordsOfLayer(replay, depth)) {
    visited[word] |= states[word];
    for (let bits = states[word]; bits !== 0; bits &= bits - 1) {
      writeCode(codes, bytes, word * BITS_PER_WORD + lowestBit(bits), code);
      count++;
    }
  }
  return count;
}

/** Yields the words that hold states of a layer, in the blocks that this worker claims. */
function* wordsOfLayer({ codes, layers, claims }: Replay, depth: number): Generator<number> {
  const { states, marks } = layers[depth % 2];
  const words = bitsetWords(codes.size);
  const parities = areAlternate(codes) ? codes.parities : null;
  const wordsOfCell = words / (codes.parities?.length ?? 1);
  for (const { begin, end } of claimedBlocks(words, claims)) {
    for (let block = begin / WORDS_PER_BLOCK; block * WORDS_PER_BLOCK < end; block++) {
      if (marks[block] === 0) continue;
      const last = Math.min((block + 1) * WORDS_PER_BLOCK, end);
      for (let word = block * WORDS_PER_BLOCK; word < last; word++) {
        if (states[word] === 0) continue;
        if (parities === null || parities[Math.floor(word / wordsOfCell)] === depth % 2) yield word;
      }
    }
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/**
 * The local rules of distances; docs/explanations/verify.md proves that no other numbers obey them:
 *
 *     start       every start has 0
 *     neighbours  a move from a reached state leads to a reached state, whose distance is at most one more
 *     nearer      every other reached state has a move leading to it from a state whose distance is one less
 *
 * On boards, neighbours of a state that is not reached are not reached either, and neighbours differ by exactly one; by at most
 * one if a move may slide several tiles.
 *
 * Moves are only known forwards, so the last rule takes two steps. The first marks the states that satisfy the rule
 * through a move from another state. The second finds the states without a mark.
 */
export interface RulesTask {
  /** What workers open the states from: the source of a space, or a BoardOrigin; plain data. */
  readonly origin: object;
  readonly step: 'mark' | 'find';
  /** Parts of equal length: those of each cell of the blank on boards, else one. */
  readonly parts: readonly DistanceValues[];
  /** One bit per state: 1 if a move leads to it from a state that is one nearer. */
  readonly marks: Uint32Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
  /** On boards [blank's cell]: the parity of its distances, or null in the metric `multi`; null in other spaces. */
  readonly parities: readonly (number | null)[] | null;
}

/** Returns a function that returns the value of a state. */
function valuesOf(parts: readonly DistanceValues[]): (state: number) => number {
  const [first] = parts;
  const { length } = first;
  if (parts.length === 1) return (state) => first[state];
  return (state) => {
    const part = Math.floor(state / length);
    return parts[part][state - part * length];
  };
}

function markNearer(states: PlainStates, { parts, marks, claims, parities }: RulesTask): RulesResult {
  const distanceAt = valuesOf(parts);
  const unreached = unreachedValue(parts[0]);
  const ofPart = parts[0].length;
  const broken = new Faults<BrokenRule>();
  const next = new Float64Array(states.moves);
  const mark = (state: number) => {
    const word = Math.floor(state / BITS_PER_WORD);
    const mask = 1 << (state & 31);
    if ((marks[word] & mask) === 0) Atomics.or(marks, word, mask);
  };
  for (const state of claimedStates(states.size, claims)) {
    const parity = parities === null ? null : parities[Math.floor(state / ofPart)];
    // Every pair of neighbours is checked once: from the cells of one colour, or from the state with the lower number.
    if (parity === 1) continue;
    const value = distanceAt(state);
    if (parities === null && value === unreached) continue;
    states.neighbours(state, next);
    for (let move = 0; move < next.length; move++) {
      const there = next[move];
      if (there === NO_STATE) continue;
      const other = distanceAt(there);
      const isBroken =
        parities === null
          ? other === unreached || other > value + 1
          : (parity === 0 || state < there) && !mayBeNeighbours(parity, value, other, unreached);
      if (isBroken) {
        const neighbour = { move: parities === null ? move : null, state: there, value: other };
        broken.add(() => ({ rule: 'neighbours', state, value, neighbour }));
      }
      if (value === unreached) continue;
      if (other === value + 1) mark(there);
      // On boards every move can be undone, so the pair also shows what is nearer than this state.
      else if (parity === 0 && other === value - 1) mark(state);
    }
  }
  return { counts: new Map(), broken: broken.first, brokenCount: broken.count };
}

function mayBeNeighbours(parity: number | null, value: number, other: number, unreached: number): boolean {
  if (value === unreached || other === unreached) return value === other;
  return value - other === 1 || other - value === 1 || (parity === null && value === other);
}

/** Values that are counted in an array; larger ones are rare. */
const COUNTED_VALUES = 2 ** 16;

function findUnmarked(states: PlainStates, { parts, marks, claims }: RulesTask): RulesResult {
  const distanceAt = valuesOf(parts);
  const unreached = unreachedValue(parts[0]);
  const broken = new Faults<BrokenRule>();
  const starts = new Set(states.starts);
  const small = new Float64Array(COUNTED_VALUES);
  const counts = new Map<number, number>();
  for (const state of claimedStates(states.size, claims)) {
    const value = distanceAt(state);
    if (value < COUNTED_VALUES) small[value]++;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
    const isMarked = (marks[Math.floor(state / BITS_PER_WORD)] & (1 << (state & 31))) !== 0;
    if (starts.has(state)) {
      if (value !== 0) broken.add(() => ({ rule: 'start', state, value }));
    } else if (!isMarked && value !== unreached) {
      broken.add(() => ({ rule: 'nearer', state, value }));
    }
  }
  for (const [value, count] of small.entries()) if (count > 0) counts.set(value, count);
  return { counts, broken: broken.first, brokenCount: broken.count };
}

/** Yields the states of the blocks that this worker claims. */
function* claimedStates(size: number, claims: Int32Array): Generator<number> {
  for (const { begin, end } of claimedBlocks(bitsetWords(size), claims)) {
    const last = Math.min(end * BITS_PER_WORD, size);
    for (let state = begin * BITS_PER_WORD; state < last; state++) yield state;
  }
}

/* Blocks of words that the threads of a check claim. */

/** Words per block: enough to make claims rare, few enough that all threads end at about the same time. */
const BLOCK_WORDS = 1024;

/** Returns a count of claimed blocks, [0], that threads share. */
export function newClaims(): Int32Array {
  return sharedArray(Int32Array, Int32Array.BYTES_PER_ELEMENT);
}

/** Returns an empty bitset of states that threads share. */
export function newBitset(size: number): Uint32Array {
  return sharedArray(Uint32Array, BYTES_PER_WORD * bitsetWords(size));
}

/** Claims the blocks of one worker, in ascending order. @param words number of all words */
function* claimedBlocks(
  words: number,
  claims: Int32Array,
): Generator<{ readonly begin: number; readonly end: number }> {
  for (;;) {
    const begin = Atomics.add(claims, 0, 1) * BLOCK_WORDS;
    if (begin >= words) return;
    yield { begin, end: Math.min(begin + BLOCK_WORDS, words) };
  }
}

/** Returns the number of blocks of this many words. */
export function blocksToClaim(words: number): number {
  return Math.ceil(words / BLOCK_WORDS);
}

/* Distances of states; the largest value of the type means that a state is not reached. */

export type DistanceValues = Uint8Array | Uint16Array | Uint32Array;

/** Returns the value for states that are not reached. */
export function unreachedValue(values: DistanceValues): number {
  return 2 ** (8 * values.BYTES_PER_ELEMENT) - 1;
}
