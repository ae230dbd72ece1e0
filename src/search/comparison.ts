/** Comparisons of algorithms and heuristics on the same instances. */

import type { Space } from '../space/space.js';
import { usesHeuristic } from './algorithms.js';
import { type AlgorithmName, isInformed, LimitError } from './question/progress.js';
import type { SearchQuestion, SearchResult } from './question/question.js';
import { type SearchOptions, search } from './search.js';

/** An algorithm and its heuristic; null if it uses none. */
export interface Contender {
  readonly algorithm: AlgorithmName;
  readonly heuristic: string | null;
}

/** Measures that are summarized over instances. */
export const MEASURES = ['expanded', 'generated', 'stored', 'seconds'] as const;
export type Measure = (typeof MEASURES)[number];

export interface MeasureSummary {
  readonly mean: number;
  readonly maximum: number;
}

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
  const results: (SearchResult | LimitError)[][] = [];
  let searches = 0;
  for (const question of questions) {
    const row: (SearchResult | LimitError)[] = [];
    for (const { algorithm, heuristic } of contenders) {
      onProgress(searches++, questions.length * contenders.length);
      // Short searches do not give way, so timers run between them.
      await new Promise((resolve) => setImmediate(resolve));
      try {
        const contender = { algorithm, heuristic: heuristic ?? undefined, threads: 1 };
        row.push(await search(space, question, { ...options, ...contender }));
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        row.push(error);
      }
    }
    results.push(row);
  }
  const depths = results.map((row, instance) => {
    const fromTable = options.tables?.answer(questions[instance])?.distance ?? null;
    if (fromTable !== null) return fromTable;
    const lengths = row.flatMap((result) => (result instanceof LimitError ? [] : (result.distance ?? [])));
    return lengths.length === 0 ? null : Math.min(...lengths);
  });
  const talliesOn = (chosen: readonly number[]) =>
    contenders.map((contender, index) =>
      tallyOf(
        contender,
        chosen.map((instance) => ({ outcome: results[instance][index], depth: depths[instance] })),
      ),
    );
  const all = [...questions.keys()];
  const ascending = (a: number | null, b: number | null) =>
    (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);
  return {
    instances: questions.length,
    tallies: talliesOn(all),
    byDepth: [...new Set(depths)].sort(ascending).map((depth) => {
      const chosen = all.filter((instance) => depths[instance] === depth);
      return { depth, instances: chosen.length, tallies: talliesOn(chosen) };
    }),
    failures: contenders.flatMap((contender, index) =>
      failuresOf(results.map((row) => row[index])).map((failure) => `${contenderName(contender)}: ${failure}`),
    ),
  };
}

/** @param outcomes of a contender's searches, and the distance of each instance */
function tallyOf(
  contender: Contender,
  outcomes: readonly { readonly outcome: SearchResult | LimitError; readonly depth: number | null }[],
): Tally {
  const solved = outcomes.flatMap(({ outcome, depth }) => (outcome instanceof LimitError ? [] : [{ outcome, depth }]));
  const bounds = outcomes.flatMap(({ outcome }) => (outcome instanceof LimitError ? [outcome.lowerBound] : []));
  const summary = (measure: Measure) => summaryOf(solved.map(({ outcome }) => outcome[measure]));
  return {
    ...contender,
    instances: outcomes.length,
    solved: solved.length,
    lowerBound: summaryOf(bounds),
    optimal: solved.length === 0 ? null : solved.every(({ outcome, depth }) => outcome.distance === depth),
    expanded: summary('expanded'),
    generated: summary('generated'),
    stored: summary('stored'),
    seconds: summary('seconds'),
  };
}

/** Returns the message of each limit that was reached, with the least lower bound. */
function failuresOf(outcomes: readonly (SearchResult | LimitError)[]): string[] {
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
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: sum / values.length, maximum: values.reduce((most, value) => Math.max(most, value)) };
}

/** Returns the name of a contender, such as `astar linear-conflict` or `bfs`. */
export function contenderName({ algorithm, heuristic }: Contender): string {
  return heuristic === null ? algorithm : `${algorithm} ${heuristic}`;
}
