import { describe, expect, test } from 'vitest';
import { knownSpace } from '../../../known-space.js';
import { plainSpaceSearch } from '../../../plain-space-search.js';
import { FULL } from '../../../suite.js';
import { published, publishedHistogram } from '../published.js';
import { CUBE, dot, Marks, sum, type Vector } from './turning-solid.js';
import { expectTurnsOf } from './turns-as-solid.js';

/** Directions of the faces of a tetrahedron. Its top is the corner of F, L and R. */
const TETRAHEDRON: Readonly<Record<string, Vector>> = { F: [1, -1, 1], L: [-1, 1, 1], R: [1, 1, -1], D: [-1, -1, -1] };

/** A solid whose parts turn by thirds about axes: pieces are at the sums of the directions of their faces. */
interface TurningSolid {
  readonly space: string;
  readonly faces: Readonly<Record<string, Vector>>;
  /** Returns whether the piece on a place has a single mark, since its turns do not show. */
  readonly marksOnce: (place: string) => boolean;
  /** Returns the axis of a move. */
  readonly axisOf: (move: string) => Vector;
  /** Returns whether the piece on a place turns. @param along coordinate of its place along the axis */
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

  /** Each piece has its letters as marks in the directions of its faces. A piece whose turns do not show has its name in the direction of its place. */
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

  test('turns like a solid', () => expectTurnsOf({ solved: marks, turned, textOf }, space));

  test('has the published number of states', () => {
    expect(space.size).toBe(published.find((entry) => entry.space === name)?.states);
    expect(space.reversible).toBe(true);
  });
});

test.runIf(FULL)('skewb has the published distribution', () => {
  expect(plainSpaceSearch(knownSpace('skewb')).histogram).toEqual(publishedHistogram('skewb'));
});
