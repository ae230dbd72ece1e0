/** The share of a table that local rules could check; docs/explanations/verify.md gives the figures. */

import { expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import { PlainBoard } from '#src/verify/board-numbering.js';
import { plainDistances } from '../table/files.js';

const ARRANGEMENTS = 20160;
const plain = new PlainBoard(parseBoard('3x3'), 8);
const distances = plainDistances('3x3').flat();
const goal = 8 * ARRANGEMENTS;

/** [state]: its neighbours. A state is cell * 20160 + arrangement. */
const neighbours = distances.map((_, state) => {
  const cell = Math.floor(state / ARRANGEMENTS);
  const arrangement = state % ARRANGEMENTS;
  return plain.moves[cell].map(({ to, from, into }) => {
    if (from === into) return to * ARRANGEMENTS + arrangement;
    plain.arrangements.takeWord(Math.floor(arrangement / 60), 0);
    plain.arrangements.takeBit(arrangement % 60);
    plain.arrangements.numberAfter(from, into);
    return to * ARRANGEMENTS + plain.arrangements.word * 60 + plain.arrangements.bit;
  });
});

test('a third of the single wrong bits of a 3x3 table break no local rule', () => {
  // A table gives only the distance mod 4 of a state.
  const mod4 = Uint8Array.from(distances, (distance) => distance % 4);
  const hasNearer = (state: number) => neighbours[state].some((other) => mod4[other] === (mod4[state] + 3) % 4);
  // Neighbours differ by one mod 4 for any bits. So the rules are: the goal has 0 and no nearer neighbour, and every other
  // state has a nearer neighbour.
  const obeys = (state: number) => (state === goal ? mod4[state] === 0 && !hasNearer(state) : hasNearer(state));
  expect(distances.every((_, state) => obeys(state))).toBe(true);
  let unseen = 0;
  for (let state = 0; state < mod4.length; state++) {
    // Changing one bit of the table changes 2b + p by 2.
    mod4[state] ^= 2;
    if (obeys(state) && neighbours[state].every(obeys)) unseen++;
    mod4[state] ^= 2;
  }
  expect(unseen).toBe(60_632);
  expect(unseen / mod4.length).toBeCloseTo(1 / 3, 2);
});
