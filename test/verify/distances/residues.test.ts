/** The share of a table that local rules could check; docs/explanations/verify.md gives the figures. */

import { expect, test } from 'vitest';
import { NO_STATE } from '#src/space/definition.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { plainBoard } from '#src/verify/board-numbering.js';
import { FULL } from '../../suite.js';
import { plainDistances } from '../table/files.js';

test.runIf(FULL)('a third of the single wrong bits of a 3x3 table break no local rule', () => {
  const plain = plainBoard(parseBoard('3x3'), orderedPosition(parseBoard('3x3')), 'single');
  const states = plain.states(plain.statesOfWord);
  const distances = plainDistances('3x3').flat();
  const [goal] = states.starts;

  /** [state]: its neighbours. */
  const neighbours = distances.map((_, state) => {
    const next = new Float64Array(states.moves);
    states.neighbours(state, next);
    return next.filter((to) => to !== NO_STATE);
  });

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
