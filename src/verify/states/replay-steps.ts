/**
 * The two steps of a layer. First, the neighbours of every state of the last layer are computed, one state at a time.
 * States that were not visited are marked in the next layer. Any worker can mark any word there, so marking is atomic.
 * When all workers are done, that layer is added to the visited states, and the values of its states are written, each
 * block by one worker.
 */

import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import { BITS } from '../../table/contents/contents.js';
import { bitOfState, type PatternBits } from '../pattern/bits.js';
import { claimedBlocks } from '../threads/claimed-blocks.js';
import { BITS_PER_WORD, bitsetWords, type StatesReplay, WORDS_PER_BLOCK } from './replay-memory.js';

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
