import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CubeMetric } from '#src/spaces/puzzles/cubes.js';
import { knownSpace } from '../../../known-space.js';
import { plainSpaceSearch } from '../../../plain-space-search.js';
import { FULL } from '../../../suite.js';
import { publishedHistogram } from '../published.js';
import { CUBE, Marks, sum, type Vector } from './turning-solid.js';
import { expectTurnsOf } from './turns-as-solid.js';

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
