import { beforeAll, describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { sampleLayers } from '#src/study/repeated-layers.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { exploreBoard } from '../../board-exploration.js';
import { walkerOf } from '../../board-walkers.js';
import { chiSquare, chiSquareBound } from '../../serve/chi-square.js';
import { FULL, rows } from '../../suite.js';

const board = makeBoard(2, 5);
const goal = orderedPosition(board);
const geometry = geometryOf(board);

let table: BoardWalker;
beforeAll(async () => {
  const { table: contents } = await exploreBoard({ board, antipodes: 0 });
  if (contents === null) throw new Error('no table');
  table = walkerOf(contents);
});

describe('a replay keeps a share of each layer', () => {
  // For small shares, most groups of words are skipped.
  test.each(rows([1 / 50, 1 / 900, 1 / 2000, 1 / 5000], [1]))(
    'of %d, spread over all cells and arrangements',
    async (share) => {
      const layers = await sampleLayers(
        board,
        goal,
        table.histogram.map(() => share),
        { threads: 2 },
      );
      expect(layers.length).toBe(table.histogram.length);
      for (const [depth, states] of layers.entries()) {
        for (const state of states) expect(table.distance(positionOf(geometry, goal, state))).toBe(depth);
      }
      // The goal is always kept.
      const states = layers.slice(1).flat();
      const expected = share * geometry.states;
      expect(Math.abs(states.length - expected)).toBeLessThan(5 * Math.sqrt(expected));
      expect(new Set(states.map(({ cell, word, bit }) => `${cell} ${word} ${bit}`)).size).toBe(states.length);
      const spread = (parts: number, partOf: (state: (typeof states)[number]) => number) => {
        const counts = new Array<number>(parts).fill(0);
        for (const state of states) counts[partOf(state)]++;
        expect(
          chiSquare(
            counts,
            counts.map(() => states.length / parts),
          ),
        ).toBeLessThan(chiSquareBound(parts - 1));
      };
      spread(board.cells, ({ cell }) => cell);
      spread(12, ({ word }) => Math.floor((12 * word) / geometry.words));
      spread(12, ({ bit }) => Math.floor(bit / 5));
    },
  );

  test.runIf(FULL)('of 1 or 0', async () => {
    const shares = table.histogram.map((_, depth) => depth % 2);
    const layers = await sampleLayers(board, goal, shares, { threads: 2 });
    const counts = layers.map((states) => states.length);
    expect(counts.slice(1)).toEqual(table.histogram.slice(1).map((states, index) => (index % 2 === 0 ? states : 0)));
  });
});
