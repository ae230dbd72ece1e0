/** Compares a table's words with what a replay found. */

import type { Section } from '../table/format.js';
import { HALVES_PER_WORD } from './arrangements.js';
import type { InputFile } from './input-file.js';
import type { ReplayMemory } from './replay-memory.js';
import type { Space } from './space.js';
import type { TableFault, TableFaults } from './table-faults.js';

const BYTES_PER_HALF = 4;

/** Every bit of every word, also those that stand for no state. */
export async function compareWords(
  file: InputFile,
  sections: readonly Section[],
  space: Space,
  replay: ReplayMemory,
  faults: TableFaults,
  onCompared: (sections: number) => void,
): Promise<void> {
  for (const { cell, words } of sections) {
    const expected = replay.residues[cell];
    for await (const { begin, piece } of file.pieces(words.offset, words.bytes)) {
      const found = new Uint32Array(piece.buffer, piece.byteOffset, piece.length / BYTES_PER_HALF);
      const first = begin / BYTES_PER_HALF;
      for (let index = 0; index < found.length; index++) {
        let wrong = found[index] ^ expected[first + index];
        for (; wrong !== 0; wrong &= wrong - 1) {
          const half = first + index;
          const bit = (half % HALVES_PER_WORD) * 32 + 31 - Math.clz32(wrong & -wrong);
          const word = Math.floor(half / HALVES_PER_WORD);
          faults.add(() => bitFault(space, replay, cell, word, bit));
        }
      }
    }
    onCompared(cell + 1);
  }
}

function bitFault(space: Space, replay: ReplayMemory, cell: number, word: number, bit: number): TableFault {
  const expected = bitAt(replay.residues, cell, word, bit);
  const found = 1 - expected;
  const place = `blank cell ${cell}, word ${word}, bit ${bit}`;
  const fault = { part: 'words', found, expected, cell, word, bit } as const;
  if (!space.isState(word, bit)) {
    return { ...fault, message: `${place}, which stands for no state, is ${found}, expected ${expected}` };
  }
  const position = space.positionText(cell, word, bit);
  if (bitAt(replay.visited, cell, word, bit) === 0) {
    return {
      ...fault,
      message: `${place} (${position}, which moves do not reach) is ${found}, expected ${expected}`,
      position,
    };
  }
  const distance = distanceOf(space, replay, cell, word, bit);
  return {
    ...fault,
    message: `${place} (${position}, distance ${distance}) is ${found}, expected ${expected}`,
    position,
    distance,
  };
}

function bitAt(bitset: readonly Uint32Array[], cell: number, word: number, bit: number): number {
  return (bitset[cell][word * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1;
}

/**
 * Goes down to the goal by what the replay found: the residue b and the parity p of the blank's cell give the distance
 * mod 4, which is 2b + p, and a neighbour is nearer where it is one less.
 */
function distanceOf(space: Space, { residues }: ReplayMemory, cell: number, word: number, bit: number): number {
  const { arrangements, goalCell, moves, odd } = space;
  const state = { cell, word, bit };
  let steps = 0;
  for (; state.cell !== goalCell || state.word !== 0 || state.bit !== 0; steps++) {
    arrangements.takeWord(state.word, odd[state.cell]);
    arrangements.takeBit(state.bit);
    const nearer = (2 * bitAt(residues, state.cell, state.word, state.bit) + space.parityAt(state.cell) + 3) % 4;
    for (const { to, from, into } of moves[state.cell]) {
      let next = { cell: to, word: state.word, bit: state.bit };
      if (from !== into) {
        arrangements.numberAfter(from, into);
        next = { cell: to, word: arrangements.word, bit: arrangements.bit };
      }
      if (2 * bitAt(residues, next.cell, next.word, next.bit) + space.parityAt(to) !== nearer) continue;
      Object.assign(state, next);
      break;
    }
  }
  return steps;
}
