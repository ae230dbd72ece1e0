/**
 * Generators in cycle notation. Places are counted from 1: `(1 2 3)` takes the piece on 1 to 2, the one on 2 to 3 and the one on 3 to 1.
 *
 * A place is followed by the turn of the piece that arrives there, as in texts of states: `(1 2+1)`. If there are several sets, each is
 * named: `corners (1 2 3 4), edges (1 2 3 4)`.
 */

import type { PieceSet } from '../../spaces/permutation/colourings/puzzle-source.js';
import { placedSets } from '../../spaces/permutation/groups/placed-sets.js';
import { cycleNotation, cyclesOf } from '../../spaces/permutation/images.js';

/** Maximum number of pieces that are listed; more are only counted. */
const MOST_LISTED = 48;

/** Returns the cycles of a generator. @param images [point]: its image @param sets the sets of pieces that the points belong to */
export function generatorCycles(images: readonly number[], sets: readonly PieceSet[]): string {
  const parts = placedSets(sets).map(({ name, pieces, turns, first }) => {
    const points = Array.from({ length: pieces }, (_, place) => images[first + place * turns] - first);
    const places = points.map((point) => Math.floor(point / turns));
    const turnOn: number[] = [];
    for (const [place, to] of places.entries()) turnOn[to] = points[place] % turns;
    const cycles = cyclesOf(places, places.keys()).filter((cycle) => cycle.length > 1 || turnOn[cycle[0]] > 0);
    return { name, cycles: cycles.map((cycle) => cycle.map((place) => label(place, turnOn[place]))) };
  });
  const moving = parts.filter(({ cycles }) => cycles.length > 0);
  const moved = moving.reduce((sum, { cycles }) => sum + cycles.flat().length, 0);
  if (moved > MOST_LISTED) return `Moves ${moved} of ${sets.reduce((sum, { pieces }) => sum + pieces, 0)} pieces.`;
  if (sets.length === 1 || moving.length === 0) return cycleNotation(moving[0]?.cycles ?? []);
  return moving.map(({ name, cycles }) => `${name} ${cycleNotation(cycles)}`).join(', ');
}

function label(place: number, turn: number): string {
  return turn === 0 ? String(place + 1) : `${place + 1}+${turn}`;
}
