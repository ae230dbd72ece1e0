import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { FULL } from '../../suite.js';
import { neighboursOf, publishedHistogram } from './space-checks.js';
import { clockwise, expectTurnsOf, Marks, negative, sum, type Vector } from './turning-solid.js';

/** Corners, held with L and R at the front: seen from above, L, B and R follow each other clockwise. */
const CORNERS: Readonly<Record<string, Vector>> = { U: [1, 1, 1], L: [-1, -1, 1], R: [1, -1, -1], B: [-1, 1, -1] };
const NAMES = ['U', 'L', 'R', 'B'];
const EDGES = ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'];

const middleOf = ([a, b]: string) => sum(CORNERS[a], CORNERS[b]);
const towards = ([a, b]: string) => sum(CORNERS[a], negative(CORNERS[b]));
const reversed = ([a, b]: string) => b + a;

/** Solved solid. Each edge piece has marks at both ends. Each centre has a mark on each side, named by the corner opposite to the side. */
const SOLVED = new Marks([
  ...EDGES.flatMap((edge) => [
    { at: middleOf(edge), direction: towards(edge), mark: edge[0] },
    { at: middleOf(edge), direction: towards(reversed(edge)), mark: edge[1] },
  ]),
  ...NAMES.flatMap((name) =>
    NAMES.filter((other) => other !== name).map((other) => {
      return { at: CORNERS[name], direction: negative(CORNERS[other]), mark: other };
    }),
  ),
]);

function textOf(pieces: Marks): string {
  const edges = EDGES.map((edge) => {
    return pieces.markAt(middleOf(edge), towards(edge)) + pieces.markAt(middleOf(edge), towards(reversed(edge)));
  });
  const thirds = NAMES.map((name) => {
    const side = name === 'U' ? 'L' : 'U';
    return [0, 1, 2].find((turns) => {
      const direction = clockwise(negative(CORNERS[side]), CORNERS[name], 120 * turns);
      return pieces.markAt(CORNERS[name], direction) === side;
    });
  });
  return `${edges.join(' ')} ${thirds.join('')}`;
}

function turned(pieces: Marks, move: string): Marks {
  return pieces.turned(CORNERS[move[0]], move.endsWith("'") ? 240 : 120);
}

const space = knownSpace('pyraminx');
const SOLVED_TEXT = 'UL UR UB LR LB RB 0000';

describe('pyraminx', () => {
  test.runIf(FULL)('has the published distribution, over all states', () => {
    const { histogram, depths } = plainSpaceSearch(space);
    expect(histogram).toEqual(publishedHistogram('pyraminx'));
    expect(depths.includes(-1)).toBe(false);
    expect(space.size).toBe(933_120);
  });

  test('turns like a solid', () => expectTurnsOf({ solved: SOLVED, turned, textOf }, space));

  test('is solved at its start', () => {
    expect(space.starts.map(space.format)).toEqual([SOLVED_TEXT]);
    expect(textOf(SOLVED)).toBe(SOLVED_TEXT);
    expect(space.moves).toEqual(['U', "U'", 'L', "L'", 'R', "R'", 'B', "B'"]);
    expect(space.reversible).toBe(true);
  });

  test('moves the right edge to the left and the left edge behind by U', () => {
    expect(neighboursOf(space, space.starts[0]).U).toBe('UR UB UL LR LB RB 1000');
  });

  test('reads its own texts', () => {
    fc.assert(
      fc.property(fc.nat({ max: space.size - 1 }), (state) => {
        expect(space.parse(space.format(state))).toBe(state);
        expect(space.parse(` ${space.format(state).toLowerCase().replaceAll(' ', ', ')}`)).toBe(state);
      }),
    );
  });

  const expected = 'a state is the edges on the places UL UR UB LR LB RB and the thirds of the centres, such as 0000';
  test.each([
    ['UL UR UB', `${expected}, found 3 words: 'UL UR UB'`],
    ['UL UR UB LR LB XX 0000', `${expected}, found 'XX': no edge has these colours`],
    ['UL UR UB LR LB BL 0000', `${expected}, each once; found LB more than once and RB not at all`],
    [
      'UR UL UB LR LB RB 0000',
      "no moves of pyraminx lead from its solved state to 'UR UL UB LR LB RB 0000': every move is an even permutation of the edges, and this would take an odd one",
    ],
    [
      'LU UR UB LR LB RB 0000',
      "no moves of pyraminx lead from its solved state to 'LU UR UB LR LB RB 0000': moves keep the sum of the turns of the edges at 0 modulo 2, and here it is 1",
    ],
    ['UL UR UB LR LB RB 0003', `${expected}; the centres are four digits 0, 1 or 2, found '0003'`],
    ['UL UR UB LR LB RB 000', `${expected}; the centres are four digits 0, 1 or 2, found '000'`],
  ])("refuses '%s'", (text, message) => {
    expect(() => space.parse(text)).toThrow(message);
  });
});
