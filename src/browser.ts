/**
 * The library as it is in a browser: everything that does without files of the system. There, `saveTable` returns a Blob, which
 * `Table.open` reads.
 */

export { MemoryError } from './base/memory.js';
export type {
  Branching,
  DistributionStatistics,
  EstimateQuality,
  EstimatesAtDepth,
  PairStatistics,
} from './base/statistics.js';
export { InputError } from './base/text.js';
export { WorkerError } from './base/worker-pool.js';
export type { EngineName } from './engines/engine.js';
export type { GroupFacts } from './permutations/group-facts.js';
export { rank, unrank } from './permutations/lehmer.js';
export type { Exploration, ExploreEvent, MadeTable, WithoutTable, WithTable } from './runs/exploration/exploration.js';
export { exploreSpace as explore, type InMemoryOptions as ExploreOptions } from './runs/exploration/exploration.js';
export { algorithmsFor, heuristicsFor } from './search/algorithms.js';
export { type AnytimeOptions, searchAnytime } from './search/anytime/anytime.js';
export type { AnytimeSolution } from './search/anytime/findings.js';
export { type ShortenedSolution, type ShortenOptions, shorten } from './search/anytime/shorten.js';
export type { CoordinateDatabases } from './search/coordinates/coordinate-databases.js';
export type { PatternDatabases } from './search/ida-star/pattern-databases.js';
export { HEURISTICS, type Heuristic, type HeuristicName, heuristicFor } from './search/question/heuristics.js';
export type { SearchLimits } from './search/question/limits.js';
export type { Effort, LayerCounts, ProgressNode, SearchProgress } from './search/question/progress.js';
export { ALGORITHMS, type AlgorithmName, LimitError } from './search/question/progress.js';
export type { Path, SearchQuestion, SearchResult, SearchState } from './search/question/question.js';
export type { SearchOptions } from './search/search.js';
export { makeCoordinates, search } from './search/search.js';
export type { WalkerOfCell } from './search/table-solver.js';
export { TableSolver } from './search/table-solver.js';
export type { SpaceDefinition, SpaceDefinition as StateSpace, StateHeuristic } from './space/definition.js';
export { NO_STATE, SpaceError } from './space/definition.js';
export type {
  BoardSpaceSource,
  GeneratedSpace,
  KnownSpace,
  ModuleSpace,
  PatternSpaceSource,
  SpaceFacts,
  SpaceOutline,
  SpaceSource,
} from './space/space.js';
export {
  type BoardView,
  type GroupView,
  isLargePuzzle,
  isNumbered,
  type LargePuzzle,
  type NumberedSpace,
  type PatternView,
  type Space,
} from './space/space.js';
export {
  type Board,
  type Direction,
  formatBoard,
  METRICS,
  type Metric,
  makeBoard,
  parseBoard,
  parseMap,
} from './spaces/board/board.js';
export { countMoves, plainLetters } from './spaces/board/moves.js';
export { type Partition, partitionOf } from './spaces/board/partition.js';
export { formatPosition, orderedPosition, type Position, parsePosition } from './spaces/board/position.js';
export { isSolvable } from './spaces/board/reachability.js';
export { fileNameOf } from './spaces/names.js';
export { openSpace, puzzleOfSource } from './spaces/open-space.js';
export type { Generator, PieceSet, Projections, PuzzleDefinition } from './spaces/permutation/colourings/puzzle.js';
export { describePuzzle, type PuzzleDescription } from './spaces/permutation/group-space.js';
export { parsePuzzle } from './spaces/permutation/puzzle-file.js';
export { type PuzzleSymmetries, symmetriesOf } from './spaces/permutation/puzzle-symmetries.js';
export type { BoardWalker } from './table/board-walker.js';
export type { Encoding, Neighbourhood, NeighbourMove, TableContents } from './table/contents.js';
export { TableError } from './table/contents.js';
export { tableBlob as saveTable } from './table/parts.js';
export { type OpenTableOptions, Table } from './table/table.js';
