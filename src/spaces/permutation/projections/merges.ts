/**
 * Merges: partitions of kinds into groups whose pieces are not told apart, and groups whose turns are forgotten. Each stands for a projection.
 *
 * If the kinds of a group have p1, p2 ... pieces, its pieces have (p1 + p2 + ...)! / (p1! p2! ...) arrangements, times k^p turns for each kind
 * if turns are forgotten. The product over all groups is the number of arrangements with the same projection, apart from ties.
 */

import type { Kind, KindClass } from './kinds.js';
import { type Ties, tiedShare } from './ties.js';

export interface Group {
  readonly kinds: readonly Kind[];
  /** True if turning a piece does not show. */
  readonly turnsForgotten: boolean;
  /** Number of arrangements of its pieces. */
  readonly arrangements: number;
}

/** Groups of each class. */
export type Merge = readonly (readonly Group[])[];

/** Returns a group. */
export function groupOf(kinds: readonly Kind[], turnsForgotten: boolean): Group {
  let pieces = 0;
  let arrangements = 1;
  for (const kind of kinds) {
    for (let piece = 1; piece <= kind.pieces; piece++) arrangements = (arrangements * ++pieces) / piece;
    if (turnsForgotten) arrangements *= kind.turns ** kind.pieces;
  }
  return { kinds, turnsForgotten, arrangements };
}

/** Properties of a merge that determine the number of states with the same projection. */
export interface Freedom {
  /** Product of arrangements. */
  readonly product: number;
  /** Free characters, see tiedShare, as digits 0 or 1: sign, turns and the cubic one of each class. */
  readonly free: string;
}

/** Returns the freedom of a class. */
export function freedomOf(groups: readonly Group[]): Freedom {
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
  return merge.map((groups): FreeMerge => ({ merge: [groups], ...freedomOf(groups) })).reduce(joined);
}

/** Returns a merge of two merges' classes. */
export function joined(one: FreeMerge, other: FreeMerge): FreeMerge {
  return { merge: one.merge.concat(other.merge), product: one.product * other.product, free: one.free + other.free };
}

/** Returns the groups that merge all of a class. */
export function wholeGroup(kinds: KindClass): Group[] {
  return [
    groupOf(
      kinds,
      kinds.some(({ turns }) => turns > 1),
    ),
  ];
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
  const shapes = new Map<Group, string>();
  const shapeOf = (group: Group): string => {
    const known = shapes.get(group);
    if (known !== undefined) return known;
    const shape = shapeOfGroup(group);
    shapes.set(group, shape);
    return shape;
  };
  for (const kind of kinds.slice(0, MOST_KINDS)) {
    const longer = new Map<string, Group[]>();
    for (const partition of partitions) {
      for (const groups of withKind(partition, kind, shapeOf)) {
        const product = groups.reduce((states, { arrangements }) => states * arrangements, 1);
        if (product > most) continue;
        const shape = groups.map(shapeOf).sort().join(' ');
        if (!longer.has(shape)) longer.set(shape, groups);
      }
    }
    partitions = [...longer.values()];
  }
  const alone = kinds.slice(MOST_KINDS).map((kind) => groupOf([kind], false));
  return partitions.map((groups) => [...groups, ...alone]);
}

/** Returns the groups after adding a kind: as a group of its own, or to one of them. Of equal groups, only the first receives it. */
function withKind(groups: readonly Group[], kind: Kind, shapeOf: (group: Group) => string): Group[][] {
  const ways = [[...groups, groupOf([kind], false)]];
  if (kind.turns > 1) ways.push([...groups, groupOf([kind], true)]);
  const seen = new Set<string>();
  for (const [index, group] of groups.entries()) {
    const shape = shapeOf(group);
    if (seen.has(shape)) continue;
    const turnsForgotten = group.turnsForgotten || kind.turns !== group.kinds[0].turns;
    const losesTurns = turnsForgotten && !group.turnsForgotten && group.kinds[0].turns > 1;
    if (losesTurns) continue;
    seen.add(shape);
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

/** Returns a text that is the same for groups of equal kinds. */
function shapeOfGroup({ kinds, turnsForgotten }: Group): string {
  const shapes = kinds.map(({ pieces, turns }) => `${pieces}x${turns}`).sort();
  return `${shapes.join('+')}${turnsForgotten ? '*' : ''}`;
}
