/** Algorithms and heuristics on the same instances, and what each of them took. */

import type { Board } from '../board/board.js';
import type { Position } from '../board/position.js';
import type { HeuristicName } from '../heuristic/heuristic.js';
import type { AlgorithmName } from './algorithm-names.js';
import { LimitError } from './limits.js';
import { isInformed, type SearchOptions, type SearchResult, search } from './search.js';

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
export interface Performance extends Contender, Readonly<Record<Measure, Summary | null>> {
  readonly instances: number;
  /** Instances that it solved within the limits; the summaries are over these, and null where there are none. */
  readonly solved: number;
  /** Whether each of its answers had the length of the table's, or where there is no table, of the shortest of all. */
  readonly optimal: boolean;
}

/** All contenders on the instances of one distance. */
export interface DepthPerformance {
  readonly depth: number;
  readonly instances: number;
  readonly performances: readonly Performance[];
}

export interface Comparison {
  readonly instances: number;
  readonly performances: readonly Performance[];
  readonly byDepth: readonly DepthPerformance[];
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
 * @param onProgress called before each search
 * @throws what search throws, but LimitError: that counts as not solved
 */
export async function compare(
  board: Board,
  goal: Position,
  starts: readonly Position[],
  contenders: readonly Contender[],
  options: Omit<SearchOptions, 'heuristic' | 'threads'>,
  onProgress: (searches: number, of: number) => void,
): Promise<Comparison> {
  const failures = new Set<string>();
  const results: (SearchResult | undefined)[][] = [];
  let searches = 0;
  for (const start of starts) {
    const row: (SearchResult | undefined)[] = [];
    for (const { algorithm, heuristic } of contenders) {
      onProgress(searches++, starts.length * contenders.length);
      try {
        const problem = { board, start, goal };
        row.push(await search(algorithm, problem, { ...options, threads: 1, heuristic: heuristic ?? undefined }));
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        failures.add(`${nameOf({ algorithm, heuristic })}: ${error.message}`);
        row.push(undefined);
      }
    }
    results.push(row);
  }
  const table = contenders.findIndex(({ algorithm }) => algorithm === 'table');
  const depths = results.map((row) => {
    const lengths = row.flatMap((result) => result?.distance ?? []);
    return row[table]?.distance ?? Math.min(...lengths);
  });
  const performancesOn = (chosen: readonly number[]) =>
    contenders.map((contender, index): Performance => {
      const solved = chosen.filter((instance) => results[instance][index] !== undefined);
      const summary = (measure: Measure): Summary | null => {
        if (solved.length === 0) return null;
        const values = solved.map((instance) => (results[instance][index] as SearchResult)[measure]);
        return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, maximum: Math.max(...values) };
      };
      return {
        ...contender,
        instances: chosen.length,
        solved: solved.length,
        optimal: solved.every((instance) => results[instance][index]?.distance === depths[instance]),
        expanded: summary('expanded'),
        generated: summary('generated'),
        stored: summary('stored'),
        seconds: summary('seconds'),
      };
    });
  const known = [...new Set(depths)].filter(Number.isFinite).sort((a, b) => a - b);
  return {
    instances: starts.length,
    performances: performancesOn([...starts.keys()]),
    byDepth: known.map((depth) => {
      const chosen = [...depths.keys()].filter((instance) => depths[instance] === depth);
      return { depth, instances: chosen.length, performances: performancesOn(chosen) };
    }),
    failures: [...failures],
  };
}

/** astar linear-conflict, bfs. */
export function nameOf({ algorithm, heuristic }: Contender): string {
  return heuristic === null ? algorithm : `${algorithm} ${heuristic}`;
}
