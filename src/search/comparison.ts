/** Algorithms and heuristics on the same instances, and what each of them took. */

import type { Board } from '../spaces/board/board.js';
import type { Metric } from '../spaces/board/metric.js';
import { countMoves } from '../spaces/board/moves-text.js';
import type { Position } from '../spaces/board/position.js';
import { type AlgorithmName, isInformed } from './algorithm-names.js';
import type { HeuristicName } from './heuristic/heuristic.js';
import { LimitError } from './limits.js';
import { type SearchOptions, type SearchResult, search } from './positions/search.js';

/** An algorithm, and the heuristic that it uses; null where it uses none. */
export interface Contender {
  readonly algorithm: AlgorithmName;
  readonly heuristic: HeuristicName | null;
}

/** What is added up over instances. */
export const MEASURES = ['expanded', 'generated', 'stored', 'seconds'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Summary {
  readonly mean: number;
  readonly maximum: number;
}

/** How a contender did on some instances. */
export interface Tally extends Contender, Readonly<Record<Measure, Summary | null>> {
  readonly instances: number;
  /** Instances that it solved within the limits; the summaries are over these, and null where there are none. */
  readonly solved: number;
  /**
   * Whether each of its answers had the length of the table's, or where there is no table, of the shortest of all; null
   * where it solved none.
   */
  readonly optimal: boolean | null;
}

/** All contenders on the instances of one distance. */
export interface DepthTallies {
  /** null for those that nobody solved, where there is no table. */
  readonly depth: number | null;
  readonly instances: number;
  readonly tallies: readonly Tally[];
}

export interface Comparison {
  readonly instances: number;
  readonly tallies: readonly Tally[];
  readonly byDepth: readonly DepthTallies[];
  /** What kept contenders from solving instances, each said once. */
  readonly failures: readonly string[];
}

/** Every algorithm, those that are informed with each heuristic. */
export function contendersOf(algorithms: readonly AlgorithmName[], heuristics: readonly HeuristicName[]): Contender[] {
  return algorithms.flatMap((algorithm): Contender[] =>
    isInformed(algorithm)
      ? heuristics.map((heuristic) => ({ algorithm, heuristic }))
      : [{ algorithm, heuristic: null }],
  );
}

/**
 * Lets all contenders solve all starts, one after the other on one thread.
 * @param starts from which the goal can be reached
 * @param options the tableSolver, where there is one, also tells what is optimal
 * @param onProgress called before each search
 * @throws what search throws, but LimitError: that counts as not solved
 */
export async function compare(
  board: Board,
  goal: Position,
  starts: readonly Position[],
  contenders: readonly Contender[],
  { metric, ...options }: Omit<SearchOptions, 'heuristic' | 'threads'> & { readonly metric?: Metric },
  onProgress: (searches: number, of: number) => void,
): Promise<Comparison> {
  const failures = new Set<string>();
  const results: (SearchResult | undefined)[][] = [];
  let searches = 0;
  for (const start of starts) {
    const row: (SearchResult | undefined)[] = [];
    for (const { algorithm, heuristic } of contenders) {
      onProgress(searches++, starts.length * contenders.length);
      // Searches may keep the thread to themselves; in between, timers have their turn.
      await new Promise((resolve) => setImmediate(resolve));
      try {
        const problem = { board, start, goal, metric };
        row.push(await search(algorithm, problem, { ...options, threads: 1, heuristic: heuristic ?? undefined }));
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        failures.add(`${nameOf({ algorithm, heuristic })}: ${error.message}`);
        row.push(undefined);
      }
    }
    results.push(row);
  }
  const depths = results.map((row, instance) => {
    const fromTable = options.tableSolver?.solve(starts[instance]);
    if (typeof fromTable === 'string') return countMoves(fromTable);
    const lengths = row.flatMap((result) => result?.distance ?? []);
    return lengths.length === 0 ? null : Math.min(...lengths);
  });
  const talliesOn = (chosen: readonly number[]) =>
    contenders.map((contender, index): Tally => {
      const solved = chosen.filter((instance) => results[instance][index] !== undefined);
      const values = (measure: Measure) =>
        solved.map((instance) => (results[instance][index] as SearchResult)[measure]);
      return {
        ...contender,
        instances: chosen.length,
        solved: solved.length,
        optimal:
          solved.length === 0
            ? null
            : solved.every((instance) => results[instance][index]?.distance === depths[instance]),
        expanded: summaryOf(values('expanded')),
        generated: summaryOf(values('generated')),
        stored: summaryOf(values('stored')),
        seconds: summaryOf(values('seconds')),
      };
    });
  const all = [...starts.keys()];
  const ascending = (a: number | null, b: number | null) =>
    (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY);
  return {
    instances: starts.length,
    tallies: talliesOn(all),
    byDepth: [...new Set(depths)].sort(ascending).map((depth) => {
      const chosen = all.filter((instance) => depths[instance] === depth);
      return { depth, instances: chosen.length, tallies: talliesOn(chosen) };
    }),
    failures: [...failures],
  };
}

function summaryOf(values: readonly number[]): Summary | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: sum / values.length, maximum: values.reduce((most, value) => Math.max(most, value)) };
}

/** astar linear-conflict, bfs. */
export function nameOf({ algorithm, heuristic }: Contender): string {
  return heuristic === null ? algorithm : `${algorithm} ${heuristic}`;
}
