/** Compares a table's words with what a replay found. */

import type { Section } from '../../table/files/board-header.js';
import type { InputFile } from '../table/input-file.js';
import type { TableFault, TableFaults } from '../table/table-faults.js';
import { HALVES_PER_WORD } from './arrangements.js';
import { planeCount, type ReplayMemory } from './replay-memory.js';
import type { Space } from './space.js';

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

/** @param wordOfSection in which the planes follow one another */
function bitFault(space: Space, replay: ReplayMemory, cell: number, wordOfSection: number, bit: number): TableFault {
  const { words } = space.shape;
  const plane = Math.floor(wordOfSection / words);
  const word = wordOfSection % words;
  const expected = bitAt(space, replay, plane, cell, word, bit);
  const found = 1 - expected;
  const planes = planeCount(space.metric);
  const which = planes === 1 ? '' : `, plane ${plane + 1} of ${planes}`;
  const place = `blank cell ${cell}, word ${word}, bit ${bit}${which}`;
  const fault = { part: 'words', found, expected, cell, word, bit, ...(planes > 1 && { plane }) } as const;
  if (!space.isState(word, bit)) {
    return { ...fault, message: `${place}, which stands for no state, is ${found}, expected ${expected}` };
  }
  const position = space.positionText(cell, word, bit);
  if (((replay.visited[cell][word * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1) === 0) {
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

function bitAt(
  { shape }: Space,
  { residues }: ReplayMemory,
  plane: number,
  cell: number,
  word: number,
  bit: number,
): number {
  return (residues[cell][(plane * shape.words + word) * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1;
}

/** Goes down to the goal by what the replay found, always to a neighbour whose distance is one less. */
function distanceOf(space: Space, replay: ReplayMemory, cell: number, word: number, bit: number): number {
  const { arrangements, goalCell, slides, odd } = space;
  const state = { cell, word, bit };
  let steps = 0;
  for (; state.cell !== goalCell || state.word !== 0 || state.bit !== 0; steps++) {
    arrangements.takeWord(state.word, odd[state.cell]);
    arrangements.takeBit(state.bit);
    const nearer = nearerTo(space, remainderOf(space, replay, state.cell, state.word, state.bit));
    for (const { to, shifts } of slides[state.cell]) {
      let next = { cell: to, word: state.word, bit: state.bit };
      if (shifts.length > 0) {
        arrangements.numberAfterAll(shifts);
        next = { cell: to, word: arrangements.word, bit: arrangements.bit };
      }
      if (remainderOf(space, replay, next.cell, next.word, next.bit) !== nearer) continue;
      Object.assign(state, next);
      break;
    }
  }
  return steps;
}

/**
 * What is known of a distance: in the metric `single` the bit b and the parity p of the blank's cell give the distance mod 4,
 * which is 2b + p; else two bits give it mod 3, 10 standing for 0, 01 for 1 and 11 for 2.
 */
function remainderOf(space: Space, replay: ReplayMemory, cell: number, word: number, bit: number): number {
  const first = bitAt(space, replay, 0, cell, word, bit);
  if (space.metric === 'single') return 2 * first + space.parityAt(cell);
  return first + 2 * bitAt(space, replay, 1, cell, word, bit) - 1;
}

function nearerTo({ metric }: Space, remainder: number): number {
  return metric === 'single' ? (remainder + 3) % 4 : (remainder + 2) % 3;
}
