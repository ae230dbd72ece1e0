/**
 * The Pocket Cube, 2x2x2: Rubik's cube of corners alone.
 *
 * The corner DLB is held fast and the faces U, R and F turn; turning the faces opposite to them is the same up to how
 * the whole cube is held. The other seven corners come into all 7! orders and, since the sum of their twists is fixed,
 * all 3^6 twists: 3,674,160 states.
 *
 * *Text.* The eight places are UFR URB UBL ULF DRF DFL DLB DBR, each named by its three faces, and the text of a state
 * says which corner is on each: its colours, named by the faces where they belong, in the order of the place's own
 * name. `FRU` on the place UFR is the corner UFR with its F colour on top. This is how D. Singmaster ("Notes on Rubik's
 * Magic Cube", 1981) names pieces, in the order of M. Reid's optimal cube solver (1997).
 *
 * *Number.* The twist of a corner is where on its place, 0 to 2, its U or D colour is. A state is
 * 729 * rank of the order of the corners + the twists of the first six places in base 3; each of the two parts is a
 * coordinate with a table of its own, see move-table.ts.
 */

import { InputError } from '../../base/input-error.js';
import type { SpaceDefinition } from '../../space/definition.js';
import { factorial } from '../permutation/lehmer.js';
import { rankOfBytes, unrankBytes } from '../permutation/rank.js';
import { cornerOnPlace, cornerText, type TwistedCorner } from './corner-text.js';
import { moveTable } from './move-table.js';

/** The metrics: any turn of a face counts as one move, or only a quarter turn. */
export const CUBE_METRICS = ['half-turn', 'quarter-turn'] as const;
export type CubeMetric = (typeof CUBE_METRICS)[number];

/** The places of the corners; every name is read in the same direction around the corner, against the clock. */
const PLACES = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DBR'];
/** The corner that is held fast, and its place in the text of a state. */
const FIXED = 'DLB';
const FIXED_AT = 6;
const CORNERS = PLACES.toSpliced(FIXED_AT, 0, FIXED);

const TWISTS = 3 ** (PLACES.length - 1);
const ORDERS = factorial(PLACES.length);

/** The faces around each face that turns: a quarter turn clockwise carries each to the next. */
const AROUND = { U: 'FLBR', R: 'FUBD', F: 'URDL' };

/** Quarter turns, and what they are called. */
const TURNS: Readonly<Record<CubeMetric, readonly (readonly [quarters: number, suffix: string])[]>> = {
  'half-turn': [
    [1, ''],
    [2, '2'],
    [3, "'"],
  ],
  'quarter-turn': [
    [1, ''],
    [3, "'"],
  ],
};

/**
 * It starts solved.
 * @param metric 'half-turn': U, U2 and U' are a move each; 'quarter-turn': U and U' are, half turns are two moves
 */
export function cube2x2x2(metric: CubeMetric): SpaceDefinition {
  const turns = Object.entries(AROUND).flatMap(([face, around]) =>
    TURNS[metric].map(([quarters, suffix]) => ({ name: face + suffix, quarter: quarterOf(face, around), quarters })),
  );
  const moves = turns.length;
  const orders = moveTable(
    { values: ORDERS, arrangementOf: orderOf, valueOf: rankOfBytes },
    TWISTS,
    turns.map((turn) => repeated(turn.quarters, (order: Uint8Array) => turn.quarter.from.map((place) => order[place]))),
  );
  const twists = moveTable(
    { values: TWISTS, arrangementOf: twistsOf, valueOf: numberOfTwists },
    1,
    turns.map((turn) =>
      repeated(turn.quarters, (twists: Uint8Array) =>
        turn.quarter.from.map((place, to) => (twists[place] + turn.quarter.twist[to]) % 3),
      ),
    ),
  );

  return {
    name: 'cube-2x2x2',
    metric,
    size: ORDERS * TWISTS,
    starts: [0],
    moves: turns.map(({ name }) => name),
    reversible: true,

    neighbours(state, next) {
      const order = (state / TWISTS) | 0;
      const orderRow = order * moves;
      const twistRow = (state - order * TWISTS) * moves;
      for (let move = 0; move < moves; move++) next[move] = orders[orderRow + move] + twists[twistRow + move];
    },

    format(state) {
      const order = orderOf(Math.floor(state / TWISTS));
      const twists = twistsOf(state % TWISTS);
      const words = PLACES.map((_, place) => cornerText(PLACES[order[place]], twists[place]));
      return words.toSpliced(FIXED_AT, 0, FIXED).join(' ');
    },

    parse(text) {
      const corners = parseCorners(text);
      const order = Uint8Array.from(corners, ({ corner }) => PLACES.indexOf(corner));
      const twists = Uint8Array.from(corners, ({ twist }) => twist);
      return rankOfBytes(order) * TWISTS + numberOfTwists(twists);
    },
  };
}

/** Where a quarter turn takes the corner of each place from, and by how much it twists what comes there. */
interface Quarter {
  readonly from: Uint8Array;
  readonly twist: Uint8Array;
}

function quarterOf(face: string, around: string): Quarter {
  const from = Uint8Array.from(PLACES, (_, place) => place);
  const twist = new Uint8Array(PLACES.length);
  for (const [place, name] of PLACES.entries()) {
    if (!name.includes(face)) continue;
    const carried = [...name].map((side) => (side === face ? side : around[(around.indexOf(side) + 1) % 4]));
    const to = PLACES.findIndex((other) => carried.every((side) => other.includes(side)));
    from[to] = place;
    twist[to] = PLACES[to].indexOf(carried[0]);
  }
  return { from, twist };
}

function repeated(times: number, once: (value: Uint8Array) => Uint8Array): (value: Uint8Array) => Uint8Array {
  return (value) => {
    let result = value;
    for (let time = 0; time < times; time++) result = once(result);
    return result;
  };
}

/** The corner on each place. */
function orderOf(rank: number): Uint8Array {
  const order = new Uint8Array(PLACES.length);
  unrankBytes(rank, order);
  return order;
}

/** The twist on each place; that of the last one makes the sum divisible by 3. */
function twistsOf(value: number): Uint8Array {
  const twists = new Uint8Array(PLACES.length);
  const last = PLACES.length - 1;
  let sum = 0;
  for (let place = last - 1, rest = value; place >= 0; place--, rest = Math.floor(rest / 3)) {
    twists[place] = rest % 3;
    sum += twists[place];
  }
  twists[last] = (3 - (sum % 3)) % 3;
  return twists;
}

function numberOfTwists(twists: Uint8Array): number {
  let value = 0;
  for (let place = 0; place < PLACES.length - 1; place++) value = value * 3 + twists[place];
  return value;
}

/** Returns the corners on PLACES. @throws InputError if no turns of a cube lead there */
function parseCorners(text: string): TwistedCorner[] {
  const corners = cornerOnPlace(text, CORNERS);
  const fixed = corners[FIXED_AT];
  if (fixed.corner !== FIXED || fixed.twist !== 0) {
    throw new InputError(
      `hold the cube so that the corner ${FIXED} is in its place, the seventh, as ${FIXED}; found ${cornerText(fixed.corner, fixed.twist)} there`,
    );
  }
  const sum = corners.reduce((total, { twist }) => total + twist, 0);
  if (sum % 3 !== 0) {
    throw new InputError(
      `the twists of the corners of a cube add up to whole turns, found ${sum % 3} third${sum % 3 === 1 ? '' : 's'} of a turn too many: no turns lead there`,
    );
  }
  return corners.toSpliced(FIXED_AT, 1);
}
