/**
 * The share of a worker in the check of a space whose states are numbers: the steps of a replay, and the local rules of
 * distances.
 */

import { newNeighbours, writeNeighbours } from '../space/answers.js';
import { NO_STATE } from '../space/definition.js';
import type { NumberedSpace, SpaceSource } from '../space/space.js';
import { BITS, type Encoding } from '../table/files/contents.js';
import { type BrokenRule, Faults, type RulesResult } from './faults.js';
import { bitOfState, type PatternBits } from './pattern-states.js';
import { claimedBlocks, type DistanceValues, newSharedBytes, unreachedValue } from './shared-work.js';

/** States per word of a bitset. */
export const BITS_PER_WORD = 32;
/** Words per block. Blocks without states of a layer are skipped. */
export const WORDS_PER_BLOCK = 64;
const BYTES_PER_WORD = 4;

/** Layout of the codes that a table of states must hold; plain data. */
export interface StateCodes {
  /** Number of states of the space. */
  readonly size: number;
  readonly encoding: Encoding;
  /** Layout of a pattern's bits; null in other encodings. */
  readonly bits: PatternBits | null;
  /** Bytes of the table's words. */
  readonly bytes: number;
}

export interface StatesReplay {
  readonly source: SpaceSource;
  readonly codes: StateCodes;
  /** States found in any layer. */
  readonly visited: Uint32Array;
  /** [depth mod 2]: the states of two consecutive layers. */
  readonly layers: readonly [MarkedLayer, MarkedLayer];
  /** The bytes that the table must hold. */
  readonly values: Uint8Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** The states of a layer, and for each block 1 if it can hold some of them. */
interface MarkedLayer {
  readonly states: Uint32Array;
  readonly marks: Uint8Array;
}

/** Returns the number of words in a bitset of states. */
export function bitsetWords(size: number): number {
  return Math.ceil(size / BITS_PER_WORD);
}

/** Returns the number of bytes of a replay's memory. */
export function statesReplayBytes({ size, bytes }: StateCodes): number {
  const words = bitsetWords(size);
  return 3 * words * BYTES_PER_WORD + 2 * Math.ceil(words / WORDS_PER_BLOCK) + bytes;
}

/** Allocates a replay in which no state is visited. @throws Error if the machine refuses the memory */
export function newStatesReplay(source: SpaceSource, codes: StateCodes): StatesReplay {
  const words = bitsetWords(codes.size);
  const bitset = () => new Uint32Array(newSharedBytes(words * BYTES_PER_WORD));
  const layer = () => ({
    states: bitset(),
    marks: new Uint8Array(newSharedBytes(Math.ceil(words / WORDS_PER_BLOCK))),
  });
  const values = new Uint8Array(newSharedBytes(codes.bytes));
  // The largest value means that a state is not reached.
  if (codes.encoding !== 'mod3' && codes.bits === null) values.fill(0xff);
  return {
    source,
    codes,
    visited: bitset(),
    layers: [layer(), layer()],
    values,
    claims: new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT)),
  };
}

/**
 * The two steps of a layer. First, the neighbours of every state of the last layer are computed, one state at a time.
 * States that were not visited are marked in the next layer. Any worker can mark any word there, so marking is atomic.
 * When all workers are done, that layer is added to the visited states, and the values of its states are written, each
 * block by one worker.
 */

/** One step of a layer, the same task for every worker. */
export interface StatesReplayTask {
  readonly replay: StatesReplay;
  readonly step: 'expand' | 'settle';
  /** Depth of the layer to find. */
  readonly depth: number;
}

/** Does this worker's share of a step. @returns the number of states that it added; 0 for the step `expand` */
export function replayStatesStep({ replay, step, depth }: StatesReplayTask, space: NumberedSpace): number {
  if (step === 'settle') return settleStates(replay, depth);
  expandStates(replay, space, depth);
  return 0;
}

