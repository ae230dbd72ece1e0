/**
 * Merges: partitions of kinds into groups whose pieces are not told apart, and groups whose turns are forgotten. Each stands for a projection.
 *
 * If the kinds of a group have p1, p2 ... pieces, its pieces have (p1 + p2 + ...)! / (p1! p2! ...) arrangements, times k^p turns for each kind
 * if turns are forgotten. The product over all groups is the number of arrangements with the same projection, apart from ties.
 */

import { parity, pointOrbits } from '../../../permutations/permutation.js';
import { indexOfSubgroup } from '../../../permutations/wreath-product.js';
import type { ColouredPuzzle } from '../colourings/puzzle.js';
import { multinomial } from '../colourings/ranked-numbering.js';

export interface Group {
  readonly kinds: readonly Kind[];
  /** True if turning a piece does not show. */
  readonly turnsForgotten: boolean;
  /** Number of arrangements of its pieces. */
  readonly arrangements: number;
  /** Text that is the same for groups of equal kinds. */
  readonly shape: string;
}

/** Groups of each class. */
type Merge = readonly (readonly Group[])[];

/** Returns a group. */
export function groupOf(kinds: readonly Kind[], turnsForgotten: boolean): Group {
  let arrangements = multinomial(kinds.map(({ pieces }) => pieces));
  if (turnsForgotten) for (const { turns, pieces } of kinds) arrangements *= turns ** pieces;
  const shapes = kinds.map(({ pieces, turns }) => `${pieces}x${turns}`).sort();
  return { kinds, turnsForgotten, arrangements, shape: `${shapes.join('+')}${turnsForgotten ? '*' : ''}` };
}

/** Properties of a merge that determine the number of states with the same projection. */
interface Freedom {
  /** Product of arrangements. */
  readonly product: number;
  /** Free characters, see tiedShare, as digits 0 or 1: sign, turns and the cubic one of each class. */
  readonly free: string;
}

/** Returns the freedom of a class. */
export function freedom(groups: readonly Group[]): Freedom {
  let product = 1;
  let sign = 0;
  let turns = 0;
  let cubic = 0;
  for (const { kinds, turnsForgotten, arrangements } of groups) {
    product *= arrangements;
    if (kinds.length > 1) sign = 1;
    if (kinds.length > 2) cubic = 1;
    if (turnsForgotten && kinds.some((kind) => kind.turns > 1)) turns = 1;
  }
  return { product, free: `${sign}${turns}${cubic}` };
}

/** Returns the number of states with the same projection, if only ties limit them. */
export function statesOf({ product, free }: Freedom, ties: Ties): number {
  return Math.round(product * tiedShare(ties, free));
}

/** A merge and its freedom. */
export interface FreeMerge extends Freedom {
  readonly merge: Merge;
}

/** Returns a merge with its freedom. */
export function freeMerge(merge: Merge): FreeMerge {
  return merge.map((groups): FreeMerge => ({ merge: [groups], ...freedom(groups) })).reduce(joined);
}

/** Returns a merge of two merges' classes. */
export function joined(one: FreeMerge, other: FreeMerge): FreeMerge {
  return { merge: one.merge.concat(other.merge), product: one.product * other.product, free: one.free + other.free };
}

/** Returns the group of kinds whose turns, if they have any, are forgotten. */
export function turnlessGroup(kinds: readonly Kind[]): Group {
  const haveTurns = kinds.some(({ turns }) => turns > 1);
  return groupOf(kinds, haveTurns);
}

/** Returns the label of each colour: a group has one label, or one for each facet if turns show. */
export function mergeLabels(merge: Merge, colours: number): number[] {
  const labels = new Array<number>(colours).fill(0);
  let label = 0;
  for (const { kinds, turnsForgotten } of merge.flat()) {
    for (const kind of kinds) {
      for (const [facet, colour] of kind.colours.entries()) labels[colour] = label + (turnsForgotten ? 0 : facet);
    }
    label += turnsForgotten ? 1 : kinds[0].turns;
  }
  return labels;
}

/** Maximum number of kinds of a class that are merged. All others stay alone. */
const MOST_KINDS = 24;

