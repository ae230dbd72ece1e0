/** Layers of a puzzle by plain methods: over the words of its compiled moves, one byte at a time, and over colourings. */

import type { BlockNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import type { ColouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';
import { type CompiledMoves, PERMUTATION_BITS, WORD_BYTES } from '#src/spaces/permutation/moves/compiled-moves.js';
import { permutedWord } from './permuted-word.js';

/** Returns [state]: its depth, found by moving words along the rows. */
export function depthsByRows(numbering: BlockNumbering, moves: CompiledMoves): Int32Array {
  const depths = new Int32Array(numbering.size).fill(-1);
  const start = addressOf(numbering, moves, numbering.numberOf(numbering.puzzle.solved));
  const visited = new Uint8Array(moves.blocks * moves.words * WORD_BYTES);
  visited[start >> 3] = 1 << (start & 7);
  const numbers = new Map<number, number>();
  for (let state = 0; state < numbering.size; state++) numbers.set(addressOf(numbering, moves, state), state);
  let layer = Uint8Array.from(visited);
  for (let depth = 0; layer.some((byte) => byte !== 0); depth++) {
    layer.forEach((byte, at) => {
      for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) depths[numbers.get(8 * at + bit) ?? -1] = depth;
    });
    const reached = pushed(moves, layer);
    layer = reached.map((byte, at) => byte & ~visited[at]);
    layer.forEach((byte, at) => {
      visited[at] |= byte;
    });
  }
  return depths;
}

/** Returns the bit of a state, counted over all words. */
function addressOf(numbering: BlockNumbering, moves: CompiledMoves, state: number): number {
  const { blocks, words } = numbering;
  const block = Math.floor(state / blocks.states);
  const index = state % blocks.states;
  if (words === null) return block * moves.words * 8 * WORD_BYTES + index;
  const word = Math.floor(index / words.states);
  const bitType = words.bitTypeOf[blocks.typeOf[block]][word];
  const bit = moves.bits[bitType * words.states + (index % words.states)];
  return (block * moves.words + word) * 8 * WORD_BYTES + bit;
}

/** Returns the states to which one move leads from these. */
function pushed(moves: CompiledMoves, layer: Uint8Array): Uint8Array<ArrayBuffer> {
  const reached = new Uint8Array(layer.length);
  const blockBytes = moves.words * WORD_BYTES;
  for (let target = 0; target < moves.blocks; target++) {
    const into = reached.subarray(target * blockBytes, (target + 1) * blockBytes);
    for (let move = 0; move < moves.moves; move++) {
      const at = target * moves.moves + move;
      const source = layer.subarray(moves.sources[at] * blockBytes, (moves.sources[at] + 1) * blockBytes);
      const row = moves.rows.subarray(
        moves.sourceRows[at] * moves.rowLength,
        (moves.sourceRows[at] + 1) * moves.rowLength,
      );
      if (moves.permutations.kind === 'scattered') scatter(row, source, into);
      else pushWords(moves, row, source, into);
    }
  }
  return reached;
}

function scatter(row: Uint32Array, source: Uint8Array, into: Uint8Array): void {
  row.forEach((target, state) => {
    if ((source[state >> 3] >> (state & 7)) & 1) into[target >> 3] |= 1 << (target & 7);
  });
}

function pushWords({ permutations }: CompiledMoves, row: Uint32Array, source: Uint8Array, into: Uint8Array): void {
  row.forEach((entry, word) => {
    const before = source.subarray(word * WORD_BYTES, (word + 1) * WORD_BYTES);
    if (before.every((byte) => byte === 0)) return;
    const target = (entry >>> PERMUTATION_BITS) * WORD_BYTES;
    permutedWord(permutations, entry & ((1 << PERMUTATION_BITS) - 1), before).forEach((byte, i) => {
      into[target + i] |= byte;
    });
  });
}

export interface PlainLayers {
  /** States in the order of a breadth-first search. */
  readonly states: readonly Uint8Array[];
  /** [state]: its depth. */
  readonly depths: readonly number[];
}

/** Returns the states of a puzzle, null if there are more than `most`. */
export function plainLayers({ solved, moves }: ColouredPuzzle, most: number): PlainLayers | null {
  const states = [solved];
  const depths = [0];
  const seen = new Set([solved.join()]);
  for (let state = 0; state < states.length; state++) {
    for (const move of moves) {
      const moved = new Uint8Array(solved.length);
      move.forEach((image, point) => {
        moved[image] = states[state][point];
      });
      const text = moved.join();
      if (seen.has(text)) continue;
      if (states.length === most) return null;
      seen.add(text);
      states.push(moved);
      depths.push(depths[state] + 1);
    }
  }
  return { states, depths };
}
