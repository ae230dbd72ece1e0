/**
 * The Pyraminx, a tetrahedron whose corners turn; its four tips, which turn by themselves, are left out.
 *
 * The corners are called U (up), L (left), R (right) and B (behind). Each has a centre piece, which turns in its place,
 * and between each two of them lies an edge piece. A move turns a corner's centre and its three edges by a third. The
 * six edges come into all even orders, 360, and an even number of them is flipped, 2^5 ways; with the four centres, 3^4
 * ways, these are 933,120 states.
 *
 * *Text.* The places of the edges are UL UR UB LR LB RB, each named by the corners at its ends, and the text says which
 * edge is on each: `LU` on the place UR is the edge UL with its end L at U. Four digits follow, by how many thirds
 * clockwise the centres of U, L, R and B are turned. Solved: `UL UR UB LR LB RB 0000`.
 *
 * *Number.* ((rank of the order of the edges >> 1) * 32 + the flips of the first five places in base 2) * 81 + the
 * centres in base 3: three coordinates with a table each, see move-table.ts. An edge is flipped if the first letter
 * of its name is at the second end of its place.
 *
 * Source: U. Meffert's puzzle (1981); number of states and their distances: OEIS A079744.
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceDefinition } from '../../space/definition.js';
import { rankOfBytes, unrankBytes } from '../permutation/rank.js';
import { moveTable } from './move-table.js';

const CORNERS = ['U', 'L', 'R', 'B'];
/** The other corners around each: a clockwise turn, seen from outside, carries each to the next. */
const AROUND = ['RLB', 'URB', 'UBL', 'LRU'];
const PLACES = ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'];

const ORDERS = 360;
const FLIPS = 2 ** (PLACES.length - 1);
const CENTRES = 3 ** CORNERS.length;

/** It starts solved. Moves are U, L, R, B, clockwise seen from the corner, and U', L', R', B' against the clock. */
export function pyraminx(): SpaceDefinition {
  const turns = CORNERS.flatMap((corner, index) => {
    const turn = turnOf(index);
    return [
      { name: corner, corner: index, thirds: 1, turn },
      { name: `${corner}'`, corner: index, thirds: 2, turn },
    ];
  });
  const moves = turns.length;
  const orders = moveTable(
    { values: ORDERS, arrangementOf: orderOf, valueOf: numberOfOrder },
    FLIPS * CENTRES,
    turns.map(({ turn, thirds }) => repeated(thirds, (order) => turn.from.map((place) => order[place]))),
  );
  const flips = moveTable(
    { values: FLIPS, arrangementOf: flipsOf, valueOf: numberOfFlips },
    CENTRES,
    turns.map(({ turn, thirds }) =>
      repeated(thirds, (flips) => turn.from.map((place, to) => flips[place] ^ turn.flip[to])),
    ),
  );
  const centres = moveTable(
    { values: CENTRES, arrangementOf: centresOf, valueOf: numberOfCentres },
    1,
    turns.map(
      ({ corner, thirds }) =>
        (centres: Uint8Array) =>
          centres.with(corner, (centres[corner] + thirds) % 3),
    ),
  );

  return {
    name: 'pyraminx',
    size: ORDERS * FLIPS * CENTRES,
    starts: [0],
    moves: turns.map(({ name }) => name),
    reversible: true,

    neighbours(state, next) {
      const edges = (state / CENTRES) | 0;
      const order = (edges >> 5) * moves;
      const flip = (edges & 31) * moves;
      const centre = (state - edges * CENTRES) * moves;
      for (let move = 0; move < moves; move++) {
        next[move] = orders[order + move] + flips[flip + move] + centres[centre + move];
      }
    },

    format(state) {
      const edges = Math.floor(state / CENTRES);
      const order = orderOf(Math.floor(edges / FLIPS));
      const flips = flipsOf(edges % FLIPS);
      const words = PLACES.map((_, place) => edgeText(PLACES[order[place]], flips[place]));
      return `${words.join(' ')} ${centresOf(state % CENTRES).join('')}`;
    },

    parse(text) {
      const { order, flips, centres } = parsePieces(text);
      return (numberOfOrder(order) * FLIPS + numberOfFlips(flips)) * CENTRES + numberOfCentres(centres);
    },
  };
}

