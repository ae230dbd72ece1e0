import { describe, expect, test } from 'vitest';
import { bitOfArrangement, placementBytes } from '#src/spaces/board/pattern-geometry.js';
import { bitOfState, patternBits, stateOfBit } from '#src/verify/codes.js';

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
