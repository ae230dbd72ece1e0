import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownSpace } from '../../../known-space.js';
import { plainSpaceSearch } from '../../../plain-space-search.js';
import { FULL } from '../../../suite.js';
import { published, publishedHistogram } from '../published.js';
import { neighboursOf } from '../space-checks.js';
import { dot, Marks, sum, type Vector } from './turning-solid.js';

const CUBE: Readonly<Record<string, Vector>> = {
  U: [0, 1, 0],
  D: [0, -1, 0],
  R: [1, 0, 0],
  L: [-1, 0, 0],
  F: [0, 0, 1],
  B: [0, 0, -1],
};
/** The directions of the faces of a tetrahedron: up is the corner of F, L and R. */
const TETRAHEDRON: Readonly<Record<string, Vector>> = { F: [1, -1, 1], L: [-1, 1, 1], R: [1, 1, -1], D: [-1, -1, -1] };

/** A solid whose parts turn by thirds about axes: pieces are at the sums of the directions of their faces. */
interface TurningSolid {
  readonly space: string;
  readonly faces: Readonly<Record<string, Vector>>;
  /** Pieces whose turns do not show are marked once. */
  readonly marksOnce: (place: string) => boolean;
  /** The move's axis. */
  readonly axisOf: (move: string) => Vector;
  /** Whether the piece on a place turns, by where it is along the axis. */
  readonly turns: (along: number) => boolean;
}

const HALVES: Readonly<Record<string, string>> = { U: 'UBL', R: 'DBR', L: 'DFL', B: 'DLB' };

const at = (faces: TurningSolid['faces'], place: string) => sum(...[...place].map((face) => faces[face]));

const SOLIDS: readonly TurningSolid[] = [
  {
    space: 'skewb',
    faces: CUBE,
    marksOnce: (place) => place.length === 1,
    axisOf: (move) => at(CUBE, HALVES[move[0]]),
    turns: (along) => along > 0,
  },
  {
    space: 'dino',
    faces: CUBE,
    marksOnce: () => true,
    axisOf: (move) => at(CUBE, move.slice(0, 3)),
    turns: (along) => along > 1,
  },
  {
    space: 'jing-pyraminx',
    faces: TETRAHEDRON,
    marksOnce: (place) => place.length === 1,
    axisOf: (move) => at(TETRAHEDRON, move.replace("'", '')),
    turns: (along) => along > 0,
  },
];

describe.each(SOLIDS)('$space', ({ space: name, faces, marksOnce, axisOf, turns }) => {
  const space = knownSpace(name);
  const solved = space.format(space.starts[0]);
  const places = solved.split(' / ').map((set) => set.split(' '));

  /** Each piece carries its letters in the directions of its faces; of one without turns, its name in the direction of its place. */
  const marks = new Marks(
    places
      .flat()
      .flatMap((place) =>
        marksOnce(place)
          ? [{ at: at(faces, place), direction: at(faces, place), mark: place }]
          : [...place].map((face) => ({ at: at(faces, place), direction: faces[face], mark: face })),
      ),
  );

  const textOf = (solid: Marks) =>
    places
      .map((set) =>
        set
          .map((place) => {
            const there = at(faces, place);
            if (marksOnce(place)) return solid.markAt(there, there);
            return [...place].map((face) => solid.markAt(there, faces[face])).join('');
          })
          .join(' '),
      )
      .join(' / ');

  const turned = (solid: Marks, move: string) => {
    const axis = axisOf(move);
    return solid.turned(axis, move.endsWith("'") ? 240 : 120, (point) => turns(dot(point, axis)));
  };

  test('turns as a solid does', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...space.moves), { maxLength: 20 }), (scramble) => {
        const solid = scramble.reduce(turned, marks);
        const expected = Object.fromEntries(space.moves.map((move) => [move, textOf(turned(solid, move))]));
        expect(neighboursOf(space, space.parse(textOf(solid)))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('has the published states', () => {
    expect(space.size).toBe(published.find((entry) => entry.space === name)?.states);
    expect(space.reversible).toBe(true);
  });
});

test.runIf(FULL)('skewb has the published distribution', () => {
  expect(plainSpaceSearch(knownSpace('skewb')).histogram).toEqual(publishedHistogram('skewb'));
});