/** Where a turn takes the edge of each place from, and whether it is flipped there. */
interface Turn {
  readonly from: Uint8Array;
  readonly flip: Uint8Array;
}

function turnOf(corner: number): Turn {
  const around = AROUND[corner];
  const from = Uint8Array.from(PLACES, (_, place) => place);
  const flip = new Uint8Array(PLACES.length);
  for (const [place, name] of PLACES.entries()) {
    if (!name.includes(CORNERS[corner])) continue;
    const carried = [...name].map((end) => (around.includes(end) ? around[(around.indexOf(end) + 1) % 3] : end));
    const to = PLACES.findIndex((other) => carried.every((end) => other.includes(end)));
    from[to] = place;
    flip[to] = PLACES[to].indexOf(carried[0]);
  }
  return { from, flip };
}

function repeated(times: number, once: (value: Uint8Array) => Uint8Array): (value: Uint8Array) => Uint8Array {
  return times === 1 ? once : (value) => once(once(value));
}

/** The edge on each place: the even one of the two orders that differ in their last two places. */
function orderOf(value: number): Uint8Array {
  const order = new Uint8Array(PLACES.length);
  unrankBytes(2 * value, order);
  if (!isEven(order)) unrankBytes(2 * value + 1, order);
  return order;
}

function numberOfOrder(order: Uint8Array): number {
  return rankOfBytes(order) >> 1;
}

function isEven(order: Uint8Array): boolean {
  let inversions = 0;
  for (let j = 0; j < order.length; j++) {
    for (let k = j + 1; k < order.length; k++) if (order[k] < order[j]) inversions++;
  }
  return inversions % 2 === 0;
}

/** The flip on each place, 0 or 1; that of the last one makes their sum even. */
function flipsOf(value: number): Uint8Array {
  const last = PLACES.length - 1;
  const flips = Uint8Array.from(PLACES, (_, place) => (place < last ? (value >> (last - 1 - place)) & 1 : 0));
  flips[last] = flips.reduce((sum, flip) => sum ^ flip, 0);
  return flips;
}

function numberOfFlips(flips: Uint8Array): number {
  return flips.subarray(0, PLACES.length - 1).reduce((value, flip) => 2 * value + flip, 0);
}

function centresOf(value: number): Uint8Array {
  return Uint8Array.from(CORNERS, (_, corner) => Math.floor(value / 3 ** (CORNERS.length - 1 - corner)) % 3);
}

function numberOfCentres(centres: Uint8Array): number {
  return centres.reduce((value, thirds) => 3 * value + thirds, 0);
}

function edgeText(edge: string, flip: number): string {
  return flip === 0 ? edge : edge[1] + edge[0];
}

/** @throws InputError if no turns of a Pyraminx lead there */
function parsePieces(text: string): { order: Uint8Array; flips: Uint8Array; centres: Uint8Array } {
  const words = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const expected = `a state is the edges on the places ${PLACES.join(' ')} and the thirds of the centres, such as 0000`;
  if (words.length !== PLACES.length + 1) {
    throw new InputError(`${expected}, found ${words.length} words: '${excerpt(text)}'`);
  }
  const edges = words.slice(0, PLACES.length);
  const order = Uint8Array.from(edges, (word) => {
    const edge = PLACES.findIndex((name) => name === word || edgeText(name, 1) === word);
    if (edge < 0) throw new InputError(`${expected}, found '${excerpt(word, 12)}' in place of an edge`);
    return edge;
  });
  const missing = PLACES.find((_, edge) => !order.includes(edge));
  if (missing !== undefined) throw new InputError(`${expected}, each edge once; found no ${missing}`);
  if (!isEven(order))
    throw new InputError('the edges of a Pyraminx have an even order, found an odd one: no turns lead there');
  const flips = Uint8Array.from(edges, (word, place) => (word === PLACES[order[place]] ? 0 : 1));
  if (flips.reduce((sum, flip) => sum + flip, 0) % 2 !== 0) {
    throw new InputError('an even number of edges of a Pyraminx is flipped, found an odd one: no turns lead there');
  }
  const last = words[PLACES.length];
  if (!/^[012]{4}$/.test(last)) {
    throw new InputError(`${expected}; the centres are four digits 0, 1 or 2, found '${excerpt(last, 12)}'`);
  }
  return { order, flips, centres: Uint8Array.from(last, Number) };
}
