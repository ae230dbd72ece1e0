/**
 * The check of a table file of any space. The space determines the file to the last bit: the replayed layers determine
 * the words, their sizes the header, and the words the checksums.
 */

import { checkThreads } from '../base/threads.js';
import type { ChunkedWords } from '../table/files/container.js';
import { boardTable } from './board-referees.js';
import { type TableFault, TableFaults } from './faults.js';
import type { InputFile } from './file-input.js';
import { checkChecksums, compareHeader, fieldOf, openTableFile, readTableMap, sectionsAtEnd } from './file-table.js';
import type { TableReferee, TableRefereeOf, VerifiedSpace } from './referees.js';
import { follower, type Progress } from './shared-work.js';
import { statesTable } from './state-referees.js';

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
  const { histogram, header, compareWords } = await referee.replay({ threads, onProgress, signal });
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

/*
 * The beginning of a table file: its header, and the places of its sections. Only the space is read from the header.
 * All other fields are compared after the layers have been replayed.
 */

/** Format of a table: that of boards, or that of all other spaces, whose headers name a source. */
export type TableKind = 'board' | 'states';

interface TableHead {
  /** Map of the header as read from the file, right or wrong. */
  readonly fields: unknown;
  /** Offset of the end of the header. */
  readonly end: number;
  /** Extents of the sections in the file. */
  readonly sections: readonly ChunkedWords[];
  readonly referee: TableReferee;
}

interface ReadHead {
  /** 'board' unless the header describes another space. */
  readonly kind: TableKind;
  /** Undefined if the space or the file's length is wrong, so that nothing more can be checked. */
  readonly head?: TableHead;
}

/**
 * Reads the head of a table and adds its wrong parts to the faults.
 * @param module path of the module that the user has named for the space
 */
export async function readTableHead(file: InputFile, faults: TableFaults, module?: string): Promise<ReadHead> {
  const map = await readTableMap(file, faults);
  if (map === undefined) return { kind: 'board' };
  const { fields, length, end } = map;
  const kind = kindOfTable(fields);
  const refereeOf: TableRefereeOf = kind === 'board' ? boardTable : statesTable;
  const referee = await refereeOf(fields, length, faults, module);
  const sections = referee && sectionsAtEnd(referee.layout, file.bytes, map, faults);
  if (referee === undefined || sections === undefined) return { kind };
  return { kind, head: { fields, end: Math.min(end, sections[0].words.offset), sections, referee } };
}

function kindOfTable(fields: unknown): TableKind {
  return fieldOf(fields, 'kind') === 'space' || fieldOf(fields, 'source') !== undefined ? 'states' : 'board';
}
