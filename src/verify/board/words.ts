/** Compares the words of a board's table with a replay. */

import type { TableFault, TableFaults } from '../file/table-faults.js';
import type { WordsPiece } from '../referee/table-referee.js';
import { HALVES_PER_WORD } from './arrangements.js';
import type { PlainBoard } from './plain-board.js';
import { type BoardReplay, planeCount } from './replay-memory.js';

const BYTES_PER_HALF = 4;

/** Adds a fault for each wrong bit of a piece, including the bits that belong to no state. The section is the blank's cell. */
export function compareBoardWords(
  plain: PlainBoard,
  replay: BoardReplay,
  { section: cell, begin, bytes }: WordsPiece,
  faults: TableFaults,
): void {
  const expected = replay.residues[cell];
  const found = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES_PER_HALF);
  const first = begin / BYTES_PER_HALF;
  for (let index = 0; index < found.length; index++) {
    let wrong = found[index] ^ expected[first + index];
    for (; wrong !== 0; wrong &= wrong - 1) {
      const half = first + index;
      const bit = (half % HALVES_PER_WORD) * 32 + 31 - Math.clz32(wrong & -wrong);
      const word = Math.floor(half / HALVES_PER_WORD);
      faults.add(() => bitFault(plain, replay, cell, word, bit));
    }
  }
}

/** Describes a wrong bit. @param wordOfSection index of the word in its section, which holds one plane after the other */
function bitFault(
  plain: PlainBoard,
  replay: BoardReplay,
  cell: number,
  wordOfSection: number,
  bit: number,
): TableFault {
  const { words } = plain.shape;
  const plane = Math.floor(wordOfSection / words);
  const word = wordOfSection % words;
  const expected = bitAt(plain, replay, plane, cell, word, bit);
  const found = 1 - expected;
  const planes = planeCount(plain.metric);
  const which = planes === 1 ? '' : `, plane ${plane + 1} of ${planes}`;
  const place = `blank cell ${cell}, word ${word}, bit ${bit}${which}`;
  const fault = { part: 'words', found, expected, cell, word, bit, ...(planes > 1 && { plane }) } as const;
  if (!plain.isState(word, bit)) {
    return { ...fault, message: `${place}, which belongs to no state, is ${found}, expected ${expected}` };
  }
  const position = plain.positionText(cell, word, bit);
  if (((replay.visited[cell][word * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1) === 0) {
    return {
      ...fault,
      message: `${place} (${position}, which moves do not reach) is ${found}, expected ${expected}`,
      position,
    };
  }
  const distance = distanceOf(plain, replay, cell, word, bit);
  return {
    ...fault,
    message: `${place} (${position}, distance ${distance}) is ${found}, expected ${expected}`,
    position,
    distance,
  };
}

function bitAt(
  { shape }: PlainBoard,
  { residues }: BoardReplay,
  plane: number,
  cell: number,
  word: number,
  bit: number,
): number {
  return (residues[cell][(plane * shape.words + word) * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1;
}

/** Counts the steps down to the goal, each to a neighbour that is one nearer according to the replay. */
function distanceOf(plain: PlainBoard, replay: BoardReplay, cell: number, word: number, bit: number): number {
  const { arrangements, goalCell, slides, odd } = plain;
  const state = { cell, word, bit };
  let steps = 0;
  for (; state.cell !== goalCell || state.word !== 0 || state.bit !== 0; steps++) {
    arrangements.takeWord(state.word, odd[state.cell]);
    arrangements.takeBit(state.bit);
    const nearer = nearerTo(plain, remainderOf(plain, replay, state.cell, state.word, state.bit));
    for (const { to, shifts } of slides[state.cell]) {
      let next = { cell: to, word: state.word, bit: state.bit };
      if (shifts.length > 0) {
        arrangements.numberAfterAll(shifts);
        next = { cell: to, word: arrangements.word, bit: arrangements.bit };
      }
      if (remainderOf(plain, replay, next.cell, next.word, next.bit) !== nearer) continue;
      Object.assign(state, next);
      break;
    }
  }
  return steps;
}

/**
 * Returns a remainder of the distance. In the metric `single`, the bit b and the parity p of the blank's cell give the distance
 * mod 4 as 2b + p. In the metric `multi`, two bits give the distance mod 3: 10 for 0, 01 for 1 and 11 for 2.
 */
function remainderOf(plain: PlainBoard, replay: BoardReplay, cell: number, word: number, bit: number): number {
  const first = bitAt(plain, replay, 0, cell, word, bit);
  if (plain.metric === 'single') return 2 * first + plain.parityAt(cell);
  return first + 2 * bitAt(plain, replay, 1, cell, word, bit) - 1;
}

function nearerTo({ metric }: PlainBoard, remainder: number): number {
  return metric === 'single' ? (remainder + 3) % 4 : (remainder + 2) % 3;
}
