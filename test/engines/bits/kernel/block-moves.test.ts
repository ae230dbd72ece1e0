import { expect, test } from 'vitest';
import { piecesBySource } from '#src/engines/boards/block-moves.js';

test('runs are grouped by their source blocks, with consecutive runs in one piece', () => {
  const sources = [4, 4, 2, 4, 2, 2];
  expect([...piecesBySource(sources.length, (run) => sources[run])]).toEqual([
    [
      4,
      [
        { begin: 0, end: 2 },
        { begin: 3, end: 4 },
      ],
    ],
    [
      2,
      [
        { begin: 2, end: 3 },
        { begin: 4, end: 6 },
      ],
    ],
  ]);
  expect(piecesBySource(0, () => 1).size).toBe(0);
});
