/**
 * Moves of a puzzle whose file gives one turn of each part, in two metrics.
 *
 * With `powers`, every power of a turn is a move, as in twsearch: a quarter turn U of a cube gives U, U2 and U'. With
 * `generators`, only a turn and its inverse are moves: U and U'. Powers are named as in twsearch, by the shorter direction:
 * a turn U of order 5 gives U, U2, U2' and U'. A move with the same effect as an earlier one is left out. So is a turn without any
 * effect, unless all turns have none.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import type { Generator } from '../colourings/puzzle-source.js';
import { orderOf, powerOf } from '../images.js';
import { MOST_MOVES } from './generators.js';

/** Metrics: which powers of a turn are moves. */
export const TURN_METRICS = ['powers', 'generators'] as const;
export type TurnMetric = (typeof TURN_METRICS)[number];

/**
 * Returns the moves that turns give.
 * @param turns permutations of the same points, by their names
 * @throws InputError if two moves that differ would have one name, or if there would be more than 1000 moves
 */
export function movesOfTurns(turns: readonly Generator[], metric: TurnMetric): Generator[] {
  const moves = new Map<string, Generator>();
  const done = new Set<string>();
  const moving = turns.filter(({ images }) => images.some((image, point) => image !== point));
  for (const { name, images } of moving.length > 0 ? moving : turns) {
    for (const exponent of exponentsOf(name, orderOf(images, MOST_MOVES + 1), metric)) {
      const power = powerOf(images, exponent);
      const effect = power.join();
      if (done.has(effect)) continue;
      done.add(effect);
      const move = { name: powerName(name, exponent), images: power };
      if (moves.has(move.name)) {
        throw new InputError(
          `two moves that differ are called '${excerpt(move.name)}': give one of the turns another name`,
        );
      }
      moves.set(move.name, move);
      if (moves.size > MOST_MOVES) throw new InputError(`there are more than ${MOST_MOVES} moves${advice(metric)}`);
    }
  }
  return [...moves.values()];
}

/** Returns the exponents of the moves that a turn gives, in the shorter direction: 1, 2, -1 for a turn of order 4. */
function exponentsOf(name: string, order: number, metric: TurnMetric): readonly number[] {
  if (order <= 2) return [1];
  if (metric === 'generators') return [1, -1];
  if (order > MOST_MOVES + 1) {
    throw new InputError(`move '${excerpt(name)}' has more than ${MOST_MOVES} powers${advice(metric)}`);
  }
  const exponents = Array.from({ length: order - 1 }, (_, index) => index + 1);
  return exponents.map((exponent) => (2 * exponent > order ? exponent - order : exponent));
}

/** Returns `U` for 1, `U2` for 2, `U'` for -1 and `U2'` for -2. */
function powerName(name: string, exponent: number): string {
  const times = Math.abs(exponent);
  return `${name}${times === 1 ? '' : times}${exponent < 0 ? "'" : ''}`;
}

function advice(metric: TurnMetric): string {
  return metric === 'powers' ? '; the metric generators, in which turns and their inverses are moves, has fewer' : '';
}
