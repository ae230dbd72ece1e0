/**
 * Merges: partitions of kinds into groups, whose pieces are not told apart, and groups whose turns are forgotten. Each stands for a projection.
 *
 * Pieces of a group can be exchanged in (p1 + p2 + ...)! / (p1! p2! ...) ways if its kinds have p1, p2 ... pieces, and turned in k^p ways each
 * if their turns are forgotten. The product over all groups is the number of arrangements with the same projection, but for ties.
 */

import type { Kind, KindClass } from './kinds.js';
import { type Ties, tiedShare } from './ties.js';

export interface Group {
  readonly kinds: readonly Kind[];
  /** True if turning a piece does not show. */
  readonly turnsForgotten: boolean;
}

/** Groups of each class. */
export type Merge = readonly (readonly Group[])[];

/** Returns the number of arrangements of a group's pieces. */
export function arrangementsOf({ kinds, turnsForgotten }: Group): number {
  let pieces = 0;
  let product = 1;
  for (const kind of kinds) {
    for (let piece = 1; piece <= kind.pieces; piece++) product = (product * ++pieces) / piece;
    if (turnsForgotten) product *= kind.turns ** kind.pieces;
  }
  return product;
}

/** The properties of a merge that determine the number of states with the same projection. */
export interface Freedom {
  /** The product of arrangements. */
  readonly product: number;
  /** The free characters, see tiedShare, as digits 0 or 1: sign, turns and the cubic one of each class. */
  readonly free: string;
}

/** Returns the freedom of a class. */
export function freedomOf(groups: readonly Group[]): Freedom {
  const free = [
    groups.some(({ kinds }) => kinds.length > 1),
    groups.some(({ turnsForgotten, kinds }) => turnsForgotten && kinds.some(({ turns }) => turns > 1)),
    groups.some(({ kinds }) => kinds.length > 2),
  ];
  return {
    product: groups.reduce((product, group) => product * arrangementsOf(group), 1),
    free: free.map(Number).join(''),
  };
}

/** Returns the number of states with the same projection, if ties are all that limits them. */
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
  return { merge: [...one.merge, ...other.merge], product: one.product * other.product, free: one.free + other.free };
}

/** Returns the groups that merge all of a class. */
export function wholeGroup(kinds: KindClass): Group[] {
  return [{ kinds, turnsForgotten: kinds.some(({ turns }) => turns > 1) }];
}

/** Returns the label of each colour: a group has one, or one for each facet if turns show. */
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

/** The most kinds of a class that are merged. All others stay alone. */
const MOST_KINDS = 24;

/**
 * Returns the partitions of a class with a limited number of arrangements, one of those that differ only by equal kinds.
 * @param most arrangements
 */
export function partitionsOf(kinds: KindClass, most: number): Group[][] {
  let partitions: Group[][] = [[]];
  for (const kind of kinds.slice(0, MOST_KINDS)) {
    const longer = new Map<string, Group[]>();
    for (const partition of partitions) {
      for (const groups of withKind(partition, kind)) {
        const product = groups.reduce((states, group) => states * arrangementsOf(group), 1);
        const shape = groups.map(shapeOf).sort().join(' ');
        if (product <= most && !longer.has(shape)) longer.set(shape, groups);
      }
    }
    partitions = [...longer.values()];
  }
  const alone = kinds.slice(MOST_KINDS).map((kind) => ({ kinds: [kind], turnsForgotten: false }));
  return partitions.map((groups) => [...groups, ...alone]);
}

/** Returns the ways to add a kind to groups: as a group of its own, or to one of them. Of groups that are alike, only the first takes it. */
function withKind(groups: readonly Group[], kind: Kind): Group[][] {
  const alone = [{ kinds: [kind], turnsForgotten: false }];
  if (kind.turns > 1) alone.push({ kinds: [kind], turnsForgotten: true });
  const seen = new Set<string>();
  const joined = groups.flatMap((group, index) => {
    const shape = shapeOf(group);
    const merged = mergedGroup([group, { kinds: [kind], turnsForgotten: group.turnsForgotten }]);
    const losesTurns = merged.turnsForgotten && !group.turnsForgotten && group.kinds[0].turns > 1;
    if (losesTurns || seen.has(shape)) return [];
    seen.add(shape);
    return [groups.with(index, merged)];
  });
  return [...alone.map((group) => [...groups, group]), ...joined];
}

/** Returns the union of groups. Turns are forgotten if those of one are, or if some pieces turn and others do not. */
export function mergedGroup(groups: readonly Group[]): Group {
  const kinds = groups.flatMap((group) => group.kinds);
  const turnsForgotten =
    groups.some((group) => group.turnsForgotten) || kinds.some(({ turns }) => turns !== kinds[0].turns);
  return { kinds, turnsForgotten };
}

/** Returns a text that is the same for groups of equal kinds. */
function shapeOf({ kinds, turnsForgotten }: Group): string {
  const shapes = kinds.map(({ pieces, turns }) => `${pieces}x${turns}`).sort();
  return `${shapes.join('+')}${turnsForgotten ? '*' : ''}`;
}
