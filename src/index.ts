/**
 * antipode: enumerates sliding-tile boards, answers positions from distance tables or by searches, and analyses, checks and
 * exports what it has found.
 *
 * @example
 * ```ts
 * import { DistanceTable, explore, saveTable } from 'antipode';
 *
 * const exploration = await explore({ board: '3x3' });
 * console.log(exploration.maxDepth); // 31
 * if (exploration.table) await saveTable(exploration.table, '3x3.table');
 * using table = DistanceTable.open('3x3.table');
 * console.log(table.solve('2 3 4 1 5 x 7 6 8'));
 * ```
 */

export {
  type AnalyseOptions,
  type Analysis,
  analyse,
  bytesToAnalyse,
  type HeuristicAnalysis,
} from './analysis/analyse.js';
export {
  type AnalyseSpaceOptions,
  analyseSpace,
  bytesToAnalyseSpace,
  type SpaceAnalysis,
} from './analysis/analyse-space.js';
export type { DepthAnalysis, DistanceAnalysis, SolutionCounts } from './analysis/distance-analysis.js';
export { type Board, type Direction, formatBoard, makeBoard, parseBoard, parseMap } from './board/board.js';
export { InputError } from './board/input-error.js';
export { METRICS, type Metric } from './board/metric.js';
export { countMoves, plainLetters } from './board/moves-text.js';
export {
  formatPosition,
  orderedPosition,
  type Position,
  parsePosition,
} from './board/position.js';
export { isSolvable } from './board/solvable.js';
export {
  type CheckpointOptions,
  exploreWithCheckpoints,
} from './checkpoint/explore-with-checkpoints.js';
export { type DiskPlan, planDisk } from './disk/disk-plan.js';
export { type DiskOptions, exploreOnDisk } from './disk/explore-on-disk.js';
export {
  type AllGoalsExploration,
  type ExploreAllGoalsOptions,
  exploreAllGoals,
  type GoalExploration,
} from './explore/all-goals.js';
export { MemoryError, StoppedError } from './explore/errors.js';
export { type Exploration, type ExploreEvent, type ExploreOptions, explore } from './explore/explore.js';
export { type Requirements, requirementsOf } from './explore/requirements.js';
export { EXPORT_FORMATS, type ExportFormat, type ExportOptions, type ExportPlan } from './export/export-plan.js';
export { exportSpace, planSpaceExport } from './export/export-space.js';
export { exportTable, planExport } from './export/export-table.js';
export { LARGEST_SAMPLE, type Selection } from './export/selection.js';
export {
  type ExploreSpaceOptions,
  exploreSpace,
  type SpaceExploration,
  spaceRequirements,
} from './general/explore-space.js';
export { HEURISTICS, type Heuristic, type HeuristicName } from './heuristic/heuristic.js';
export { heuristicFor } from './heuristic/heuristics.js';
export { rank, unrank } from './permutation/rank.js';
export { type ResumeOptions, resumeExploration } from './resume/resume-exploration.js';
export { discardSavedRun } from './saved/discard.js';
export { readSavedRun, type SavedRun } from './saved/saved-run.js';
export { ALGORITHMS, type AlgorithmName } from './solve/algorithm-names.js';
export { LimitError, type SearchLimits } from './solve/limits.js';
export { type SearchOptions, type SearchQuestion, type SearchResult, search } from './solve/search.js';
export { type SpaceSearchResult, type StateName, searchSpace } from './solve/search-space.js';
export { SPACE_SEARCHES, type SpaceSearchName, type SpaceSearchOptions } from './solve/space-search.js';
export { TableSolver, type TableSource } from './solve/table-solver.js';
export { SpaceError } from './space/errors.js';
export { nameOfSource, openSpace } from './space/open-space.js';
export type {
  BoardSpaceSource,
  GeneratedSpace,
  Generator,
  KnownSpace,
  ModuleSpace,
  SpaceSource,
} from './space/space-source.js';
export { fileNameOf, NO_STATE, type StateSpace } from './space/state-space.js';
export type { PairStatistics } from './statistics/all-pairs.js';
export type { Branching } from './statistics/branching.js';
export type { DistributionStatistics } from './statistics/distribution.js';
export type { EstimateQuality, EstimatesAtDepth } from './statistics/estimate-quality.js';
export { StorageError } from './storage/errors.js';
export { writeWhole } from './storage/whole-file.js';
export { spaceName, type TableContents, type TableSpace } from './table/contents.js';
export { DistanceTable } from './table/distance-table.js';
export { TableError } from './table/errors.js';
export type { Neighbourhood, NeighbourMove } from './table/neighbourhood.js';
export { saveSpaceTable, saveTable } from './table/save.js';
export type { SpaceEncoding, SpaceTableContents } from './table/space-contents.js';
export type { SpaceMove, SpaceNeighbourhood } from './table/space-neighbourhood.js';
export { SpaceTable } from './table/space-table.js';
export { tableKind } from './table/table-kind.js';
export { WorkerError } from './threads/worker-error.js';
export type { TableFault } from './verify/table-faults.js';
export {
  type DistancesChecks,
  type DistancesFault,
  type DistancesReport,
  verifyDistances,
} from './verify/verify-distances.js';
export { type SpaceTableChecks, type SpaceTableReport, verifySpaceTable } from './verify/verify-space.js';
export {
  type SpaceDistancesChecks,
  type SpaceDistancesFault,
  type SpaceDistancesReport,
  verifySpaceDistances,
} from './verify/verify-space-distances.js';
export { type TableChecks, type TableReport, verifyTable } from './verify/verify-table.js';
