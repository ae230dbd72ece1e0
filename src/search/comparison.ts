/** Comparisons of algorithms and heuristics on the same instances. */

import { giveWay } from '#machine/machine.js';
import { mostOf, total } from '../base/statistics.js';
import type { Space } from '../space/space.js';
import { usesHeuristic } from './algorithms.js';
import { type AlgorithmName, isInformed, LimitError } from './question/progress.js';
import type { SearchQuestion, SearchResult } from './question/question.js';
import { type SearchOptions, search } from './search.js';

/** An algorithm and its heuristic; null if it uses none. */
export type Contender = { readonly algorithm: AlgorithmName; readonly heuristic: string | null };

/** Measures that are summarized over instances. */
export const MEASURES = ['expanded', 'generated', 'stored', 'seconds'] as const;
export type Measure = (typeof MEASURES)[number];

export type MeasureSummary = { readonly mean: number; readonly maximum: number };

/** Results of a contender on some instances. */
export interface Tally extends Contender, Readonly<Record<Measure, MeasureSummary | null>> {
  readonly instances: number;
  /** Instances solved within the limits. The summaries cover these alone, and are null if there are none. */
  readonly solved: number;
  /** Lower bounds, in moves, that the searches of the other instances have proved; null if all were solved. */
  readonly lowerBound: MeasureSummary | null;
  /**
   * True if each solution is as short as that of the tables, or without tables, as the shortest one found; null if none
   * was found.
   */
  readonly optimal: boolean | null;
}

/** Tallies of all contenders on the instances of one distance. */
export interface DepthTallies {
  /** null for instances without a known distance: no contender solved them, and no table answers them. */
  readonly depth: number | null;
  readonly instances: number;
  readonly tallies: readonly Tally[];
}

export interface Comparison {
  readonly instances: number;
  readonly tallies: readonly Tally[];
  readonly byDepth: readonly DepthTallies[];
  /** Distinct reasons why contenders did not solve instances, each with the least lower bound. */
  readonly failures: readonly string[];
}

/** Returns every algorithm, the informed ones with each heuristic that they can use. */
export function contendersOf(algorithms: readonly AlgorithmName[], heuristics: readonly string[]): Contender[] {
  return algorithms.flatMap((algorithm): Contender[] =>
    isInformed(algorithm)
      ? heuristics
          .filter((heuristic) => usesHeuristic(algorithm, heuristic))
          .map((heuristic) => ({ algorithm, heuristic }))
      : [{ algorithm, heuristic: null }],
  );
}

/**
 * Compares contenders: each answers every question, one after the other on one thread.
 * @param options the tables among them, if any, also determine which solutions are optimal
 * @param onProgress called before each search
 * @throws the errors of `search`, except LimitError, which counts as not solved
 */
export async function compare(
  space: Space,
  questions: readonly SearchQuestion[],
  contenders: readonly Contender[],
  options: Omit<SearchOptions, 'algorithm' | 'heuristic' | 'threads'>,
  onProgress: (searches: number, of: number) => void,
): Promise<Comparison> {
  const outcomes: Outcome[] = [];
  const depths: (number | null)[] = [];
  for (const [instance, question] of questions.entries()) {
    const lengths: number[] = [];
    for (const contender of contenders) {
      onProgress(outcomes.length, questions.length * contenders.length);
      // Short searches do not give way, so timers run between them.
      await giveWay();
      const { algorithm, heuristic } = contender;
      const chosen = { ...options, algorithm, heuristic: heuristic ?? undefined, threads: 1 };
      const found = await search(space, question, chosen).catch((error) => {
        if (error instanceof LimitError) return error;
        throw error;
      });
      outcomes.push({ contender, instance, found });
      if (!(found instanceof LimitError) && found.distance !== null) lengths.push(found.distance);
    }
    const fromTable = options.tables?.answer(question)?.distance;
    depths.push(fromTable ?? (lengths.length === 0 ? null : Math.min(...lengths)));
  }
  const talliesOn = (chosen: readonly Outcome[]) =>
    contenders.map((each) =>
      tally(
        each,
        chosen.filter(({ contender }) => contender === each),
        depths,
      ),
    );
  const ascending = (a: number | null, b: number | null) =>
    (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);
  return {
    instances: questions.length,
    tallies: talliesOn(outcomes),
    byDepth: [...new Set(depths)].sort(ascending).map((depth) => {
      const chosen = outcomes.filter(({ instance }) => depths[instance] === depth);
      return { depth, instances: depths.filter((other) => other === depth).length, tallies: talliesOn(chosen) };
    }),
    failures: contenders.flatMap((contender) => {
      const own = outcomes.flatMap((outcome) => (outcome.contender === contender ? outcome.found : []));
      return failures(own).map((failure) => `${contenderName(contender)}: ${failure}`);
    }),
  };
}

/** A contender's search on an instance: its result, or the limit that it reached. */
type Outcome = { readonly contender: Contender; readonly instance: number; readonly found: SearchResult | LimitError };

/** @param depths distance of each instance */
function tally(contender: Contender, outcomes: readonly Outcome[], depths: readonly (number | null)[]): Tally {
  const solved = outcomes.flatMap(({ found, instance }) => (found instanceof LimitError ? [] : [{ found, instance }]));
  const bounds = outcomes.flatMap(({ found }) => (found instanceof LimitError ? [found.lowerBound] : []));
  const summaries = MEASURES.map((measure) => [measure, summaryOf(solved.map(({ found }) => found[measure]))]);
  return {
    ...contender,
    instances: outcomes.length,
    solved: solved.length,
    lowerBound: summaryOf(bounds),
    optimal: solved.length === 0 ? null : solved.every(({ found, instance }) => found.distance === depths[instance]),
    ...(Object.fromEntries(summaries) as Record<Measure, MeasureSummary | null>),
  };
}

/** Returns the message of each limit that was reached, with the least lower bound. */
function failures(outcomes: readonly (SearchResult | LimitError)[]): string[] {
  const least = new Map<string, LimitError>();
  for (const error of outcomes) {
    if (!(error instanceof LimitError)) continue;
    const known = least.get(error.limit);
    if (known === undefined || error.lowerBound < known.lowerBound) least.set(error.limit, error);
  }
  return [...least.values()].map(({ message }) => message);
}

function summaryOf(values: readonly number[]): MeasureSummary | null {
  if (values.length === 0) return null;
  return { mean: total(values) / values.length, maximum: mostOf(values) };
}

/** Returns the name of a contender, such as `astar linear-conflict` or `bfs`. */
export function contenderName({ algorithm, heuristic }: Contender): string {
  return heuristic === null ? algorithm : `${algorithm} ${heuristic}`;
}
