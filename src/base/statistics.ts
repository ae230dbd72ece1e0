/** Statistics of spaces: distributions of distances, pairs of positions, branching, and the accuracy of heuristics. */

export interface DistributionStatistics {
  readonly states: number;
  /** Maximum depth. */
  readonly maxDepth: number;
  readonly mean: number;
  /**
   * Median depth: half of the states are at most this deep, half at least. It is the mean of two depths if the halves meet between
   * them.
   */
  readonly median: number;
  /** Depth with the most states; the minimum if there are several. */
  readonly mode: number;
  /** Mean square deviation from the mean, over all states (not a sample's estimate). */
  readonly variance: number;
  /** Square root of the variance. */
  readonly standardDeviation: number;
  /** Number of states of the maximum depth. */
  readonly antipodeCount: number;
}

/** Returns the statistics. @param histogram number of states of each depth 0, 1, 2 ..., the last one not 0 */
export function statisticsOf(histogram: readonly number[]): DistributionStatistics {
  const states = total(histogram);
  const maxDepth = histogram.length - 1;
  const mean = histogram.reduce((sum, count, depth) => sum + (count / states) * depth, 0);
  const variance = histogram.reduce((sum, count, depth) => sum + (count / states) * (depth - mean) ** 2, 0);
  return {
    states,
    maxDepth,
    mean,
    median: (depthOfState(histogram, Math.ceil(states / 2)) + depthOfState(histogram, Math.floor(states / 2) + 1)) / 2,
    mode: histogram.indexOf(mostOf(histogram)),
    variance,
    standardDeviation: Math.sqrt(variance),
    antipodeCount: histogram[maxDepth],
  };
}

/** Returns the maximum count. Math.max is limited to some ten thousand arguments; the number of depths is not. */
export function mostOf(histogram: readonly number[]): number {
  return histogram.reduce((most, count) => Math.max(most, count), 0);
}

/** Returns the sums of rows of counts, column by column; counts that are missing at the end of a row are 0. */
export function sumOfRows(rows: readonly (readonly number[])[]): number[] {
  const length = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  return Array.from({ length }, (_, index) => rows.reduce((sum, row) => sum + (row[index] ?? 0), 0));
}

/** Returns the depth of the n-th state in order of depth, n from 1. */
function depthOfState(histogram: readonly number[], n: number): number {
  let passed = 0;
  return histogram.findIndex((count) => {
    passed += count;
    return passed >= n;
  });
}

/**
 * Returns the minimum depth that a share of all states does not exceed.
 * @param share above 0, at most 1
 */
export function quantile(histogram: readonly number[], share: number): number {
  const states = total(histogram);
  return depthOfState(histogram, Math.max(1, Math.ceil(states * share)));
}

/*
 * Statistics over all pairs of positions, from the distributions of representative goals.
 *
 * A pair is an ordered pair of a start and a goal that moves can reach. A position is also paired with itself. Each of the s connected
 * states is the goal of s pairs, s * s in all. A class of g goals with the mean m has g * s pairs. So the mean over all pairs is the
 * mean of the m, weighted by g.
 */

export interface PairStatistics {
  /** Maximum distance between two positions: God's number over all pairs. */
  readonly diameter: number;
  /** Number of pairs at that distance, counted in both orders; exact up to 2^53. */
  readonly diameterPairCount: number;
  /** Mean distance over all pairs, including those of a position with itself. */
  readonly mean: number;
}

/** Statistics of the goals of a class, which all have the same distribution. */
interface ClassStatistics extends Pick<DistributionStatistics, 'maxDepth' | 'mean' | 'antipodeCount'> {
  /** Number of goals of the class. */
  readonly goalCount: number;
}

/** Returns the statistics over all pairs. @param classes at least one; together they contain every state once */
export function pairStatistics(classes: readonly ClassStatistics[]): PairStatistics {
  const goals = classes.reduce((sum, { goalCount }) => sum + goalCount, 0);
  const diameter = Math.max(...classes.map(({ maxDepth }) => maxDepth));
  return {
    diameter,
    diameterPairCount: classes
      .filter(({ maxDepth }) => maxDepth === diameter)
      .reduce((sum, { goalCount, antipodeCount }) => sum + goalCount * antipodeCount, 0),
    mean: classes.reduce((sum, { goalCount, mean }) => sum + (goalCount / goals) * mean, 0),
  };
}

/* The branching of a space: neighbours nearer to the goal and farther from it. */

/**
 * [degree][not farther]: number of states with this many neighbours, of which this many are no farther from the goal than the state
 * itself.
 */
type NeighbourCounts = readonly (readonly number[])[];

export interface Branching {
  /** Mean number of neighbours. */
  readonly meanDegree: number;
  /** Mean number of nearer neighbours: the optimal first moves. */
  readonly meanNearer: number;
  /** Mean number of farther neighbours. */
  readonly meanFurther: number;
  /** Number of states without a farther neighbour. */
  readonly localMaxima: number;
}

/**
 * Returns the statistics of branching.
 * @param nearer total number of nearer neighbours over all states; by default all neighbours that are no farther, as if each move
 * changes the distance by one
 */
