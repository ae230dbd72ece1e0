import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { bitOfArrangement, placementBytes } from '#src/spaces/board/pattern-geometry.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { bitOfState, patternBits, stateOfBit } from '#src/verify/codes.js';
import { plainPatternSpace } from '#src/verify/pattern-states.js';
import { FULL, rows } from '../../suite.js';

const sourceOf = (name: string, tiles: readonly number[], blankCell?: number) => {
  const board = parseBoard(name);
  return patternSource(board, orderedPosition(board, blankCell), tiles);
};

describe('the check’s own space of a pattern', () => {
  test.each(
    rows<[board: string, tiles: readonly number[], blankCell?: number]>(
      [
        ['3x3', [1]],
        ['3x3', [2, 5, 7], 4],
        ['3x3', [1, 2, 3, 4, 5, 6]],
        ['4x3', [1, 5, 9], 0],
        ['1x6', [2, 4]],
        ['.../.#./...', [1, 2, 3]],
        ['..#/.../#..', [2, 4]],
        ['#.#/.../.../#.#', [1, 4, 7]],
        ['4x8', [3]],
      ],
      [0, 1, 3, 4, 5, 6, 7, 8],
    ),
  )('of %s, tiles %j, equals the explored space', async (name, tiles, blankCell) => {
    const source = sourceOf(name, tiles, blankCell);
    const space = await openNumberedSpace(source);
    const plain = plainPatternSpace(source);
    const { neighbours: _, format: __, parse: ___, pattern: ____, ...properties } = space;
    expect(plain).toMatchObject(properties);
    const [found, expected] = [new Float64Array(space.moves.length), new Float64Array(space.moves.length)];
    for (let state = 0; state < space.size; state++) {
      plain.neighbours(state, found);
      space.neighbours(state, expected);
      const text = space.format(state);
      const same = found.every((to, move) => to === expected[move]);
      if (!same || plain.format(state) !== text || plain.parse(text) !== state) expect.fail(`${text} is another state`);
    }
  });

  test.runIf(FULL)('numbers the states of the maximum number of tiles', async () => {
    const source = sourceOf('4x4', [1, 2, 3, 4, 5, 6, 7, 8]);
    const space = await openNumberedSpace(source);
    const plain = plainPatternSpace(source);
    expect([plain.size, plain.starts]).toEqual([1_425_191_040, space.starts]);
    const [found, expected] = [new Float64Array(32), new Float64Array(32)];
    for (let state = 0; state < space.size; state += 9_999_991) {
      plain.neighbours(state, found);
      space.neighbours(state, expected);
      expect(found).toEqual(expected);
      expect(plain.format(state)).toBe(space.format(state));
    }
  });

  test('numbers the example of docs/explanations/patterns.md', () => {
    expect(plainPatternSpace(sourceOf('3x3', [1, 2, 4])).starts).toEqual([84]);
  });

  test('has no start other than its goal, and no state without a blank', () => {
    const source = sourceOf('3x3', [1, 2]);
    expect(() => plainPatternSpace({ ...source, start: '1 2 x . . . . . .' })).toThrow(InputError);
    expect(() => plainPatternSpace(source).parse('1 . . . . . . . x')).toThrow('are not an arrangement');
  });
});

const FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

describe('the bits of the check', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of %i tiles are at the addresses of tables, and belong to one state each',
    (tiles) => {
      const arrangements = FACTORIALS[tiles];
      const size = 3 * arrangements;
      const bits = patternBits(size, tiles, false);
      const bitsOfPlacement = 8 * placementBytes(arrangements);
      expect(bits.bitsetBytes).toBe((3 * bitsOfPlacement) / 8);
      for (let state = 0; state < size; state++) {
        const placement = Math.floor(state / arrangements);
        const bit = bitOfState(bits, state);
        const expected = placement * bitsOfPlacement + bitOfArrangement(state % arrangements);
        if (bit !== expected || stateOfBit(bits, bit) !== state) expect.fail(`state ${state} has bit ${bit}`);
      }
      const states = Array.from({ length: 8 * bits.bitsetBytes }, (_, bit) => stateOfBit(bits, bit));
      expect(states.filter((state) => state !== undefined)).toHaveLength(size);
    },
  );
});
