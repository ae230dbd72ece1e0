import { describe, expect, test } from 'vitest';
import { compileKernel } from '#src/base/memory.js';
import { blocksOf, layOut, type Sweeps } from '#src/engines/boards/board-plan.js';
import { allocate, shardsOfMemories } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import { SweepLayers } from '#src/engines/boards/sweep-layers.js';
import { makeBoard, mapOf } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, type State, stateOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { plainWalk, plainWays } from '../../../plain-map-search.js';
import { FULL } from '../../../suite.js';

const kernel = compileKernel('layers');

/** Returns the first layer from a position, by the rounds of one worker over all blocks. */
function firstLayer(rows: number, columns: number, start: State): { found: Position[]; shards: number } {
  const board = makeBoard(rows, columns);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  const bitsets = { metric: 'multi', table: true, fresh: false } as const;
  const { layout, constants } = layOut(geometry, blocksOf(geometry), bitsets, 1);
  const { memories, marks } = allocate(layout, constants, kernel, start);
  const shards = shardsOfMemories(memories, kernel);
  const advancer = new SweepLayers(layout, layout.sweeps as Sweeps, shards, marks, 0);
  const kept = new KeptStates(layout, { most: 100 }, 1);
  let fresh = 0;
  for (let round = 0; round < advancer.rounds; round++) {
    for (let block = 0; block < layout.blocks.count; block++) {
      for (let unit = 0; unit < advancer.units(1, round); unit++) {
        fresh += advancer.advance(1, round, block, unit, kept);
      }
    }
  }
  const states = kept.observed();
  expect(fresh).toBe(states.length);
  return { found: states.map((state) => positionOf(geometry, goal, state)), shards: layout.shards };
}

describe('the first layer from any state contains the results of single moves', () => {
  test.each<[number, number, number]>([
    [2, 3, 20],
    [3, 3, 20],
    [2, 5, 20],
    [3, 4, 12],
    [4, 3, 12],
    [2, 6, 12],
    ...(FULL ? ([[2, 7, 4]] as [number, number, number][]) : []),
  ])('on %ix%i', (rows, columns, starts) => {
    const board = makeBoard(rows, columns);
    const geometry = geometryOf(board);
    const goal = orderedPosition(board);
    const ways = plainWays(mapOf(board), 'multi');
    const random = new SeededRandom(rows * columns);
    for (let n = 0; n < starts; n++) {
      const word = Math.floor((random.below(2 ** 31) / 2 ** 31) * geometry.words);
      const state = { cell: random.below(board.cells), word, bit: random.below(60) };
      const position = positionOf(geometry, goal, state);
      expect(position[state.cell]).toBe(BLANK);
      expect(stateOf(geometry, goal, position)).toEqual(state);
      const { found, shards } = firstLayer(rows, columns, state);
      const expected = ways[state.cell].map((way) => plainWalk(position, way));
      expect(found.map(String).sort()).toEqual(expected.map(String).sort());
      // Boards of this size do not fit into one memory, so some moves lead from one memory to another.
      if (columns === 7) expect(shards).toBeGreaterThan(1);
    }
  });
});
