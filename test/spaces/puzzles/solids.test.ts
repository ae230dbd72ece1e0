/** Twisty puzzles: their moves are turns of solids in space. test/engines/published.test.ts has their distributions. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LargePuzzle } from '#src/space/space.js';
import { openSpace } from '#src/spaces/open-space.js';
import { describePuzzle } from '#src/spaces/permutation/group-space.js';
import { knownSpace } from '../../known-space.js';
import { movedBy } from '../../search/spaces.js';
import { count, rows } from '../../suite.js';
import { neighboursOf, published } from './space-checks.js';
import { CUBE, clockwise, dot, Marks, negative, sum, TETRAHEDRON, type Vector } from './turning-solid.js';

/** A solid whose pieces are at the sums of the directions of their faces. */
interface TurningSolid {
  readonly faces: Readonly<Record<string, Vector>>;
  /** Returns the axis of a move, and the angle of its turn. */
  readonly turnOf: (move: string) => readonly [axis: Vector, degrees: number];
  /** Coordinate along the axis above which pieces turn. */
  readonly above?: number;
  /** Returns whether the piece on a place has a single mark, since its turns do not show. */
  readonly marksOnce?: (place: string) => boolean;
  /** Returns the text of the solid, if it is not the marks of each place. */
  readonly textOf?: (solid: Marks) => string;
}

const at = (faces: TurningSolid['faces'], place: string) => sum(...[...place].map((face) => faces[face]));
const thirds =
  (axisOf: (name: string) => Vector): TurningSolid['turnOf'] =>
  (move) => [axisOf(move.replace("'", '')), move.endsWith("'") ? 240 : 120];

const RUBIK: TurningSolid = {
  faces: CUBE,
  turnOf: (move) => [CUBE[move[0]], move.endsWith('2') ? 180 : move.endsWith("'") ? 270 : 90],
};
const HALVES: Readonly<Record<string, string>> = { U: 'UBL', R: 'DBR', L: 'DFL', B: 'DLB' };
const isCentre = (place: string) => place.length === 1;

/** Corners of the pyraminx, held with L and R at the front: seen from above, L, B and R follow each other clockwise. */
const CORNERS: TurningSolid['faces'] = { U: [1, 1, 1], L: [-1, -1, 1], R: [1, -1, -1], B: [-1, 1, -1] };
const NAMES = Object.keys(CORNERS);
const EDGES = ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'];
const edgeMark = ([a, b]: string) => [sum(CORNERS[a], CORNERS[b]), sum(CORNERS[a], negative(CORNERS[b]))] as const;

/** Returns the edges, and the third by which each centre is turned: where its mark of the side opposite to L, or of L to U, is. */
function pyraminxText(pieces: Marks): string {
  const edges = EDGES.map((edge) => [edge, edge[1] + edge[0]].map((ends) => pieces.markAt(...edgeMark(ends))).join(''));
  const turned = NAMES.map((name) => {
    const side = name === 'U' ? 'L' : 'U';
    return [0, 1, 2].find((turns) => {
      const direction = clockwise(negative(CORNERS[side]), CORNERS[name], 120 * turns);
      return pieces.markAt(CORNERS[name], direction) === side;
    });
  });
  return `${edges.join(' ')} ${turned.join('')}`;
}

/** Each edge has marks at both ends. Each centre has a mark on each side, named by the corner opposite to the side. */
const PYRAMINX = new Marks([
  ...EDGES.flatMap((edge) => [edge, edge[1] + edge[0]]).map((ends) => {
    const [place, direction] = edgeMark(ends);
    return { at: place, direction, mark: ends[0] };
  }),
  ...NAMES.flatMap((name) =>
    NAMES.filter((other) => other !== name).map((other) => ({
      at: CORNERS[name],
      direction: negative(CORNERS[other]),
      mark: other,
    })),
  ),
]);

const SOLIDS: readonly (readonly [name: string, metric: string | undefined, solid: TurningSolid])[] = [
  ['cube-2x2x2', 'half-turn', RUBIK],
  ['cube-2x2x2', 'quarter-turn', RUBIK],
  ['corners-3x3x3', 'quarter-turn', RUBIK],
  ['skewb', undefined, { faces: CUBE, turnOf: thirds((move) => at(CUBE, HALVES[move])), marksOnce: isCentre }],
  ['dino', undefined, { faces: CUBE, turnOf: thirds((move) => at(CUBE, move)), above: 1, marksOnce: () => true }],
  [
    'jing-pyraminx',
    undefined,
    { faces: TETRAHEDRON, turnOf: thirds((move) => at(TETRAHEDRON, move)), marksOnce: isCentre },
  ],
  ['pyraminx', undefined, { faces: CORNERS, turnOf: thirds((move) => CORNERS[move]), textOf: pyraminxText }],
];

