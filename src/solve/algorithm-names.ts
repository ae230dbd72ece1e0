/** All algorithms; the table's needs a table, the others nothing. */
export const ALGORITHMS = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];