/**
 * Returns the partitions of a class with a limited number of arrangements. Of partitions that differ only by equal kinds, it returns one.
 * @param most maximum number of arrangements
 */
export function partitionsOf(kinds: KindClass, most: number): Group[][] {
  let partitions: Group[][] = [[]];
  for (const kind of kinds.slice(0, MOST_KINDS)) {
    const longer = new Map<string, Group[]>();
    for (const partition of partitions) {
      for (const groups of withKind(partition, kind)) {
        const product = groups.reduce((states, { arrangements }) => states * arrangements, 1);
        if (product > most) continue;
        const shape = groups
          .map((group) => group.shape)
          .sort()
          .join(' ');
        if (!longer.has(shape)) longer.set(shape, groups);
      }
    }
    partitions = [...longer.values()];
  }
  const alone = kinds.slice(MOST_KINDS).map((kind) => groupOf([kind], false));
  return partitions.map((groups) => [...groups, ...alone]);
}

/** Returns the groups after adding a kind: as a group of its own, or to one of them. Of equal groups, only the first receives it. */
function withKind(groups: readonly Group[], kind: Kind): Group[][] {
  const ways = [[...groups, groupOf([kind], false)]];
  if (kind.turns > 1) ways.push([...groups, groupOf([kind], true)]);
  const seen = new Set<string>();
  for (const [index, group] of groups.entries()) {
    if (seen.has(group.shape)) continue;
    const turnsForgotten = group.turnsForgotten || kind.turns !== group.kinds[0].turns;
    const losesTurns = turnsForgotten && !group.turnsForgotten && group.kinds[0].turns > 1;
    if (losesTurns) continue;
    seen.add(group.shape);
    ways.push(groups.with(index, groupOf([...group.kinds, kind], turnsForgotten)));
  }
  return ways;
}

/** Returns the union of groups. Turns are forgotten if those of any group are, or if some pieces turn and others do not. */
export function mergedGroup(groups: readonly Group[]): Group {
  const kinds = groups.flatMap((group) => group.kinds);
  return groupOf(
    kinds,
    groups.some((group) => group.turnsForgotten) || kinds.some(({ turns }) => turns !== kinds[0].turns),
  );
}

/* Kinds of pieces of a puzzle, and the classes of kinds that change places with each other. */

interface Kind {
  /** Colours by facet. */
  readonly colours: readonly number[];
  readonly pieces: number;
  /** Number of facets that can be told apart. */
  readonly turns: number;
}

/** Kinds that change places with each other. */
export type KindClass = readonly Kind[];

/** Returns the classes in the order of their first kinds. Kinds that are ever on the same point are in one class. */
export function classesOf({ moves, solved, colours }: ColouredPuzzle): KindClass[] {
  const kinds: Kind[] = [];
  for (const [colour, { kind, pieces, turns, facet }] of colours.entries()) {
    if (facet === 0)
      kinds[kind] = { colours: Array.from({ length: turns }, (_, next) => colour + next), pieces, turns };
  }
  let classes: number[][] = [];
  for (const orbit of pointOrbits(moves)) {
    const own = orbit.map((point) => colours[solved[point]].kind);
    const joined = classes.filter((others) => others.some((kind) => own.includes(kind)));
    classes = [...classes.filter((others) => !joined.includes(others)), [...joined.flat(), ...own]];
  }
  return classes
    .map((numbers) => [...new Set(numbers)].sort((a, b) => a - b))
    .sort(([a], [b]) => a - b)
    .map((numbers) => numbers.map((kind) => kinds[kind]));
}

/*
 * Ties: properties that all states of a puzzle share, if moves can change everything else.
 *
 * Each class of kinds has up to three *characters*:
 *
 * - the sign of the permutation of its pieces, if all differ;
 * - the sum of its turns mod k, if all turn;
 * - a cubic one, mod 3, if three or four pieces differ and all moves are even on them. Even permutations of three pieces rotate them, and
 *   those of four rotate the three partitions into two pairs.
 *
 * The characters of the moves generate a group A of vectors. A puzzle that is a product of symmetric and wreath groups apart from these ties
 * makes exactly the arrangements whose vector is in A. Example: each turn of a face of the cube is odd on corners and on edges. So
 * the two signs have the vectors (0, 0) and (1, 1): half of all arrangements.
 *
 * Vectors are not listed, since A may have many: the index of a subgroup gives its order. The vectors of A that are 0 at some characters
 * are the kernel of A's projection to these characters. So their number is the order of A divided by that of the projection.
 */