test.each(rows(SOLIDS, [0, 3, 5, 6]))(
  '%s in the metric %s turns like a solid, has the published number of states, and reads its own texts',
  (name, metric, solid) => {
    const { faces, turnOf, above = 0, marksOnce = () => false } = solid;
    const space = knownSpace(name, metric);
    const start = space.format(space.starts[0]);
    const sets = start.split(' / ').map((set) => set.split(' '));
    const directionsOf = (place: string) => (marksOnce(place) ? [place] : [...place]);
    const textOf =
      solid.textOf ??
      ((turned: Marks) =>
        sets
          .map((set) =>
            set
              .map((place) =>
                directionsOf(place)
                  .map((face) => turned.markAt(at(faces, place), at(faces, face)))
                  .join(''),
              )
              .join(' '),
          )
          .join(' / '));
    const solved = solid.textOf
      ? PYRAMINX
      : new Marks(
          sets
            .flat()
            .flatMap((place) =>
              directionsOf(place).map((face) => ({ at: at(faces, place), direction: at(faces, face), mark: face })),
            ),
        );
    const turned = (marks: Marks, move: string) => {
      const [axis, degrees] = turnOf(move);
      return marks.turned(axis, degrees, (point) => dot(point, axis) > above);
    };
    expect(textOf(solved)).toBe(start);
    expect(space.size).toBe(published.find((entry) => entry.space === name)?.states);
    expect([space.reversible, space.metric]).toEqual([true, metric ?? null]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...space.moves), { maxLength: 20 }), (scramble) => {
        const marks = scramble.reduce(turned, solved);
        const state = space.parse(textOf(marks).toLowerCase().replaceAll(' ', ', '));
        expect(space.format(state)).toBe(textOf(marks));
        const expected = Object.fromEntries(space.moves.map((move) => [move, textOf(turned(marks, move))]));
        expect(neighboursOf(space, state)).toEqual(expected);
      }),
      { numRuns: count(10, 50) },
    );
  },
);

/* Solids too large to enumerate: pieces at points of space, and layers between planes. */

/** Pieces of a set, with the points where they are. */
interface PlacedPieces {
  readonly places: readonly string[];
  /** Returns the point of a place. */
  readonly pointOf: (place: string) => Vector;
  /** Returns the only mark of the piece of a place, if its turns do not show. */
  readonly markOf?: (place: string) => string;
}

interface LargeSolid {
  readonly states: bigint;
  readonly moves: number;
  readonly faces: Readonly<Record<string, Vector>>;
  readonly sets: readonly PlacedPieces[];
  /** Returns the axis and the angle of a move, and whether a point turns with it. */
  readonly turnOf: (move: string) => readonly [axis: Vector, degrees: number, turns: (point: Vector) => boolean];
}

const times = (factor: number, [x, y, z]: Vector): Vector => [factor * x, factor * y, factor * z];
const itself = (place: string) => place;
const first = ([letter]: string) => letter;
const third = (move: string) => (move.endsWith("'") ? 240 : 120);

/** Directions of an octahedron's faces, with a corner at the front. W and E are at the back, on the left and on the right. */
const OCTAHEDRON: LargeSolid['faces'] = {
  ...{ U: [1, 1, 1], R: [1, -1, 1], F: [-1, -1, 1], L: [-1, 1, 1] },
  ...{ D: [-1, -1, -1], W: [-1, 1, -1], B: [1, 1, -1], E: [1, -1, -1] },
};
/** A centre is near its own face, and nearer to one corner of it than to the others. */
const centrePoint = ([face, ...others]: string) => sum(times(3, OCTAHEDRON[face]), at(OCTAHEDRON, others.join('')));
const CENTRES = 'URL ULB UBR FLR FRD FDL EBD EDR ERB WDB WBL WLD';
const OTHER_CENTRES = 'RFU RUE REF LUF LFW LWU DEW DWF DFE BWE BEU BUW';

