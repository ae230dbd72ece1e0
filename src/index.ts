/**
 * antipode: enumerates sliding-tile boards and other state spaces, answers states from distance tables or by searches, and
 * analyses, checks and exports tables.
 *
 * @example
 * ```ts
 * import { explore, saveTable, Table } from 'antipode';
 *
 * const exploration = await explore({ space: '3x3' });
 * console.log(exploration.maxDepth); // 31
 * await saveTable(exploration.table, '3x3.table');
 * using table = await Table.open('3x3.table');
 * console.log(table.solve('2 3 4 1 5 x 7 6 8'));
 * ```
 */

export { StorageError, writeWhole } from './base/files.js';
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
export {
  type AllGoalsExploration,
  type ExploreAllGoalsOptions,
  exploreAllGoals,
  type GoalExploration,
} from './runs/all-goals.js';
export type { DiskOptions } from './runs/disk/disk-run.js';
export type { CheckpointOptions } from './runs/exploration/checkpointed-run.js';
export type { Exploration, ExploreEvent, MadeTable } from './runs/exploration/exploration.js';
export { StoppedError } from './runs/exploration/exploration.js';
export { discardSavedRun } from './runs/exploration/run-folder.js';
export type { SavedRun } from './runs/exploration/saved-run.js';
export { readSavedRun } from './runs/exploration/saved-run.js';
export { type ExploreOptions, explore, type WithoutTable, type WithTable } from './runs/explore.js';
export {
  type DiskPlan,
  type DiskPlanOptions,
  type MeasuredSpace,
  planDisk,
  type Requirements,
  requirementsOf,
} from './runs/requirements.js';
export { type ResumeOptions, resumeExploration } from './runs/resumed-run.js';
export { algorithmsFor, heuristicsFor } from './search/algorithms.js';
export type { PatternDatabases } from './search/ida-star/pattern-databases.js';
export { openDatabases } from './search/ida-star/pattern-search.js';
export { HEURISTICS, type Heuristic, type HeuristicName, heuristicFor } from './search/question/heuristics.js';
export type { SearchLimits } from './search/question/limits.js';
export type { Effort, LayerCounts, ProgressNode, SearchProgress } from './search/question/progress.js';
export { ALGORITHMS, type AlgorithmName, LimitError } from './search/question/progress.js';
export type { Path, SearchQuestion, SearchResult, SearchState } from './search/question/question.js';
export type { SearchOptions } from './search/search.js';
export { search } from './search/search.js';
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
export { readPuzzle } from './spaces/permutation/files/puzzle-file.js';
export { describePuzzle, type PuzzleDescription } from './spaces/permutation/group-space.js';
export type { DepthAnalysis, DistanceAnalysis } from './study/analysis.js';
export {
  type AnalyseOptions,
  type Analysis,
  analyse,
  bytesToAnalyse,
  type HeuristicAnalysis,
} from './study/analysis.js';
export { type ExportOptions, type ExportPlan, exportTable, planExport } from './study/export/export-table.js';
export { EXPORT_FORMATS, type ExportFormat } from './study/export/formats.js';
export { LARGEST_SAMPLE, type Selection } from './study/export/selection.js';
export type { SolutionCounts } from './study/layer-replay.js';
export type { BoardWalker } from './table/board-walker.js';
export type { Encoding, Neighbourhood, NeighbourMove, TableContents } from './table/files/contents.js';
export { TableError } from './table/files/contents.js';
export { saveTable } from './table/files/save.js';
export { type OpenTableOptions, Table } from './table/table.js';
export type { BoardOfDistances } from './verify/board-referees.js';
export type { Progress, VerifiedSpace } from './verify/checks.js';
export type { Rule, TableFault } from './verify/faults.js';
export type { DistanceType } from './verify/file-distances.js';
export {
  type DistancesChecks,
  type DistancesFault,
  type DistancesReport,
  type DistancesSpace,
  verifyDistances,
} from './verify/verify-distances.js';
export type { TableKind } from './verify/verify-table.js';
export { type TableChecks, type TableReport, verifyTable } from './verify/verify-table.js';
