/** Compiles the moves of a numbered puzzle into rows, and finds the neighbours of states by them. */

import { writeMovedFrom } from '../../../permutations/permutation.js';
import type { NumberedSpace } from '../../../space/space.js';
import { type BlockNumbering, type ColouringWords, hasBlocks, type WriteNeighbours } from '../colourings/numbering.js';
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
import { type FramedMove, type FramedMoves, framedMoves, wordRows } from './framed-moves.js';

/** Maximum size of rows. They are read for every block: larger ones fit into no cache, and take seconds to make. */
const MOST_ROW_MEGABYTES = 64;

/** Maximum size of rows of scattered states. These are moved one by one, with a hash and a comparison each, unless all are one block. */
const MOST_SCATTERED_ROW_MEGABYTES = 12;

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
  const rowLength = words === null ? blocks.states : words.count;
  const megabytes = words === null && blocks.count > 1 ? MOST_SCATTERED_ROW_MEGABYTES : MOST_ROW_MEGABYTES;
  const mostRows = Math.floor((megabytes << 20) / (4 * rowLength));
  const framed = framedMoves(puzzle, projections, blocks, mostRows);
  if (framed === null) return `its moves need more than ${megabytes} MB of rows`;
  if (typeof framed === 'string') return framed;
  const rows =
    words === null || projections.word === null
      ? scatteredRows(numbering, framed.distinct)
      : wordedRows(numbering, framed, words, projections.word);
  if (typeof rows === 'string') return rows;
  const { sources, sourceRows } = framed;
  return { ...rows, blocks: blocks.count, moves: puzzle.moves.length, sources, sourceRows, rowLength };
}

/** Compiled moves without what both sorts of rows have in common. */
type CompiledRows = Omit<CompiledMoves, 'blocks' | 'moves' | 'sources' | 'sourceRows' | 'rowLength'>;

function scatteredRows(numbering: BlockNumbering, moves: readonly FramedMove[]): CompiledRows | string {
  const { states } = numbering.blocks;
  const rows = new Uint32Array(moves.length * states);
  for (const [i, move] of moves.entries()) {
    const row = scatteredRow(numbering, move);
    if (typeof row === 'string') return row;
    rows.set(row, i * states);
  }
  const words = Math.ceil(states / WORD_BITS);
  return {
    words,
    rows,
    permutations: { kind: 'scattered', count: 0, bytes: new Uint8Array(0) },
    bitMaps: new Uint8Array(0),
    used: new Uint8Array(WORD_BYTES).fill(255),
    usedInLast: wordOf(Array.from({ length: states - (words - 1) * WORD_BITS }, (_, bit) => bit)),
    bits: new Uint8Array(0),
  };
}

function wordedRows(
  numbering: BlockNumbering,
  moves: FramedMoves,
  words: ColouringWords,
  labels: readonly number[],
): CompiledRows | string {
  if (words.count > MOST_WORDS) return `its blocks have more than ${MOST_WORDS} words`;
  const made = wordRows(numbering, words, labels, moves);
  if (typeof made === 'string') return made;
  const order = orderBits(words.states, words.statesOf.length, made.maps);
  const { loops } = order;
  if (loops.length > MOST_PERMUTATIONS) return `its moves permute the bits of words in ${loops.length} ways`;
  const bitMaps = bitMapsOf(order);
  const permutations = compilePermutations(order.kind, bitMaps);
  if (permutations === null) return 'the order of bits does not suit its moves';
  const used = wordOf(order.bits.subarray(0, words.states));
  const rows = entriesOf(made.targets, made.mapNumbers, order.loopOf);
  return { words: words.count, rows, permutations, bitMaps, used, usedInLast: used, bits: order.bits };
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

/** Returns [state of a block]: the state to which a move takes it; or why there is none. States differ, so this is a bijection. */
function scatteredRow(numbering: BlockNumbering, { from, to, images }: FramedMove): Uint32Array | string {
  const { states, statesOf } = numbering.blocks;
  const { points } = numbering.puzzle;
  const source = statesOf[from];
  const row = new Uint32Array(states);
  const state = new Uint8Array(points);
  for (let index = 0; index < states; index++) {
    writeMovedFrom(source, index * points, images, state);
    const target = numbering.indexOf(to, state);
    if (target < 0) return 'a move takes a state out of the type of its block';
    row[index] = target;
  }
  return row;
}

/*
 * Neighbours of numbered states by compiled moves, with three look-ups each. Plain moves write a colouring and look up its number. For
 * the neighbours of all states, compiled moves are about ten times as fast.
 */

/** Returns the neighbours of a numbering's states. @param compiled the moves of the numbering, by words */
export function compiledNeighbours(numbering: BlockNumbering, compiled: CompiledMoves): WriteNeighbours {
  const { next: blockAfter, states: statesPerBlock } = numbering.blocks;
  const { moves, rows, rowLength, sourceRows, bitMaps } = compiled;
  const places = wordPlaces(numbering, compiled);
  const { statesPerWord, bits } = places;
  const placeAtBit = placesOfBits(places);
  return (state, next) => {
    const block = Math.floor(state / statesPerBlock);
    const inBlock = state - block * statesPerBlock;
    const word = Math.floor(inBlock / statesPerWord);
    const bit = bits[bitTypeOf(places, block, word) * statesPerWord + inBlock - word * statesPerWord];
    for (let move = 0; move < moves; move++) {
      const target = blockAfter[block * moves + move];
      const entry = rows[sourceRows[target * moves + move] * rowLength + word];
      const targetWord = entry >>> PERMUTATION_BITS;
      const targetBit = bitMaps[(entry & ((1 << PERMUTATION_BITS) - 1)) * WORD_BITS + bit];
      const place = placeAtBit[bitTypeOf(places, target, targetWord) * WORD_BITS + targetBit];
      next[move] = target * statesPerBlock + targetWord * statesPerWord + place;
    }
  };
}

/** Returns a permutation puzzle with compiled moves if they can be compiled by words; other spaces as they are. */
export function withCompiledMoves(space: NumberedSpace): NumberedSpace {
  if (space.group === null) return space;
  const { numbering } = space.group;
  if (!hasBlocks(numbering) || numbering.words === null) return space;
  const compiled = compileMoves(numbering);
  return typeof compiled === 'string' ? space : { ...space, neighbours: compiledNeighbours(numbering, compiled) };
}