/** Marks the neighbours of the layer before `depth` and empties that layer. */
function expandStates(replay: StatesReplay, space: NumberedSpace, depth: number): void {
  const { visited, layers } = replay;
  const to = newNeighbours(space);
  const last = layers[(depth + 1) % 2];
  const next = layers[depth % 2];
  for (const word of wordsOfLayer(replay, depth + 1)) {
    for (let bits = last.states[word]; bits !== 0; bits &= bits - 1) {
      writeNeighbours(space, word * BITS_PER_WORD + lowestBit(bits), to);
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
function settleStates(replay: StatesReplay, depth: number): number {
  const { states } = replay.layers[depth % 2];
  let count = 0;
  for (const word of wordsOfLayer(replay, depth)) {
    replay.visited[word] |= states[word];
    for (let bits = states[word]; bits !== 0; bits &= bits - 1) {
      writeValue(replay, word * BITS_PER_WORD + lowestBit(bits), depth);
      count++;
    }
  }
  return count;
}

/**
 * Writes the value of a state. States that share a byte are in the same word, so they belong to the same worker. This
 * does not hold for patterns, so their bits are written atomically.
 */
function writeValue({ codes, values }: StatesReplay, state: number, depth: number): void {
  const { encoding, bits } = codes;
  if (bits !== null) {
    writeBits(values, bits, state, depth);
    return;
  }
  if (encoding === 'mod3') {
    values[Math.floor(state / 4)] |= (1 + (depth % 3)) << (2 * (state & 3));
    return;
  }
  const bytes = BITS[encoding] / 8;
  let rest = depth;
  for (let byte = 0; byte < bytes; byte++) {
    values[state * bytes + byte] = rest & 0xff;
    rest >>>= 8;
  }
}

function writeBits(values: Uint8Array, bits: PatternBits, state: number, depth: number): void {
  const bit = bitOfState(bits, state);
  const byte = Math.floor(bit / 8);
  const mask = 1 << (bit % 8);
  if ((depth & 2) !== 0) Atomics.or(values, byte, mask);
  if (bits.showsReached) Atomics.or(values, bits.bitsetBytes + byte, mask);
}

/** Yields the words that hold states of a layer, in the blocks that this worker claims. */
function* wordsOfLayer({ codes, layers, claims }: StatesReplay, depth: number): Generator<number> {
  const { states, marks } = layers[depth % 2];
  for (const { begin, end } of claimedBlocks([0], bitsetWords(codes.size), claims)) {
    for (let block = begin / WORDS_PER_BLOCK; block * WORDS_PER_BLOCK < end; block++) {
      if (marks[block] === 0) continue;
      const last = Math.min((block + 1) * WORDS_PER_BLOCK, end);
      for (let word = block * WORDS_PER_BLOCK; word < last; word++) if (states[word] !== 0) yield word;
    }
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/**
 * The local rules of the distances of any space; docs/explanations/verify.md proves that no other numbers obey them:
 *
 *     start       every start has 0
 *     neighbours  a move from a reached state leads to a reached state, whose distance is at most one more
 *     nearer      every other reached state has a move leading to it from a state whose distance is one less
 *
 * Moves are only known forwards, so the last rule takes two steps. The first marks the states that satisfy the rule
 * through a move from another state. The second finds the states without a mark.
 */

/** The task of a step, the same for every worker. */
export interface StatesDistancesTask {
  readonly source: SpaceSource;
  readonly step: 'mark' | 'find';
  readonly distances: DistanceValues;
  /** One bit per state: 1 if a move leads to it from a state that is one nearer. */
  readonly marks: Uint32Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** Does this worker's share of a step. The step `find` also counts states. */
export function checkStatesRules(space: NumberedSpace, task: StatesDistancesTask): RulesResult {
  return task.step === 'mark' ? markNearer(space, task) : findUnmarked(space, task);
}

function markNearer(space: NumberedSpace, { distances, marks, claims }: StatesDistancesTask): RulesResult {
  const unreached = unreachedValue(distances);
  const broken = new Faults<BrokenRule>();
  const next = newNeighbours(space);
  for (const state of claimedStates(space.size, claims)) {
    const value = distances[state];
    if (value === unreached) continue;
    writeNeighbours(space, state, next);
    for (let move = 0; move < next.length; move++) {
      const there = next[move];
      if (there === NO_STATE) continue;
      const other = distances[there];
      if (other === unreached || other > value + 1) {
        broken.add(() => ({ rule: 'neighbours', state, value, neighbour: { move, state: there, value: other } }));
      } else if (other === value + 1) {
        const word = Math.floor(there / BITS_PER_WORD);
        const mask = 1 << (there & 31);
        if ((marks[word] & mask) === 0) Atomics.or(marks, word, mask);
      }
    }
  }
  return { counts: new Map(), broken: broken.told, brokenCount: broken.count };
}

function findUnmarked(space: NumberedSpace, { distances, marks, claims }: StatesDistancesTask): RulesResult {
  const unreached = unreachedValue(distances);
  const broken = new Faults<BrokenRule>();
  const starts = new Set(space.starts);
  // The file can hold any value, so the counts are not an array indexed by value.
  const counts = new Map<number, number>();
  for (const state of claimedStates(space.size, claims)) {
    const value = distances[state];
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (starts.has(state)) {
      if (value !== 0) broken.add(() => ({ rule: 'start', state, value }));
    } else if (value !== unreached && (marks[Math.floor(state / BITS_PER_WORD)] & (1 << (state & 31))) === 0) {
      broken.add(() => ({ rule: 'nearer', state, value }));
    }
  }
  return { counts, broken: broken.told, brokenCount: broken.count };
}

/** Yields the states of the blocks that this worker claims. */
function* claimedStates(size: number, claims: Int32Array): Generator<number> {
  for (const { begin, end } of claimedBlocks([0], bitsetWords(size), claims)) {
    const last = Math.min(end * BITS_PER_WORD, size);
    for (let state = begin * BITS_PER_WORD; state < last; state++) yield state;
  }
}