export function branchingOf(counts: NeighbourCounts, nearer = notFurtherPairs(counts)): Branching {
  const states = total(counts.flat());
  const further = furtherPairs(counts);
  return {
    meanDegree: (further + notFurtherPairs(counts)) / states,
    meanNearer: nearer / states,
    meanFurther: further / states,
    localMaxima: counts.reduce((sum, row, degree) => sum + (row[degree] ?? 0), 0),
  };
}

/** Returns the branching of groups of states together. */
export function branchingTogether(groups: readonly (Branching & { readonly states: number })[]): Branching {
  const states = groups.reduce((sum, group) => sum + group.states, 0);
  const mean = (of: 'meanDegree' | 'meanNearer' | 'meanFurther') =>
    groups.reduce((sum, group) => sum + group[of] * group.states, 0) / states;
  const [meanDegree, meanNearer, meanFurther] = [mean('meanDegree'), mean('meanNearer'), mean('meanFurther')];
  const localMaxima = groups.reduce((sum, group) => sum + group.localMaxima, 0);
  return { meanDegree, meanNearer, meanFurther, localMaxima };
}

/** Returns the total number of neighbours that are farther than their state. */
export function furtherPairs(counts: NeighbourCounts): number {
  return pairs(counts, (degree, notFurther) => degree - notFurther);
}

function notFurtherPairs(counts: NeighbourCounts): number {
  return pairs(counts, (_, notFurther) => notFurther);
}

function pairs(counts: NeighbourCounts, ofState: (degree: number, notFurther: number) => number): number {
  return total(counts.flatMap((row, degree) => row.map((count, notFurther) => count * ofState(degree, notFurther))));
}

/* The quality of a heuristic: the accuracy of its estimates. */

export interface EstimateQuality {
  /** Mean estimate over all states. */
  readonly mean: number;
  /** Mean of estimate / distance over all states except the goal; null if there are no others. */
  readonly meanRatio: number | null;
  readonly byDepth: readonly EstimatesAtDepth[];
}

export interface EstimatesAtDepth {
  readonly depth: number;
  readonly mean: number;
  /** Number of states by distance minus estimate: 0, 1, 2 ...; the last one not 0. */
  readonly errors: readonly number[];
}

/**
 * Returns the quality of estimates.
 * @param estimates [depth][estimate]: number of states of a depth with an estimate; no estimate exceeds the depth
 * @throws RangeError if an estimate exceeds the depth: the heuristic is not admissible
 */
export function estimateQuality(estimates: readonly (readonly number[])[]): EstimateQuality {
  let states = 0;
  let sum = 0;
  let ratios = 0;
  const byDepth = estimates.map((counts, depth) => {
    const statesOfDepth = total(counts);
    const sumOfDepth = counts.reduce((so, count, estimate) => so + count * estimate, 0);
    states += statesOfDepth;
    sum += sumOfDepth;
    if (depth > 0) ratios += sumOfDepth / depth;
    return { depth, mean: sumOfDepth / statesOfDepth, errors: estimateErrors(counts, depth) };
  });
  const others = states - total(estimates[0]);
  return { mean: sum / states, meanRatio: others === 0 ? null : ratios / others, byDepth };
}

function estimateErrors(counts: readonly number[], depth: number): number[] {
  const tooHigh = counts.findIndex((count, estimate) => estimate > depth && count > 0);
  if (tooHigh >= 0) throw new RangeError(`an estimate of ${tooHigh} at distance ${depth} is not admissible`);
  const least = counts.findIndex((count) => count > 0);
  return Array.from({ length: depth - least + 1 }, (_, error) => counts[depth - error] ?? 0);
}

/** Returns the sum of counts. */
export function total(counts: readonly number[]): number {
  return counts.reduce((so, count) => so + count, 0);
}

/* Groups of depths, for spaces with too many depths to list or draw singly. */

/** Depths `first` to `last`, both included. */
export type DepthGroup = { readonly first: number; readonly last: number };

/** Maximum number of depths that are listed singly. No board has more, and a row of 255 cells has this many. */
export const MOST_SINGLE_DEPTHS = 256;

/**
 * Groups the depths 0..depths-1 by one size; the last group may be smaller. The size is 1 up to MOST_SINGLE_DEPTHS depths. Above that
 * it is the minimum of 2, 5, 10, 20, 50 ... that gives at most `most` groups. Example: 16,384 depths and 50 groups give 33 groups of
 * 500.
 */
export function depthGroups(depths: number, most: number): DepthGroup[] {
  const size = depths <= MOST_SINGLE_DEPTHS ? 1 : roundSize(depths / most);
  return Array.from({ length: Math.ceil(depths / size) }, (_, group) => ({
    first: group * size,
    last: Math.min((group + 1) * size, depths) - 1,
  }));
}

/** Returns the minimum of 1, 2, 5, 10, 20, 50 ... that is at least a number. */
function roundSize(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) if (digit * power >= least) return digit * power;
  }
}

/** Returns the text of a group, such as `7` or `500-999`. */
export function groupText({ first, last }: DepthGroup): string {
  return first === last ? String(first) : `${first}-${last}`;
}