export interface Ties {
  /** Number of values of each character, three characters for each class: 1 if the class lacks the character. */
  readonly moduli: readonly number[];
  /** Vectors that generate A: those of the moves. */
  readonly generators: readonly (readonly number[])[];
  /** Index of A. */
  readonly index: number;
  /** Indices of projections of A that are known, by their characters. */
  readonly indices: Map<string, number>;
}

/** Returns the ties. */
export function tiesOf(puzzle: ColouredPuzzle, classes: readonly KindClass[]): Ties {
  const arrangements = puzzle.moves.map((move) => classes.map((kinds) => arrangementOf(puzzle, kinds, move)));
  const moduli = classes.flatMap((kinds, index) => {
    const different = kinds.every(({ pieces }) => pieces === 1);
    const turns = kinds.every((kind) => kind.turns === kinds[0].turns) ? kinds[0].turns : 1;
    const cubic =
      different &&
      [3, 4].includes(kinds.length) &&
      !arrangements.some((classesOfMove) => parity(classesOfMove[index].images) === 1);
    return [different && kinds.length > 1 ? 2 : 1, turns, cubic ? 3 : 1];
  });
  const generators = arrangements.map((classesOfMove) =>
    classesOfMove
      .flatMap(({ images, turned }) => [parity(images), turned, cubicCharacter(images)])
      .map((value, index) => value % moduli[index]),
  );
  const index = Number(indexIn(moduli, generators, [...moduli.keys()]));
  return { moduli, generators, index, indices: new Map() };
}

/** Returns what a move does to a class: the images of its kinds, and the sum of the turns. */
function arrangementOf({ points, solved, colours }: ColouredPuzzle, kinds: KindClass, move: Uint8Array) {
  /** [kind of the class]: the kind on whose place its piece is after the move. It has no meaning if pieces are identical. */
  const images = kinds.map((_, kind) => kind);
  const kindOf = new Map(kinds.flatMap((kind, index) => kind.colours.map((colour) => [colour, index])));
  let turned = 0;
  for (let point = 0; point < points; point++) {
    const kind = kindOf.get(solved[point]);
    if (kind === undefined || colours[solved[point]].facet > 0) continue;
    const to = solved[move[point]];
    images[kind] = kindOf.get(to) ?? kind;
    turned += colours[to].facet;
  }
  return { images, turned };
}

/** Returns the character mod 3 of an even permutation of three or four pieces: the image of the first piece of three, or of the first pair. */
function cubicCharacter([first, second, third, fourth]: readonly number[]): number {
  if (fourth === undefined) return first;
  const partner = [first, second].includes(0) ? first + second : third + fourth;
  return partner - 1;
}

/**
 * Returns the share of arrangements that the puzzle makes, out of those that differ from the solved one only by free characters.
 * @param free [character]: '1' if the arrangements take all of its values, else '0'
 */
function tiedShare({ moduli, generators, index, indices }: Ties, free: string): number {
  // |A| = m / i and |projection of A| = n / j. Without ties, m / n arrangements would be made, so the share is j / i.
  const bound: number[] = [];
  for (let character = 0; character < moduli.length; character++) {
    if (moduli[character] > 1 && free[character] !== '1') bound.push(character);
  }
  const key = bound.join();
  const known = indices.get(key);
  if (known !== undefined) return known / index;
  const found = Number(indexIn(moduli, generators, bound));
  indices.set(key, found);
  return found / index;
}

/** Returns the index of the projection of A to some characters. */
function indexIn(moduli: readonly number[], generators: Ties['generators'], characters: readonly number[]): bigint {
  const kept = characters.filter((index) => moduli[index] > 1);
  return indexOfSubgroup(
    kept.map((index) => moduli[index]),
    generators.map((vector) => kept.map((index) => vector[index])),
  );
}
