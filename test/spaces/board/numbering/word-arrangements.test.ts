import { describe, expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import {
  geometryOf,
  labelsOf,
  ORDERS_IN_WORD,
  positionOf,
  STATES_PER_WORD,
  WordArrangements,
} from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition } from '#src/spaces/board/position.js';

describe('the orders of the last five labels', () => {
  test.each([
    ['even', 0],
    ['odd', 1],
  ])('are 60 of each parity: %s', (_, parity) => {
    const orders = Array.from({ length: STATES_PER_WORD }, (__, bit) => [
      ...ORDERS_IN_WORD[parity].subarray(bit * 5, bit * 5 + 5),
    ]);
    expect(new Set(orders.map(String)).size).toBe(60);
    for (const order of orders) {
      expect([...order].sort()).toEqual([0, 1, 2, 3, 4]);
      const inversions = order.flatMap((label, place) => order.slice(place + 1).filter((other) => other < label));
      expect(inversions.length % 2).toBe(parity);
    }
  });
});

describe('reading words and states gives the same as positionOf', () => {
  test.each(['2x2', '2x3', '3x2', '2x4', '3x3', '1x2', '1x5', '5x1', '1x9', '../.#', '#../.../..#', '.#./.../.#.'])(
    'for every state of %s',
    (name) => {
      const board = parseBoard(name);
      const geometry = geometryOf(board);
      const goal = orderedPosition(board);
      const labels = labelsOf(geometry, goal);
      const arrangements = new WordArrangements(geometry);
      // The arrangement is the same on all cells of a parity, so one stands for all.
      const representatives = [0, 1]
        .map((parity) => geometry.parityAt.indexOf(parity as 0 | 1))
        .filter((at) => at >= 0);
      for (const cell of representatives)
        for (let word = 0; word < geometry.words; word++) {
          arrangements.readWord(word, cell);
          for (let bit = 0; bit < Math.min(STATES_PER_WORD, geometry.arrangements); bit++) {
            arrangements.readState(bit);
            const position = positionOf(geometry, goal, { cell, word, bit });
            const expected = geometry.path.flatMap((place) =>
              position[place] === BLANK ? [] : [labels[position[place]]],
            );
            if (String([...arrangements.labels]) !== String(expected))
              expect([...arrangements.labels]).toEqual(expected);
          }
        }
    },
  );

  test.each(['3x4', '2x7', '3x5', '.#.#./...../#.#..'])('for words from all parts of %s, in any order', (name) => {
    const board = parseBoard(name);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board, 1);
    const labels = labelsOf(geometry, goal);
    const arrangements = new WordArrangements(geometry);
    for (let k = 0; k < 1000; k++) {
      const word = Math.floor(((k * 617) % 1000) * (geometry.words / 1000));
      const bit = (k * 7) % STATES_PER_WORD;
      arrangements.readWord(word, k % board.cells);
      arrangements.readState(bit);
      const position = positionOf(geometry, goal, { cell: k % board.cells, word, bit });
      expect([...arrangements.labels]).toEqual(
        geometry.path.flatMap((place) => (position[place] === BLANK ? [] : [labels[position[place]]])),
      );
    }
  });
});
