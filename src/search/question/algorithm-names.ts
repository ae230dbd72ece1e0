/** The names of the algorithms; the page knows them too. */

/** All algorithms; `table` needs a table, the others nothing. */
export const ALGORITHMS = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** Returns whether an algorithm uses a heuristic. */
export function isInformed(name: AlgorithmName): boolean {
  return name === 'astar' || name === 'idastar';
}
