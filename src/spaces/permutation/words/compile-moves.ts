/** Compiles the moves of a numbered puzzle into rows. */

import type { BlockNumbering, ColouringWords } from '../colourings/puzzle-numbering.js';
import { type BitOrder, orderBits } from './bit-order.js';
import { compilePermutations, UNUSED } from './bit-permutations.js';
import { type CompiledMoves, PERMUTATION_BITS, WORD_BITS, WORD_BYTES } from './compiled-moves.js';
import { type FramedMoves, framedMoves } from './framed-moves.js';
import { rowOfMove, scatteredRow } from './scattered-row.js';
import { type WordRow, WordRows } from './word-rows.js';

/** Maximum size of rows. They are read for every block: larger ones fit into no cache, and take seconds to make. */
const MOST_ROW_MEGABYTES = 64;

/** Maximum size of rows of scattered states. These are moved one by one, with a hash and a comparison each, unless all are one block. */
const MOST_SCATTERED_ROW_MEGABYTES = 12;

const MOST_PERMUTATIONS = 1 << PERMUTATION_BITS;
const MOST_WORDS = 2 ** (32 - PERMUTATION_BITS);

/** Returns whether rows of scattered states are too large if all states are one block, so that each move has a row. */
export function areRowsTooLarge(states: number, moves: number): boolean {
  return 4 * states * moves > MOST_ROW_MEGABYTES << 20;
}

const compiled = new WeakMap<BlockNumbering, CompiledMoves | string>();

/**
 * Returns the moves in rows, or a short reason why there are none. They are compiled once for a numbering.
 *
 * Every row is proved to be a bijection between types of blocks. So moves do not leave the states of the numbering. These contain the solved
 * state, so they lack no state that moves reach.
 */
export function compileMoves(numbering: BlockNumbering): CompiledMoves | string {
  const known = compiled.get(numbering);
  if (known !== undefined) return known;
  const made = compile(numbering);
  compiled.set(numbering, made);
  return made;
}

function compile(numbering: BlockNumbering): CompiledMoves | string {
  const { puzzle, blocks, words, projections } = numbering;
  const rowLength = words === null ? blocks.states : words.count;
  const megabytes = words === null && !blocks.nextStates ? MOST_SCATTERED_ROW_MEGABYTES : MOST_ROW_MEGABYTES;
  const mostRows = Math.floor((megabytes << 20) / (4 * rowLength));
  const framed = framedMoves(puzzle, projections, blocks, mostRows);
  if (framed === null) return `its moves need more than ${megabytes} MB of rows`;
  if (typeof framed === 'string') return framed;
  if (words === null || projections.word === null) return scattered(numbering, framed);
  return worded(numbering, framed, words, projections.word);
}

function scattered(numbering: BlockNumbering, framed: FramedMoves): CompiledMoves | string {
  const { blocks, puzzle } = numbering;
  const rows = new Uint32Array(framed.distinct.length * blocks.states);
  for (const [i, move] of framed.distinct.entries()) {
    const row = blocks.nextStates ? rowOfMove(numbering, framed.kinds.indexOf(i)) : scatteredRow(numbering, move);
    if (typeof row === 'string') return row;
    rows.set(row, i * blocks.states);
  }
  const words = Math.ceil(blocks.states / WORD_BITS);
  return {
    blocks: blocks.count,
    words,
    moves: puzzle.moves.length,
    sources: framed.sources,
    sourceRows: framed.kinds,
    rowLength: blocks.states,
    rows,
    permutations: { kind: 'scattered', count: 0, bytes: new Uint8Array(0) },
    used: new Uint8Array(WORD_BYTES).fill(255),
    usedInLast: wordOf(Array.from({ length: blocks.states - (words - 1) * WORD_BITS }, (_, bit) => bit)),
    bits: new Uint8Array(0),
  };
}

function worded(
  numbering: BlockNumbering,
  framed: FramedMoves,
  words: ColouringWords,
  labels: readonly number[],
): CompiledMoves | string {
  if (words.count > MOST_WORDS) return `its blocks have more than ${MOST_WORDS} words`;
  const made = WordRows.of(numbering, words, labels, framed.distinct);
  if (typeof made === 'string') return made;
  const wordRows: WordRow[] = [];
  for (const move of framed.distinct) {
    const row = made.row(move);
    if (typeof row === 'string') return row;
    wordRows.push(row);
  }
  const order = orderBits(words.states, words.statesOf.length, made.maps);
  const { loops } = order;
  if (loops.length > MOST_PERMUTATIONS) return `its moves permute the bits of words in ${loops.length} ways`;
  const permutations = compilePermutations(order.kind, bitMaps(order));
  if (permutations === null) return 'the order of bits does not suit its moves';
  const used = wordOf(order.bits.subarray(0, words.states));
  return {
    blocks: numbering.blocks.count,
    words: words.count,
    moves: numbering.puzzle.moves.length,
    sources: framed.sources,
    sourceRows: framed.kinds,
    rowLength: words.count,
    rows: entriesOf(wordRows, words.count, order.loopOf),
    permutations,
    used,
    usedInLast: used,
    bits: order.bits,
  };
}

/** Returns the permutation of bits by each loop: [bit], the bit to which it is taken, or UNUSED. */
function bitMaps({ loops, bits }: BitOrder): Uint8Array[] {
  return loops.map((loop) => {
    const map = new Uint8Array(WORD_BITS).fill(UNUSED);
    for (let place = 0; place < loop.length; place++) map[bits[place]] = bits[loop[place]];
    return map;
  });
}

function entriesOf(rows: readonly WordRow[], words: number, permutations: Uint16Array): Uint32Array {
  const entries = new Uint32Array(rows.length * words);
  for (const [i, { targets, maps }] of rows.entries()) {
    const start = i * words;
    for (let word = 0; word < words; word++) {
      entries[start + word] = targets[word] * MOST_PERMUTATIONS + permutations[maps[word]];
    }
  }
  return entries;
}

/** Returns a word with these bits set. */
function wordOf(bits: ArrayLike<number>): Uint8Array {
  const word = new Uint8Array(WORD_BYTES);
  for (let i = 0; i < bits.length; i++) word[bits[i] >> 3] |= 1 << (bits[i] & 7);
  return word;
}
