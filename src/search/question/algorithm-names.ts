/** The names of the algorithms. The page imports them, too. */

/** All algorithms. Only `table` needs a table. */
export const ALGORITHMS = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** Returns whether an algorithm uses a heuristic. */
export function isInformed(name: AlgorithmName): boolean {
  return name === 'astar' || name === 'idastar';
}
