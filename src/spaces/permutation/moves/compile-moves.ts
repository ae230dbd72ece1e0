/** Compiles the moves of a numbered puzzle into rows, and finds the neighbours of states by them. */

import type { NumberedSpace } from '../../../space/space.js';
import { type BlockNumbering, hasBlocks, type WriteNeighbours } from '../colourings/numbering.js';
import { type BitOrder, compilePermutations, orderBits } from './bit-permutations.js';
import {
  bitTypeOf,
  type CompiledMoves,
  PERMUTATION_BITS,
  placesOfBits,
  UNUSED,
  WORD_BITS,
  WORD_BYTES,
  wordPlaces,
} from './compiled-moves.js';
import { framedMoves, wordRows } from './framed-moves.js';

/** Maximum size of rows. They are read for every block: larger ones fit into no cache, and take seconds to make. */
const MOST_ROW_MEGABYTES = 64;

const MOST_PERMUTATIONS = 1 << PERMUTATION_BITS;
const MOST_WORDS = 2 ** (32 - PERMUTATION_BITS);

const compiled = new WeakMap<BlockNumbering, CompiledMoves | string>();

/**
 * Returns the moves in rows, or a short reason why there are none. They are compiled once for a numbering.
 *
 * Every row is proved to be a bijection between types of blocks. So moves do not leave the states of the numbering. These contain the solved
 * state, so they lack no state that moves reach.
 */
export function compileMoves(numbering: BlockNumbering): CompiledMoves | string {
  const made = compiled.get(numbering) ?? compile(numbering);
  compiled.set(numbering, made);
  return made;
}

function compile(numbering: BlockNumbering): CompiledMoves | string {
  const { puzzle, blocks, words, projections } = numbering;
  if (words === null || projections.word === null) return 'its states are in no words';
  if (words.count > MOST_WORDS) return `its blocks have more than ${MOST_WORDS} words`;
  const mostRows = Math.floor((MOST_ROW_MEGABYTES << 20) / (4 * words.count));
  const moves = framedMoves(puzzle, projections, blocks, mostRows);
  if (moves === null) return `its moves need more than ${MOST_ROW_MEGABYTES} MB of rows`;
  if (typeof moves === 'string') return moves;
  const made = wordRows(numbering, words, projections.word, moves);
  if (typeof made === 'string') return made;
  const order = orderBits(words.states, words.statesOf.length, made.maps);
  const { loops, bits } = order;
  if (loops.length > MOST_PERMUTATIONS) return `its moves permute the bits of words in ${loops.length} ways`;
  const bitMaps = bitMapsOf(order);
  const permutations = compilePermutations(order.kind, bitMaps);
  if (permutations === null) return 'the order of bits does not suit its moves';
  return {
    blocks: blocks.count,
    words: words.count,
    moves: puzzle.moves.length,
    sources: moves.sources,
    sourceRows: moves.sourceRows,
    rows: entriesOf(made.targets, made.mapNumbers, order.loopOf),
    permutations,
    bitMaps,
    used: wordOf(bits.subarray(0, words.states)),
    places: wordPlaces(blocks, words, bits),
  };
}

/** Returns the permutation of bits by each loop, see CompiledMoves. */
function bitMapsOf({ loops, bits }: BitOrder): Uint8Array {
  const maps = new Uint8Array(loops.length * WORD_BITS).fill(UNUSED);
  for (const [index, loop] of loops.entries()) {
    for (let place = 0; place < loop.length; place++) maps[index * WORD_BITS + bits[place]] = bits[loop[place]];
  }
  return maps;
}

/** Returns the entries of rows. @param permutations [map]: its permutation of bits */
function entriesOf(targets: Uint32Array, maps: Uint16Array, permutations: Uint16Array): Uint32Array {
  const entries = new Uint32Array(targets.length);
  for (let at = 0; at < entries.length; at++) entries[at] = targets[at] * MOST_PERMUTATIONS + permutations[maps[at]];
  return entries;
}

/** Returns a word with these bits set. */
function wordOf(bits: ArrayLike<number>): Uint8Array {
  const word = new Uint8Array(WORD_BYTES);
  for (let i = 0; i < bits.length; i++) word[bits[i] >> 3] |= 1 << (bits[i] & 7);
  return word;
}

/*
 * Neighbours of numbered states by compiled moves, with three look-ups each. Plain moves write a colouring and look up its number. For
 * the neighbours of all states, compiled moves are about ten times as fast.
 */

/** Returns the neighbours of a numbering's states. @param compiled the moves of the numbering */
export function compiledNeighbours({ blocks }: BlockNumbering, compiled: CompiledMoves): WriteNeighbours {
  const { next: blockAfter, states: statesPerBlock } = blocks;
  const { moves, words, rows, sourceRows, bitMaps, places } = compiled;
  const { statesPerWord, bits } = places;
  const placeAtBit = placesOfBits(places);
  return (state, next) => {
    const block = Math.floor(state / statesPerBlock);
    const inBlock = state - block * statesPerBlock;
    const word = Math.floor(inBlock / statesPerWord);
    const bit = bits[bitTypeOf(places, block, word) * statesPerWord + inBlock - word * statesPerWord];
    for (let move = 0; move < moves; move++) {
      const target = blockAfter[block * moves + move];
      const entry = rows[sourceRows[target * moves + move] * words + word];
      const targetWord = entry >>> PERMUTATION_BITS;
      const targetBit = bitMaps[(entry & ((1 << PERMUTATION_BITS) - 1)) * WORD_BITS + bit];
      const place = placeAtBit[bitTypeOf(places, target, targetWord) * WORD_BITS + targetBit];
      next[move] = target * statesPerBlock + targetWord * statesPerWord + place;
    }
  };
}

/** Returns a permutation puzzle with compiled moves if they can be compiled; other spaces as they are. */
export function withCompiledMoves(space: NumberedSpace): NumberedSpace {
  if (space.group === null) return space;
  const { numbering } = space.group;
  if (!hasBlocks(numbering)) return space;
  const compiled = compileMoves(numbering);
  return typeof compiled === 'string' ? space : { ...space, neighbours: compiledNeighbours(numbering, compiled) };
}
