import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CubeMetric } from '#src/spaces/puzzles/cubes.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { FULL } from '../../suite.js';
import { published, publishedHistogram } from './space-checks.js';
import { CUBE, dot, expectTurnsOf, Marks, sum, type Vector } from './turning-solid.js';

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

const SOLVED_TEXT = 'UFR URB UBL ULF DRF DFL DLB DBR';
const PLACES = SOLVED_TEXT.split(' ');

function cornerAt(place: string): Vector {
  return sum(...[...place].map((face) => CUBE[face]));
}

const SOLVED = new Marks(
  PLACES.flatMap((place) => [...place].map((face) => ({ at: cornerAt(place), direction: CUBE[face], mark: face }))),
);

function textOf(cube: Marks): string {
  return PLACES.map((place) => [...place].map((face) => cube.markAt(cornerAt(place), CUBE[face])).join('')).join(' ');
}

/** Returns a cube after a move. @param move a face, optionally with 2 or ' */
function turned(cube: Marks, move: string): Marks {
  const degrees = move.endsWith('2') ? 180 : move.endsWith("'") ? 270 : 90;
  return cube.turned(CUBE[move[0]], degrees);
}

const STICKERS = { solved: SOLVED, turned, textOf };

const METRICS: CubeMetric[] = ['half-turn', 'quarter-turn'];
const spaces = {
  'half-turn': knownSpace('cube-2x2x2', 'half-turn'),
  'quarter-turn': knownSpace('cube-2x2x2', 'quarter-turn'),
};

describe('cube-2x2x2', () => {
  test.runIf(FULL).each(METRICS)('has the published distribution of the %s metric, over all states', (metric) => {
    const { histogram, depths } = plainSpaceSearch(spaces[metric]);
    expect(histogram).toEqual(publishedHistogram('cube-2x2x2', metric));
    expect(depths.includes(-1)).toBe(false);
    expect(spaces[metric].size).toBe(3_674_160);
  });

  test('has turns of three faces as moves', () => {
    expect(spaces['half-turn'].moves).toEqual(['U', 'U2', "U'", 'R', 'R2', "R'", 'F', 'F2', "F'"]);
    expect(spaces['quarter-turn'].moves).toEqual(['U', "U'", 'R', "R'", 'F', "F'"]);
    expect(METRICS.map((metric) => spaces[metric].metric)).toEqual(METRICS);
    expect(METRICS.every((metric) => spaces[metric].reversible)).toBe(true);
  });

  test.each(METRICS)('turns like a cube with stickers: %s', (metric) => {
    expectTurnsOf(STICKERS, spaces[metric]);
  });

  test('is solved at its start', () => {
    expect(spaces['half-turn'].starts.map(spaces['half-turn'].format)).toEqual([SOLVED_TEXT]);
    expect(textOf(SOLVED)).toBe(SOLVED_TEXT);
  });

  test('reads its own texts', () => {
    const space = spaces['half-turn'];
    fc.assert(
      fc.property(fc.nat({ max: space.size - 1 }), (state) => {
        expect(space.parse(space.format(state))).toBe(state);
        expect(space.parse(space.format(state).toLowerCase().replaceAll(' ', ', '))).toBe(state);
      }),
    );
  });

  const expected = `a state is the corners on the places ${SOLVED_TEXT}`;
  test.each([
    ['UFR URB', `${expected}, found 2 of them: 'UFR URB'`],
    ['UFR URB UBL ULF DRF DFL DLB UDR', `${expected}, found 'UDR': no corner has these colours`],
    ['UFR URB UBL ULF DRF DFL DLB FR', `${expected}, found 'FR': no corner has these colours`],
    ['URF URB UBL ULF DRF DFL DLB DBR', `${expected}, found 'URF': the colours of UFR run in the opposite direction`],
    ['URB URB UBL ULF DRF DFL DLB DBR', `${expected}, each once; found URB more than once and UFR not at all`],
    [
      'UFR URB UBL ULF DRF DFL BDL DBR',
      'hold the puzzle so that the corner DLB is in its place, number 7 of the text, as DLB; found BDL there',
    ],
    [
      'UFR URB UBL ULF DRF DLB DFL DBR',
      'hold the puzzle so that the corner DLB is in its place, number 7 of the text, as DLB; found DFL there',
    ],
    [
      'RUF URB UBL ULF DRF DFL DLB DBR',
      "no moves of cube-2x2x2 lead from its solved state to 'RUF URB UBL ULF DRF DFL DLB DBR': moves keep the sum of the turns of the corners at 0 modulo 3, and here it is 1",
    ],
    [
      'FRU URB UBL ULF DRF DFL DLB DBR',
      "no moves of cube-2x2x2 lead from its solved state to 'FRU URB UBL ULF DRF DFL DLB DBR': moves keep the sum of the turns of the corners at 0 modulo 3, and here it is 2",
    ],
  ])("refuses '%s'", (text, message) => {
    expect(() => spaces['half-turn'].parse(text)).toThrow(message);
  });
});

describe('corners-3x3x3', () => {
  const space = knownSpace('corners-3x3x3');

  test('has 8! orders and 3^7 twists by turns of all six faces', () => {
    expect(space.size).toBe(88_179_840);
    expect(space.moves).toHaveLength(18);
    expect(knownSpace('corners-3x3x3', 'quarter-turn').moves).toEqual(
      ['U', 'R', 'F', 'D', 'L', 'B'].flatMap((face) => [face, `${face}'`]),
    );
    expect(space.format(space.starts[0])).toBe(SOLVED_TEXT);
  });

  test('turns like a cube with stickers', () => {
    expectTurnsOf(STICKERS, space, 30);
  });
});