/** Corners of the tetrahedron. Each point is a mean of them, weighted by numbers whose sum is 24. */
const VERTICES: Readonly<Record<string, Vector>> = Object.fromEntries(
  Object.entries({ FLR: 'D', FDL: 'R', FRD: 'L', LDR: 'F' }).map(([corner, face]) => [
    corner,
    negative(TETRAHEDRON[face]),
  ]),
);
const OPPOSITE: Readonly<Record<string, string>> = { D: 'FLR', R: 'FDL', L: 'FRD', F: 'LDR' };
const has = (corner: string, faces: string) => [...faces].every((face) => corner.includes(face));
function weighted(weightOf: (corner: string) => number): Vector {
  return sum(...Object.keys(VERTICES).map((corner) => times(weightOf(corner), VERTICES[corner])));
}
/** Returns the layer of a point, 1 at a corner to 4 at the opposite face. */
function layerFrom(corner: Vector, point: Vector): number {
  const weight = (dot(point, corner) + 24) / 4;
  return Math.max(1, 4 - Math.floor(weight / 6));
}
/** Two wings are on an edge. That at a corner has its faces in the order in which they follow each other clockwise around it. */
function wingPoint([one, other]: string): Vector {
  const isNear = (corner: string) =>
    String(clockwise(TETRAHEDRON[one], VERTICES[corner], 120)) === String(TETRAHEDRON[other]);
  return weighted((corner) => (isNear(corner) ? 15 : has(corner, one + other) ? 9 : 0));
}

const LARGE: Readonly<Record<string, LargeSolid>> = {
  'cube-3x3x3': {
    states: 43_252_003_274_489_856_000n,
    moves: 18,
    faces: CUBE,
    sets: ['UFR URB UBL ULF DRF DFL DLB DBR', 'UF UR UB UL FR FL BR BL DF DR DB DL'].map((places) => ({
      places: places.split(' '),
      pointOf: (place) => at(CUBE, place),
    })),
    turnOf: (move) => [...RUBIK.turnOf(move), (point) => dot(point, CUBE[move[0]]) > 0],
  },
  // Arrangements as published, in each of 12 orientations of the solid.
  fto: {
    states: 12n * 31_408_133_379_194_880_000_000n,
    moves: 16,
    faces: OCTAHEDRON,
    sets: [
      { places: 'URFL UBER ULWB REDF LFDW BWDE'.split(' '), pointOf: (place) => at(OCTAHEDRON, place) },
      {
        places: 'UR UL UB FL FR FD EB ED ER WD WB WL'.split(' '),
        pointOf: (place) => at(OCTAHEDRON, place),
        markOf: itself,
      },
      { places: CENTRES.split(' '), pointOf: centrePoint, markOf: first },
      { places: OTHER_CENTRES.split(' '), pointOf: centrePoint, markOf: first },
    ],
    turnOf(move) {
      const name = move.replace("'", '');
      const axis = OCTAHEDRON[{ BL: 'W', BR: 'E' }[name] ?? name];
      return [axis, third(move), (point) => dot(point, axis) > 2];
    },
  },
  'master-pyraminx': {
    states: 12n * 217_225_462_874_112_000n,
    moves: 32,
    faces: TETRAHEDRON,
    sets: [
      { places: Object.keys(VERTICES), pointOf: (place) => weighted((corner) => (corner === place ? 24 : 0)) },
      { places: Object.keys(VERTICES), pointOf: (place) => weighted((corner) => (corner === place ? 15 : 3)) },
      {
        places: 'FL FR LR FD LD RD'.split(' '),
        pointOf: (place) => weighted((corner) => (has(corner, place) ? 9 : 3)),
      },
      { places: 'FL LF FR RF LR RL FD DF LD DL RD DR'.split(' '), pointOf: wingPoint, markOf: itself },
      { places: [...'FLRD'], pointOf: (place) => weighted((corner) => (has(corner, place) ? 8 : 0)), markOf: itself },
    ],
    turnOf(move) {
      const [, inner, part] = /^(2?)([A-Z]+)/.exec(move) ?? [];
      const isFace = part.length === 1;
      const corner = VERTICES[isFace ? OPPOSITE[part] : part];
      const layer = isFace ? (inner === '' ? 4 : 3) : inner === '' ? 1 : 2;
      return [isFace ? negative(corner) : corner, third(move), (point) => layerFrom(corner, point) === layer];
    },
  },
};

