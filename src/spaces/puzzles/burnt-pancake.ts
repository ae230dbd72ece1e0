/**
 * Burnt pancake sorting: as in pancake.ts, but each pancake has a burnt side, and turning the first k over also turns each of
 * them upside down. All are to lie in order with the burnt side down.
 *
 * A state is a signed permutation, numbered as order * 2^n + sides: `order` is the number of the order without signs, see
 * permutation-space.ts, and bit p of `sides` is 1 if the burnt side of the pancake on place p (0 the top) is up. By places
 * and not by pancakes, because then a move changes `sides` in a way that does not depend on the order. Example: '1 -2' is
 * 0 * 4 + 2 = 2.
 *
 * *The gap heuristic* is that of pancake.ts, but a pair a b, a on top of b, is only without a gap if b = a + 1 with their signs: 2 3,
 * or -3 -2. Turning both over makes -b -a of a b, and -a = -b + 1 says the same. So again a move changes the single pair at the spatula
 * alone, and the only pile without a gap is 1 2 ... n.
 *
 * Source: D. S. Cohen and M. Blum, "On the problem of sorting burnt pancakes", Discrete Applied Mathematics 61 (1995);
 * diameters: OEIS A078941; tested distributions: cayleypy, burnt_pancake_cayley_growth.csv.
 */

import { InputError } from '../../base/input-error.js';
import type { SpaceDefinition, StateHeuristic } from '../../space/definition.js';
import { formatArrangement, parseArrangement } from '../permutation/groups/arrangement-text.js';
import { piecesOf, stateOfOrder } from '../permutation/groups/permutation-space.js';
import { factorial } from '../permutation/lehmer.js';
import { movedRanks } from '../permutation/moved-ranks.js';
import { unrankBytes } from '../permutation/rank.js';
import { prefixReversal } from './pancake.js';

/** 10! * 2^10 = 3,715,891,200 states; 11 pancakes have 81,749,606,400. */
const MOST_PANCAKES = 10;

/**
 * Returns the space of all orders of n pancakes of two sides, top first, negative if the burnt side is up; the start is 1 2 ... n.
 * The moves are called `1` to `n`, after how many pancakes they turn over.
 * @param n 1..10
 * @throws InputError if n is out of range
 */
export function burntPancake(n: number): SpaceDefinition {
  if (!(Number.isInteger(n) && n >= 1 && n <= MOST_PANCAKES)) {
    throw new InputError(`burnt-pancake:N takes 1 to ${MOST_PANCAKES} pancakes, such as burnt-pancake:7; found ${n}`);
  }
  const name = `burnt-pancake:${n}`;
  const turned = Array.from({ length: n }, (_, move) => move + 1);
  const moveOrder = movedRanks(turned.map((k) => prefixReversal(n, k)));
  const sidesOfAll = 2 ** n;
  const sidesAfter = sidesTable(n);
  return {
    name,
    size: factorial(n) * sidesOfAll,
    starts: [0],
    moves: turned.map(String),
    reversible: true,
    heuristics: { gap: gaps(n) },
    neighbours(state, next) {
      const order = Math.floor(state / sidesOfAll);
      const row = (state - order * sidesOfAll) * n;
      moveOrder(order, next);
      for (let move = 0; move < n; move++) next[move] = next[move] * sidesOfAll + sidesAfter[row + move];
    },
    format(state) {
      const order = Math.floor(state / sidesOfAll);
      const sides = state - order * sidesOfAll;
      const up = (place: number) => ((sides >> place) & 1) === 1;
      return formatArrangement(piecesOf(order, n).map((pancake, place) => (up(place) ? -pancake : pancake)));
    },
    parse(text) {
      const pancakes = parseArrangement(text, { space: name, pieces: n, signed: true });
      const sides = pancakes.reduce((bits, pancake, place) => bits + (pancake < 0 ? 2 ** place : 0), 0);
      return stateOfOrder(pancakes.map(Math.abs)) * sidesOfAll + sides;
    },
  };
}

/** Returns the gap heuristic of n burnt pancakes. */
function gaps(n: number): StateHeuristic {
  const sidesOfAll = 2 ** n;
  const places = new Uint8Array(n);
  return (state) => {
    const order = Math.floor(state / sidesOfAll);
    const sides = state - order * sidesOfAll;
    unrankBytes(order, places);
    const isUp = (place: number) => ((sides >> place) & 1) === 1;
    let count = places[n - 1] === n - 1 && !isUp(n - 1) ? 0 : 1;
    for (let pancake = 1; pancake < n; pancake++) {
      const [above, place] = [places[pancake - 1], places[pancake]];
      const step = isUp(place) ? -1 : 1;
      if (isUp(above) !== isUp(place) || place - above !== step) count++;
    }
    return count;
  };
}

/** [sides][move]: the sides after turning over the first move + 1 pancakes. */
function sidesTable(n: number): Uint16Array {
  const table = new Uint16Array(2 ** n * n);
  for (let sides = 0; sides < 2 ** n; sides++) {
    for (let k = 1; k <= n; k++) {
      let after = (sides >> k) << k;
      for (let place = 0; place < k; place++) if (((sides >> (k - 1 - place)) & 1) === 0) after += 1 << place;
      table[sides * n + k - 1] = after;
    }
  }
  return table;
}
