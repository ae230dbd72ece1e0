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

export { InputError } from './base/input-error.js';
export { MemoryError } from './base/memory.js';
export type { PairStatistics } from './base/statistics/all-pairs.js';
export type { Branching } from './base/statistics/branching.js';
export type { DistributionStatistics } from './base/statistics/distribution.js';
export type { EstimateQuality, EstimatesAtDepth } from './base/statistics/estimate-quality.js';
export { StorageError } from './base/storage/errors.js';
export { writeWhole } from './base/storage/whole-file.js';
export { WorkerError } from './base/threads/worker-pool.js';
export type { EngineName } from './engines/engine.js';
export { type DiskPlan, type DiskPlanOptions, planDisk } from './plan/disk-plan.js';
export {
  type AllGoalsExploration,
  type ExploreAllGoalsOptions,
  exploreAllGoals,
  type GoalExploration,
} from './runs/all-goals.js';
export type { CheckpointOptions } from './runs/checkpoint/checkpointed-run.js';
export type { DiskOptions } from './runs/disk/explore-on-disk.js';
export type { Exploration, ExploreEvent, MadeTable } from './runs/exploration/exploration.js';
export { StoppedError } from './runs/exploration/stopped-error.js';
export { type ExploreOptions, explore, type WithoutTable, type WithTable } from './runs/explore.js';
export { type MeasuredSpace, type Requirements, requirementsOf } from './runs/requirements.js';
export { type ResumeOptions, resumeExploration } from './runs/resume-exploration.js';
export { discardSavedRun } from './runs/saved/discard.js';
export type { SavedRun } from './runs/saved/manifest.js';
export { readSavedRun } from './runs/saved/saved-run.js';
export { HEURISTICS, type Heuristic, type HeuristicName } from './search/heuristic/heuristic.js';
export { heuristicFor } from './search/heuristic/heuristics.js';
export type { SearchOptions } from './search/options.js';
export { openDatabases } from './search/patterns/make-databases.js';
export type { PatternDatabases } from './search/patterns/pattern-databases.js';
export { ALGORITHMS, type AlgorithmName } from './search/question/algorithm-names.js';
export { algorithmsFor, heuristicsFor } from './search/question/algorithms.js';
export type { Effort, LayerCounts, ProgressNode, SearchProgress } from './search/question/counts.js';
export { LimitError, type SearchLimits } from './search/question/limits.js';
export type { SearchQuestion, SearchState } from './search/question/question.js';
export type { Path, SearchResult } from './search/question/result.js';
export { search } from './search/search.js';
export type { WalkerOfCell } from './search/tables/board-paths.js';
export { TableSolver } from './search/tables/table-solver.js';
export type { SpaceDefinition, SpaceDefinition as StateSpace, StateHeuristic } from './space/definition.js';
export { NO_STATE } from './space/definition.js';
export { SpaceError } from './space/errors.js';
export type { SpaceFacts, SpaceOutline } from './space/facts.js';
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
export type {
  BoardSpaceSource,
  GeneratedSpace,
  KnownSpace,
  ModuleSpace,
  PatternSpaceSource,
  SpaceSource,
} from './space/space-source.js';
export { type Board, type Direction, formatBoard, makeBoard, parseBoard, parseMap } from './spaces/board/board.js';
export { METRICS, type Metric } from './spaces/board/metric.js';
export { countMoves, plainLetters } from './spaces/board/moves-text.js';
export {
  formatPosition,
  orderedPosition,
  type Position,
  parsePosition,
} from './spaces/board/position.js';
export { isSolvable } from './spaces/board/solvable.js';
export { puzzleOfSource } from './spaces/definition-of-source.js';
export { fileNameOf } from './spaces/file-name.js';
export { openSpace } from './spaces/open-space.js';
export { type Partition, partitionOf } from './spaces/pattern/partition.js';
export type { PuzzleDefinition } from './spaces/permutation/colourings/puzzle-definition.js';
export type { Generator, PieceSet, Projections } from './spaces/permutation/colourings/puzzle-source.js';
export { describePuzzle, type PuzzleDescription } from './spaces/permutation/groups/describe-puzzle.js';
export type { GroupFacts } from './spaces/permutation/order/group-facts.js';
export { rank, unrank } from './spaces/permutation/rank.js';
export { readPuzzle } from './spaces/read-puzzle.js';
export {
  type AnalyseOptions,
  type Analysis,
  analyse,
  bytesToAnalyse,
  type HeuristicAnalysis,
} from './study/analysis/analyse.js';
export type { DepthAnalysis, DistanceAnalysis } from './study/analysis/distance-analysis.js';
export type { SolutionCounts } from './study/census/census.js';
export { type ExportPlan, planExport } from './study/export/export-plan.js';
export { type ExportOptions, exportTable } from './study/export/export-table.js';
export { EXPORT_FORMATS, type ExportFormat } from './study/export/formats/format-names.js';
export { LARGEST_SAMPLE, type Selection } from './study/export/selection.js';
export type { Encoding, TableContents } from './table/contents/contents.js';
export { TableError } from './table/contents/errors.js';
export type { Neighbourhood, NeighbourMove } from './table/contents/neighbourhood.js';
export { saveTable } from './table/files/save.js';
export { type OpenTableOptions, Table } from './table/table.js';
export type { BoardWalker } from './table/walker/board-walker.js';
export type { BoardOfDistances } from './verify/board/distances.js';
export type { DistanceType } from './verify/file/distances-file.js';
export type { TableFault } from './verify/file/table-faults.js';
export type { Rule } from './verify/referee/broken-rules.js';
export type { VerifiedSpace } from './verify/referee/verified-space.js';
export type { TableKind } from './verify/table-head.js';
export type { Progress } from './verify/threads/progress.js';
export {
  type DistancesChecks,
  type DistancesFault,
  type DistancesReport,
  type DistancesSpace,
  verifyDistances,
} from './verify/verify-distances.js';
export { type TableChecks, type TableReport, verifyTable } from './verify/verify-table.js';
