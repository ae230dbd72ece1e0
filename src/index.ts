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

export * from './browser.js';
// In place of those that do without files.
export { StorageError, writeWhole } from './files/files.js';
export { saveTable } from './files/save-table.js';
export {
  type AllGoalsExploration,
  type ExploreAllGoalsOptions,
  exploreAllGoals,
  type GoalExploration,
} from './runs/all-goals.js';
export type { CheckpointOptions } from './runs/disk/checkpointed-run.js';
export type { DiskOptions } from './runs/disk/disk-run.js';
export { discardSavedRun } from './runs/disk/run-folder.js';
export type { SavedRun } from './runs/disk/saved-run.js';
export { readSavedRun } from './runs/disk/saved-run.js';
export { StoppedError } from './runs/exploration/exploration.js';
export { type ExploreOptions, explore } from './runs/explore.js';
export {
  type DiskPlan,
  type DiskPlanOptions,
  type MeasuredSpace,
  planDisk,
  type Requirements,
  requirementsOf,
} from './runs/requirements.js';
export { type ResumeOptions, resumeExploration } from './runs/resumed-run.js';
export { openDatabases } from './search/ida-star/pattern-search.js';
export { readPuzzle } from './spaces/permutation/puzzle-file.js';
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
