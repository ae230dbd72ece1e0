/**
 * Texts of coordinates, and of the tables that have them.
 *
 * A *projection* names the coordinates of one table: `CORNER/o * EDGE/o * EDGE/a.a.a.a.....`. Each is the name of a set of pieces, a slash,
 * and what the coordinate sees of the set:
 *
 * - `o`, the orientations of all its pieces by place;
 * - a letter for each place, for the piece that is there when solved: the places of pieces with equal letters, which are not told apart.
 *   Pieces whose letter is a dot are not seen;
 * - letters followed by `/o`, the same with the orientations of the pieces that are seen.
 *
 * Example: `EDGE/aaaa........` sees the places of the first four edges, and takes these four for alike.
 */

import { countOf, excerpt, InputError } from '../../base/text.js';
import { placedSets } from '../../spaces/permutation/generators.js';
import type { PuzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import type { Limits } from '../question/limits.js';
import {
  type Coordinate,
  type CoordinatePlan,
  CoordinateProduct,
  coordinateOf,
  MOST_COORDINATE_STATES,
  type MovePermutation,
} from './coordinate.js';
import { MOST_COORDINATES } from './coordinate-databases.js';
import { type SymmetricProduct, symmetricProduct } from './symmetric-product.js';

/** Maximum number of states of a table's first factor, which a set-up goes through one by one. */
export const MOST_FIRST_STATES = 2 ** 21;

const NOT_SEEN = '.';
const ORIENTATION = 'o';

/** Returns the coordinates that a projection, or the names of each, give. @throws InputError in one line */
export function parseProjection(projection: string | readonly string[], points: PuzzlePoints): CoordinatePlan[] {
  const names = typeof projection === 'string' ? projection.split('*').map((part) => part.trim()) : projection;
  const text = names.join(' * ');
  const plans = names.map((name) => parseCoordinate(name, points));
  if (plans.length > MOST_COORDINATES) {
    throw new InputError(
      `a table has at most ${MOST_COORDINATES} coordinates, found ${plans.length} in '${excerpt(text)}'`,
    );
  }
  for (const [index, plan] of plans.entries()) {
    const same = plans.find((other) => other.name === plan.name);
    if (same !== plans[index]) throw new InputError(`'${excerpt(plan.name)}' is twice in '${excerpt(text)}'`);
  }
  return plans;
}

function parseCoordinate(text: string, points: PuzzlePoints): CoordinatePlan {
  const sets = placedSets(points.sets);
  const set = sets.findIndex(({ name }) => text.startsWith(`${name}/`));
  if (set < 0) {
    const names = sets.map(({ name }) => excerpt(name)).join(', ');
    throw new InputError(
      `'${excerpt(text)}' must begin with the name of a set of pieces and a slash; the sets are ${names}`,
    );
  }
  const { name, pieces } = sets[set];
  const [seen, orientation, ...rest] = text.slice(name.length + 1).split('/');
  const label = `'${excerpt(text)}'`;
  if (rest.length > 0 || (orientation !== undefined && orientation !== ORIENTATION)) {
    throw new InputError(`${label} must end in 'o', in letters, or in letters and '/o'`);
  }
  const isOrientationAlone = seen === ORIENTATION && orientation === undefined;
  const letters = [...seen];
  if (!isOrientationAlone && letters.length !== pieces) {
    throw new InputError(
      `${label} must have ${countOf(pieces, 'letter')}, one for each place of ${excerpt(name)}, or 'o' alone; found ${letters.length}`,
    );
  }
  return coordinatePlan(
    points,
    set,
    isOrientationAlone ? undefined : letters,
    isOrientationAlone || orientation !== undefined,
  );
}

/**
 * Returns a coordinate as a plan.
 * @param set index of the set of pieces
 * @param letters [place]: the letter of the piece that is there when solved, `.` if it is not seen. @default the same for all places
 * @param isOriented true if it sees orientations
 * @throws InputError in one line
 */
export function coordinatePlan(
  { puzzle, sets }: Pick<PuzzlePoints, 'puzzle' | 'sets'>,
  set: number,
  letters: readonly string[] | undefined,
  isOriented: boolean,
): CoordinatePlan {
  const { name, pieces, turns, first } = placedSets(sets)[set];
  const pieceOf = (place: number) => puzzle.colours[puzzle.solved[first + place * turns]];
  const places = Array.from({ length: pieces }, (_, place) => place);
  const named = `${excerpt(name)}/${excerpt(letters?.join('') ?? ORIENTATION)}`;
  for (const place of letters === undefined ? [] : places) {
    const same = places.findIndex((other) => pieceOf(other).kind === pieceOf(place).kind);
    if (letters?.[same] === letters?.[place]) continue;
    throw new InputError(
      `'${named}' has different letters for the identical pieces of places ${same + 1} and ${place + 1}`,
    );
  }
  const seen = places.filter((place) => letters?.[place] !== NOT_SEEN);
  if (isOriented && !seen.some((place) => pieceOf(place).turns > 1)) {
    const why = turns === 1 ? 'do not turn' : 'show no turns';
    throw new InputError(`'${named}' sees orientations, but the pieces that it sees of ${excerpt(name)} ${why}`);
  }
  const numbers = new Map<string, number>();
  const labels = new Uint8Array(puzzle.colours.length);
  const own = renamed(letters);
  for (const [colour, { set: other, kind, facet }] of puzzle.colours.entries()) {
    if (other !== set) continue;
    const place = places.findIndex((place) => pieceOf(place).kind === kind);
    if (own?.[place] === NOT_SEEN) continue;
    // Without letters, pieces whose turns do not show are like those that are not seen.
    if (letters === undefined && pieceOf(place).turns === 1) continue;
    const key = `${own?.[place]} ${isOriented ? facet : ''}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    labels[colour] = numbers.get(key) as number;
  }
  if (seen.length === pieces && numbers.size === 1) {
    throw new InputError(`'${named}' has the same letter on all places, so that it sees nothing`);
  }
  if (numbers.size === 0) throw new InputError(`'${named}' sees no piece`);
  const suffix = own === undefined ? ORIENTATION : `${own.join('')}${isOriented ? `/${ORIENTATION}` : ''}`;
  return { name: `${name}/${suffix}`, labels, set };
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns letters in the order a, b, c ... of their first places, so that each coordinate has one name. */
function renamed(letters: readonly string[] | undefined): readonly string[] | undefined {
  const used = [...new Set(letters)].filter((letter) => letter !== NOT_SEEN);
  if (used.length > LETTERS.length) return letters;
  return letters?.map((letter) => (letter === NOT_SEEN ? letter : LETTERS[used.indexOf(letter)]));
}

/** Returns the letters of places: `.` for 0, and the same letter for equal numbers. */
export function lettersOf(numbers: readonly number[]): string[] {
  const used = [...new Set(numbers)].filter((number) => number !== 0);
  return numbers.map((number) =>
    number === 0 ? NOT_SEEN : (LETTERS[used.indexOf(number)] ?? String.fromCodePoint(0x100 + number)),
  );
}

/**
 * Returns the number of coordinates, from the left, that are the first factor of a table: as many as have at most MOST_FIRST_STATES states
 * together, but not the last one, unless it is the only one.
 */
export function firstFactorLength(sizes: readonly number[]): number {
  let states = sizes[0];
  let length = 1;
  while (length < sizes.length - 1 && states * sizes[length] <= MOST_FIRST_STATES) states *= sizes[length++];
  return length;
}

/**
 * Returns the product of a table's coordinates.
 * @throws InputError if a coordinate has too many states; LimitError
 */
export function projectedProduct(
  { puzzle }: Pick<PuzzlePoints, 'puzzle'>,
  plans: readonly CoordinatePlan[],
  symmetries: readonly MovePermutation[],
  limits: Limits,
): SymmetricProduct {
  const coordinates = plans.map((plan): Coordinate => {
    const coordinate = coordinateOf(puzzle, plan, limits);
    if (coordinate !== undefined) return coordinate;
    const most = MOST_COORDINATE_STATES.toLocaleString('en');
    throw new InputError(
      `'${excerpt(plan.name)}' has more than ${most} states: name two coordinates that see some of its pieces each`,
    );
  });
  const length = firstFactorLength(coordinates.map(({ size }) => size));
  const first = new CoordinateProduct(coordinates.slice(0, length));
  return symmetricProduct(puzzle.moves, first, coordinates.slice(length), symmetries);
}
