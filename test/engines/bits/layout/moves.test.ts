import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKernel } from '#src/base/memory.js';
import { blockAddress, blocksOf, layOut } from '#src/engines/boards/board-plan.js';
import { BlockAdvancer } from '#src/engines/boards/layers.js';
import { allocate, ShardPlaces, shardsOfMemories } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import { type Board, makeBoard, neighbours, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, STATES_PER_WORD, type State, stateOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { count } from '../../../suite.js';

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
  const exploration = allocate(layout, constants, kernel, stateOf(geometry, goal, goal));
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
  put(stateOf(geometry, goal, goal), false);
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
      { numRuns: count(60, 300) },
    );
  });

  test('on 3x5 and 2x7, including moves between shards', () => {
    expect(bench(makeBoard(2, 7)).layout.shards).toBeGreaterThan(1);
    expect(bench(makeBoard(3, 5)).layout.shards).toBeGreaterThan(1);
  });
});
