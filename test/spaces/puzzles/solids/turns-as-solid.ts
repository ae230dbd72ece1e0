import fc from 'fast-check';
import { expect } from 'vitest';
import type { NumberedSpace } from '#src/space/space.js';
import { neighboursOf } from '../space-checks.js';
import type { Marks } from './turning-solid.js';

/** A puzzle as a solid in space. */
export interface SolidPuzzle {
  readonly solved: Marks;
  readonly turned: (solid: Marks, move: string) => Marks;
  readonly textOf: (solid: Marks) => string;
}

/** Expects that the neighbours of states agree with the turns of a solid, after random moves. */
export function expectTurnsOf({ solved, turned, textOf }: SolidPuzzle, space: NumberedSpace, numRuns = 50): void {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...space.moves), { maxLength: 20 }), (scramble) => {
      const solid = scramble.reduce(turned, solved);
      const expected = Object.fromEntries(space.moves.map((move) => [move, textOf(turned(solid, move))]));
      expect(neighboursOf(space, space.parse(textOf(solid)))).toEqual(expected);
    }),
    { numRuns },
  );
}
