import { describe, expect, test } from 'vitest';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { plainMove, plainNeighbourCells } from '../../plain-map-search.js';
import { plainPatternSearch } from '../../plain-pattern-search.js';
import { depthsOf, NOT_REACHED, statesOf, textOf } from './walk-pattern.js';

const RING = '.../.#./...';
const CROSS = '#.#/.../.../#.#';

describe('distances in a pattern', () => {
  test.each<[board: string, tiles: readonly number[], blankCell?: number]>([
    ['3x3', [1]],
    ['3x3', [2, 5]],
    ['3x3', [1, 4, 8]],
    ['3x3', [1, 2, 3, 4]],
    ['3x3', [1, 3, 5, 6, 7]],
    ['3x3', [1, 2, 3, 4, 5, 6]],
    ['3x3', [3, 4, 5, 6, 7, 8], 0],
    ['3x3', [1, 2, 5, 7], 1],
    ['3x3', [2, 3, 4, 5, 8], 4],
    ['3x4', [1, 2, 3]],
    ['3x4', [3, 7, 11], 5],
    ['4x3', [1, 5, 9], 0],
    ['4x4', [1, 5, 9]],
    ['4x4', [2, 6, 7], 0],
    ['2x2', [3]],
    ['2x5', [1, 6, 7]],
    ['1x6', [2, 4]],
    [RING, [1]],
    [RING, [2, 5, 7]],
    [RING, [1, 2, 3, 4], 3],
    [CROSS, [1, 4, 7]],
    ['..#/.../#..', [2, 4]],
    ['..../.#../....', [1, 6, 10]],
  ])('of %s, tiles %j, blank %s are those of a plain search', (name, tiles, blankCell) => {
    const board = parseBoard(name);
    const states = statesOf(name, tiles, blankCell);
    const depths = depthsOf(states);
    const plain = plainPatternSearch(mapOf(board), orderedPosition(board, blankCell), tiles);
    const reached = new Set<number>();
    for (const { position, depth } of plain) {
      const state = states.parse(textOf(states, position));
      reached.add(state);
      if (depths[state] !== depth) expect.fail(`${states.format(state)}: ${depths[state]}, not ${depth}`);
    }
    expect(depths.filter((depth) => depth !== NOT_REACHED).length).toBe(reached.size);
  });

  test.each([
    ['3x3', [1, 2, 3, 4, 5, 6]],
    ['2x3', [2, 4, 5]],
    ['3x4', [1, 5, 6, 11]],
    ['4x4', [1, 2, 3, 4]],
  ])('are known for all states of %s, tiles %j', (name, tiles) => {
    expect(depthsOf(statesOf(name, tiles))).not.toContain(NOT_REACHED);
  });

  test('are those of 24 of 720 states, if three tiles move round a ring of eight cells', () => {
    const states = statesOf(RING, [1, 2, 3]);
    const reached = depthsOf(states).filter((depth) => depth !== NOT_REACHED).length;
    expect([reached, states.geometry.states]).toEqual([24, 720]);
  });

  test('change by one if a tile of the pattern moves, and otherwise not at all', () => {
    const board = parseBoard('4x4');
    const beside = plainNeighbourCells(mapOf(board));
    const patterns = [
      [1, 2, 5, 6],
      [3, 4, 7, 8],
      [10, 13, 14],
      [9, 11, 12, 15],
    ].map((tiles) => {
      const states = statesOf('4x4', tiles);
      return { states, tiles, depths: depthsOf(states) };
    });
    const random = new SeededRandom(19);
    for (let walk = 0; walk < 50; walk++) {
      let position: readonly number[] = orderedPosition(board);
      for (let step = 0; step < 200; step++) {
        const blank = position.indexOf(0);
        const to = beside[blank][random.below(beside[blank].length)];
        const after = plainMove(position, to);
        for (const { states, tiles, depths } of patterns) {
          const [one, other] = [position, after].map((each) => depths[states.parse(textOf(states, each))]);
          expect(Math.abs(one - other)).toBe(tiles.includes(position[to]) ? 1 : 0);
        }
        position = after;
      }
    }
  });
});
