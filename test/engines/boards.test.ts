import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKernel, shardsOfMemories } from '#src/base/memory.js';
import { blockAddress, blocksOf, layOut } from '#src/engines/boards/board-plan.js';
import { BlockAdvancer } from '#src/engines/boards/layers.js';
import { allocate, shardAccess } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import { exploreAllGoals } from '#src/runs/all-goals.js';
import { type Board, makeBoard, mapOf, neighbours, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, STATES_PER_WORD, type State, stateOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position, parsePosition } from '#src/spaces/board/position.js';
import { replayLayers, samplePositions } from '#src/study/board-replay.js';
import { type BoardOptions, exploreBoard } from '../board-exploration.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainRank } from '../plain-search.js';
import { count } from '../suite.js';

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
  const { marks, memories } = exploration;
  const access = shardAccess(layout, shardsOfMemories(memories, kernel), 0);
  const advancer = new BlockAdvancer(layout, access, marks, 0);
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
  ])('on random states of %s (%s)', (name, what) => {
    const { board, goal, geometry, layout, advance } = bench(parseBoard(name));
    if (what.includes('shards')) expect(layout.shards).toBeGreaterThan(1);
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
});

const exploreMulti = (options: Omit<BoardOptions, 'metric'>) => exploreBoard({ ...options, metric: 'multi' });

describe('an exploration with moves of several tiles', () => {
  test('of a line has every other state one move from the goal', async () => {
    expect((await exploreMulti({ board: '1x9', threads: 1 })).histogram).toEqual([1, 8]);
    expect((await exploreMulti({ board: '30x1', threads: 2 })).histogram).toEqual([1, 29]);
  });

  test('of all goals takes the memory of one, and finds what each alone finds', async () => {
    const { metric, goals, diameter } = await exploreAllGoals({ board: '2x4', metric: 'multi', threads: 2 });
    expect(metric).toBe('multi');
    expect(goals.map(({ blankCells }) => blankCells.at(-1))).toEqual([7, 6]);
    for (const { starts, histogram } of goals) {
      const goal = parsePosition(starts[0], makeBoard(2, 4));
      expect(histogram).toEqual(plainMapSearch(mapOf(makeBoard(2, 4)), goal, 'multi').histogram);
    }
    expect(diameter).toBe(Math.max(...goals.map(({ maxDepth }) => maxDepth)));
  });
});

test('a replay gives each layer’s states once, on all cells', async () => {
  const board = parseBoard('2x4');
  const { histogram } = await exploreMulti({ board });
  const seen = new Set<number>();
  const observers = { file: 'advance-layers', request: { most: 0 } };
  for await (const layer of replayLayers({ board, goalCell: 7, metric: 'multi', histogram, threads: 2 }, observers)) {
    const states = [...layer.inOrder()];
    expect(states).toHaveLength(histogram[layer.depth]);
    for (const state of states) seen.add(state);
  }
  expect(seen.size).toBe(20_160);
});

test('samples have the depths that they are from', async () => {
  const board = parseBoard('2x4');
  const goal = orderedPosition(board);
  const { histogram } = await exploreMulti({ board, threads: 2 });
  const { depths } = plainMapSearch(mapOf(makeBoard(2, 4)), goal, 'multi');
  const samples = await samplePositions(board, goal, histogram, 3, { metric: 'multi', threads: 2 });
  const expected = histogram.flatMap((states, depth) => new Array(Math.min(states, 3)).fill(depth));
  expect(samples.map((position) => depths[plainRank(position)])).toEqual(expected);
});
