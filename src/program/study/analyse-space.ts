/** `antipode analyse` of the table of a space that is no board. */

import {
  analyseSpace,
  bytesToAnalyseSpace,
  type SpaceAnalysis,
  threadsToAnalyseSpace,
} from '../../study/analysis/analyse-space.js';
import { Table } from '../../table/table.js';
import { announceMemory } from '../arguments/memory.js';
import { threadsOf } from '../arguments/option-values.js';
import type { Io } from '../process/io.js';
import { withProgress } from '../verify/replay-setup.js';

/** Analyses the table that was opened. */
export type AnalysisOfSpace = (onAntipode: (text: string) => unknown) => Promise<SpaceAnalysis>;

/**
 * Opens a table, and says on standard error what its analysis needs.
 * @throws InputError, TableError, SpaceError; MemoryError where there is not so much
 */
export async function openForAnalysis(
  tablePath: string,
  threadsText: string | undefined,
  io: Io,
): Promise<AnalysisOfSpace> {
  const givenThreads = threadsOf(threadsText);
  const table = await Table.open(tablePath);
  const threads = givenThreads ?? threadsToAnalyseSpace(table.space.size);
  const bytes = bytesToAnalyseSpace(table, threads);
  announceMemory({ what: table.fullName, states: table.space.size, bytes, threads, held: 'its depths and counts' }, io);
  return (onAntipode) =>
    withProgress(tablePath, 'looks at states', io, (onProgress) =>
      analyseSpace(table, { threads, onProgress, onAntipode }),
    );
}
