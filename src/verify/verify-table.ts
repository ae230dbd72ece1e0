/**
 * The check of a table file of any space. The space determines the file to the last bit: the replayed layers determine
 * the words, their sizes the header, and the words the checksums.
 */

import { checkThreads } from '../base/threads/thread-count.js';
import { checkChecksums } from './file/checksums.js';
import { compareHeader } from './file/header-fields.js';
import type { InputFile } from './file/input-file.js';
import { type TableFault, TableFaults } from './file/table-faults.js';
import { openTableFile } from './file/table-file.js';
import type { VerifiedSpace } from './referee/verified-space.js';
import { readTableHead, type TableHead, type TableKind } from './table-head.js';
import { follower, type Progress } from './threads/progress.js';

export interface TableChecks {
  /**
   * Maximum number of worker threads, 1..256.
   * @default as many as the machine offers, fewer for small spaces
   */
  readonly threads?: number | undefined;
  /**
   * Replays the layers even if checksums are wrong.
   * @default false
   */
  readonly ignoreChecksums?: boolean;
  /** Path of the module of the table's space, needed if the module was moved or changed since. Its code is run. */
  readonly module?: string | undefined;
  /** Called with the memory and threads of the replay as soon as the space is known. If it throws, the check ends. */
  readonly onSpace?: (space: VerifiedSpace, bytes: number, threads: number) => void;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

export interface TableReport {
  /** The table's format: that of boards, or that of all other spaces. */
  readonly kind: TableKind;
  /** Missing if the header does not determine it, or the file is truncated or too long. */
  readonly space?: VerifiedSpace;
  /** Checksums of the words that were compared; missing if the check ended before. */
  readonly chunks?: number;
  /** States of each depth that the replay found; missing if there was none. */
  readonly histogram?: readonly number[];
  /** Worker threads of the replay; missing if there was none. */
  readonly threads?: number;
  /** Faults found before the replay: of checksums, magic, version and bytes between the sections. */
  readonly faultsOfChecksums: number;
  readonly faultCount: number;
  /** True if there is no fault. */
  readonly ok: boolean;
  /** The first 20 faults. */
  readonly faults: readonly TableFault[];
}

/**
 * Checks a table file against a new search of its space.
 * @param path path of the table file
 * @param checks threads, module, callbacks and signal; the search takes the memory and threads that `onSpace` receives
 * @returns the space, its layers and the faults; check `ok` first
 * @throws TableError if the file cannot be read or is empty; InputError if the number of threads is out of range;
 * SpaceError, or WorkerError with its message, if the space contradicts itself; WorkerError if a worker dies; the
 * errors of `onSpace`; the signal's reason
 * @example
 * ```ts
 * import { verifyTable } from 'antipode';
 *
 * const { ok, faults } = await verifyTable('out/3x4.table');
 * ```
 */
export async function verifyTable(path: string, checks: TableChecks = {}): Promise<TableReport> {
  if (checks.threads !== undefined) checkThreads(checks.threads);
  const file = await openTableFile(path);
  try {
    return await verifyFile(file, checks);
  } finally {
    await file.close();
  }
}

async function verifyFile(file: InputFile, checks: TableChecks): Promise<TableReport> {
  const faults = new TableFaults();
  const { kind, head } = await readTableHead(file, faults, checks.module);
  if (head === undefined) return { kind, ...faultsOf(faults, faults.count) };
  const { space, replayBytes, wordsName } = head.referee;
  if (faults.count > 0 && !checks.ignoreChecksums) return { kind, space, ...faultsOf(faults, faults.count) };

  const { onProgress } = checks;
  const threads = head.referee.threads(checks.threads);
  // Reported before the file is read, which can take hours.
  checks.onSpace?.(space, replayBytes, threads);
  const onRead = follower('checking the checksums', head.sections.length, onProgress);
  const chunks = await checkChecksums(file, head.end, head.sections, wordsName, faults, onRead);
  const faultsOfChecksums = faults.count;
  const checked = { kind, space, chunks };
  if (faultsOfChecksums > 0 && !checks.ignoreChecksums) return { ...checked, ...faultsOf(faults, faultsOfChecksums) };

  const histogram = await replayAndCompare(file, head, faults, { ...checks, threads });
  return { ...checked, histogram, threads, ...faultsOf(faults, faultsOfChecksums) };
}

/** Replays the layers and compares header and words with them. @returns the histogram of the replay */
async function replayAndCompare(
  file: InputFile,
  { fields, sections, referee }: TableHead,
  faults: TableFaults,
  { threads, onProgress, signal }: TableChecks & { readonly threads: number },
): Promise<readonly number[]> {
  const { histogram, header, compareWords } = await referee.replay(threads, onProgress, signal);
  compareHeader(fields, header, faults);
  if (compareWords === null) return histogram;
  const total = sections.reduce((sum, { words }) => sum + words.bytes, 0);
  const onCompared = follower('comparing the words', total, onProgress);
  let compared = 0;
  for (const [section, { words }] of sections.entries()) {
    for await (const { begin, piece } of file.pieces(words.offset, words.bytes)) {
      compareWords({ section, begin, bytes: piece }, faults);
      compared += piece.length;
      onCompared(compared);
    }
  }
  return histogram;
}

function faultsOf(faults: TableFaults, faultsOfChecksums: number) {
  return { faultsOfChecksums, faultCount: faults.count, ok: faults.count === 0, faults: faults.told };
}