test.each(Object.entries(LARGE))(
  '%s turns like a solid, has the published number of states, and reads its own texts',
  async (name, { states, moves, faces, sets, turnOf }) => {
    const space = (await openSpace({ kind: 'known', space: name })) as LargePuzzle;
    expect(describePuzzle(space.group.definition).states).toEqual({ states, exact: true });
    expect([space.moves.length, space.reversible]).toEqual([moves, true]);
    const facesOf = ({ markOf }: PlacedPieces, place: string) => (markOf ? [place[0]] : [...place]);
    const solved = new Marks(
      sets.flatMap((set) =>
        set.places.flatMap((place) =>
          facesOf(set, place).map((face) => ({
            at: set.pointOf(place),
            // A piece whose turns do not show has a mark without direction.
            direction: set.markOf ? sum() : faces[face],
            mark: set.markOf?.(place) ?? face,
          })),
        ),
      ),
    );
    const textOf = (marks: Marks) =>
      sets
        .map((set) =>
          set.places
            .map((place) =>
              facesOf(set, place)
                .map((face) => marks.markAt(set.pointOf(place), set.markOf ? sum() : faces[face]))
                .join(''),
            )
            .join(' '),
        )
        .join(' / ');
    expect(textOf(solved)).toBe(space.format(space.starts[0]));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...space.moves), { maxLength: 30 }), (scramble) => {
        const turned = scramble.reduce((marks, move) => marks.turned(...turnOf(move)), solved);
        const state = movedBy(space, space.starts[0], scramble);
        expect(space.format(state)).toBe(textOf(turned));
        expect(space.parse(textOf(turned).toLowerCase().replaceAll(' ', ', '))).toEqual(state);
      }),
      { numRuns: count(30, 200) },
    );
  },
);

test('pieces that are alike are counted', async () => {
  const { starts, format, parse } = (await openSpace({ kind: 'known', space: 'fto' })) as LargePuzzle;
  const wrong = format(starts[0]).replace('U U U', 'U F U');
  expect(() => parse(wrong)).toThrow('; found 2 pieces U among the centres in place of 3');
});

test.each([
  ['cube-2x2x2', 'half-turn', "U U2 U' R R2 R' F F2 F'"],
  ['pyraminx', undefined, "U U' L L' R R' B B'"],
])('%s in the metric %s has the moves %s', (name, metric, moves) => {
  expect(knownSpace(name, metric).moves.join(' ')).toBe(moves);
});

const EXPECTED = {
  'cube-2x2x2': 'a state is the corners on the places UFR URB UBL ULF DRF DFL DLB DBR',
  pyraminx: 'a state is the edges on the places UL UR UB LR LB RB and the thirds of the centres, such as 0000',
};
const HOLD = 'hold the puzzle so that the corner DLB is in its place, number 7 of the text, as DLB; found';
const TURNS = 'moves keep the sum of the turns of the';

describe.each<readonly [keyof typeof EXPECTED, readonly (readonly [string, string])[]]>([
  [
    'cube-2x2x2',
    [
      ['UFR URB', "<expected>, found 2 of them: 'UFR URB'"],
      ['UFR URB UBL ULF DRF DFL DLB UDR', "<expected>, found 'UDR': no corner has these colours"],
      ['UFR URB UBL ULF DRF DFL DLB FR', "<expected>, found 'FR': no corner has these colours"],
      ['URF URB UBL ULF DRF DFL DLB DBR', "<expected>, found 'URF': the colours of UFR run in the opposite direction"],
      ['URB URB UBL ULF DRF DFL DLB DBR', '<expected>, each once; found URB more than once and UFR not at all'],
      ['UFR URB UBL ULF DRF DFL BDL DBR', `${HOLD} BDL there`],
      ['UFR URB UBL ULF DRF DLB DFL DBR', `${HOLD} DFL there`],
      ['RUF URB UBL ULF DRF DFL DLB DBR', `${TURNS} corners at 0 modulo 3, and here it is 1`],
      ['FRU URB UBL ULF DRF DFL DLB DBR', `${TURNS} corners at 0 modulo 3, and here it is 2`],
    ],
  ],
  [
    'pyraminx',
    [
      ['UL UR UB', "<expected>, found 3 words: 'UL UR UB'"],
      ['UL UR UB LR LB XX 0000', "<expected>, found 'XX': no edge has these colours"],
      ['UL UR UB LR LB BL 0000', '<expected>, each once; found LB more than once and RB not at all'],
      ['UR UL UB LR LB RB 0000', 'every move is an even permutation of the edges, and this would take an odd one'],
      ['LU UR UB LR LB RB 0000', `${TURNS} edges at 0 modulo 2, and here it is 1`],
      ['UL UR UB LR LB RB 0003', "<expected>; the centres are four digits 0, 1 or 2, found '0003'"],
      ['UL UR UB LR LB RB 000', "<expected>; the centres are four digits 0, 1 or 2, found '000'"],
    ],
  ],
])('a text of %s is refused', (name, cases) => {
  test.each(cases)('%s', (text, message) => {
    expect(() => knownSpace(name).parse(text)).toThrow(message.replace('<expected>', EXPECTED[name]));
  });
});
