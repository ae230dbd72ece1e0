import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKernel } from '#src/base/memory.js';
import { piecesBySource } from '#src/engines/boards/block-moves.js';
import { blockAddress, blocksOf, layOut, type Sweeps } from '#src/engines/boards/board-plan.js';
import { BlockAdvancer } from '#src/engines/boards/layers.js';
import { allocate, plant, ShardPlaces, shardsOfMemories } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import { SweepLayers } from '#src/engines/boards/sweep-layers.js';
import { type Board, makeBoard, mapOf, neighbours, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, STATES_PER_WORD, type State, stateOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { plainWalk, plainWays } from '../../plain-map-search.js';
import { count, FULL } from '../../suite.js';

const kernel = compileKernel('layers');

/** Applies the move to the tiles. */
function plainMove(position: Position, target: number): Position {
  const moved = [...position];
  moved[position.indexOf(BLANK)] = position[target];
  moved[target] = BLANK;
  return moved;
}

/** A board in memory, on which single states can be set and blocks advanced. */
function bench(board: Board) {
  const goal = orderedPosition(board);
  const geometry = geometryOf(board);
  const { layout, constants } = layOut(geometry, blocksOf(geometry), { table: false, fresh: false }, 1);
  const exploration = allocate(layout, constants, kernel, [[], []], 1);
  const shards = shardsOfMemories(exploration.memories, kernel);
  const { marks } = exploration;
  const advancer = new BlockAdvancer(layout, new ShardPlaces(layout, shards, 0), marks, 0);
  const blockOf = ({ word }: State) => Math.floor(word / layout.blocks.words);
  const put = (state: State, present: boolean) => {
    const block = blockOf(state);
    const shard = Math.floor(block / layout.blocksPerShard);
    const address = blockAddress(layout, layout.visited, state.cell, block);
    const half = 2 * (state.word % layout.blocks.words) + (state.bit >> 5);
    const bit = 1 << (state.bit & 31);
    const view = new Uint32Array(exploration.memories[shard].buffer, address + 4 * half, 1);
    view[0] = present ? view[0] | bit : view[0] & ~bit;
    const index = state.cell * layout.blocks.count + block;
    marks.gained[index] = present ? 1 : 0;
    marks.held[index] = present ? 1 : 0;
  };
  /** Returns the states found by advancing the block of `expected` if only `source` is visited. */
  const advance = (source: State, expected: State): State[] => {
    put(source, true);
    const kept = new KeptStates(layout, { most: 10 }, 1);
    const fresh = advancer.advance(expected.cell, blockOf(expected), false, kept);
    const found = [...kept.observed()];
    expect(fresh).toBe(found.length);
    put(source, false);
    put(expected, false);
    return found;
  };
  return { board, goal, geometry, layout, advance };
}

describe('every compiled move equals the plain move', () => {
  test.each([
    ['2x2', 'one word'],
    ['2x3', 'one word'],
    ['3x2', 'one word'],
    ['2x4', 'a block that is padded'],
    ['3x3', 'one block'],
    ['2x5', 'one block'],
    ['3x4', 'many blocks'],
    ['4x3', 'many blocks'],
    ['2x6', 'many blocks'],
    ['2x7', 'several shards'],
    ['3x5', 'dozens of shards'],
    ['1x6', 'a line'],
    ['../.#', 'three cells'],
    ['.#./...', 'a map in one word'],
    ['..#/.../#..', 'a block of six words that is padded'],
    ['.#./.../...', 'a block of 42 words that is padded'],
    ['.#.#./...../#.#..', 'odd cells'],
    ['#..#/..../..../#..#', 'many blocks'],
    ['..../.#../..../#...', 'several shards'],
    ['.###./.#.#./...../#.#.#/#...#', 'long windows'],
  ])('on random states of %s (%s)', (name) => {
    const { board, goal, geometry, advance } = bench(parseBoard(name));
    const arbitraryState = fc
      .tuple(fc.nat(board.cells - 1), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
      .map(([cell, share]) => {
        const arrangement = Math.floor(share * geometry.arrangements);
        const bit = arrangement % STATES_PER_WORD;
        return { cell, word: (arrangement - bit) / STATES_PER_WORD, bit };
      });
    fc.assert(
      fc.property(arbitraryState, (source) => {
        const position = positionOf(geometry, goal, source);
        for (const target of neighbours(board, source.cell)) {
          const expected = stateOf(geometry, goal, plainMove(position, target));
          expect(advance(source, expected)).toEqual([expected]);
        }
      }),
      { numRuns: count(25, 300) },
    );
  });

  test('on 3x5 and 2x7, including moves between shards', () => {
    expect(bench(makeBoard(2, 7)).layout.shards).toBeGreaterThan(1);
    expect(bench(makeBoard(3, 5)).layout.shards).toBeGreaterThan(1);
  });
});

/** Returns the first layer from a position, by the rounds of one worker over all blocks. */
function firstLayer(rows: number, columns: number, start: State): { found: Position[]; shards: number } {
  const board = makeBoard(rows, columns);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  const bitsets = { metric: 'multi', table: true, fresh: false } as const;
  const { layout, constants } = layOut(geometry, blocksOf(geometry), bitsets, 1);
  const exploration = allocate(layout, constants, kernel, [[], []], 1);
  plant(exploration, start);
  const { memories, marks } = exploration;
  const shards = shardsOfMemories(memories, kernel);
  const advancer = new SweepLayers(layout, layout.sweeps as Sweeps, new ShardPlaces(layout, shards, 0), marks, 0);
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
    [2, 5, count(5, 20)],
    [3, 4, count(3, 12)],
    ...(FULL
      ? ([
          [2, 3, 20],
          [3, 3, 20],
          [4, 3, 12],
          [2, 6, 12],
          [2, 7, 4],
        ] as [number, number, number][])
      : []),
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
