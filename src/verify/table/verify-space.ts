/**
 * Checks the table of a state space against what its source leads to. The space is made from the source, all its states are
 * searched from the starts, and from that follow the words, the header, and the checksums. What a space says of its moves is
 * believed; what the general method made of it is not.
 */

import { checkThreads } from '../../base/threads/thread-count.js';
import { BITS, type Encoding } from '../../table/contents.js';
import { stateHeaderOf } from '../../table/files/state-header.js';
import { claimsOf, readSpaceHead, type SpaceHead } from '../space/space-head.js';
import { replaySpace, threadsToVerifySpace } from '../space/space-replay.js';
import { spaceReplayBytes } from '../space/space-replay-memory.js';
import { compareSpaceWords } from '../space/space-words.js';
import { checkChecksums } from './checksums.js';
import { compareHeader } from './header-fields.js';
import type { InputFile } from './input-file.js';
import { openTable } from './open-table.js';
import { follower, type Progress } from './progress.js';
import { type TableFault, TableFaults } from './table-faults.js';

export interface SpaceTableChecks {
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small spaces. */
  readonly threads?: number | undefined;
  /** Search the space although checksums are wrong; by default not. */
  readonly ignoreChecksums?: boolean;
  /** Called with what the search will take as soon as the space is known; where it throws, nothing more is checked. */
  readonly onSpace?: (name: string, states: number, bytes: number, threads: number) => void;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

export interface SpaceTableReport {
  /** As far as it can be made. */
  readonly space?: {
    readonly name: string;
    readonly metric: string | null;
    readonly size: number;
    /** Texts. */
    readonly starts: readonly string[];
  };
  /** Checksums of the words that were compared, where that was come to. */
  readonly chunks?: number;
  /** What the search found: states of each depth, where there was one. */
  readonly histogram?: readonly number[];
  /** Worker threads of the search, where there was one. */
  readonly threads?: number;
  /** Faults that were found before the search: of checksums, magic, version and bytes between the sections. */
  readonly faultsOfChecksums: number;
  readonly faultCount: number;
  /** The first ones. */
  readonly faults: readonly TableFault[];
}

/**
 * @throws TableError where the file cannot be read or is empty; InputError where there cannot be so many threads; SpaceError, or
 * WorkerError that tells it, where the space contradicts itself; WorkerError where a worker dies; what onSpace throws; the
 * signal's reason
 */
export async function verifySpaceTable(path: string, checks: SpaceTableChecks = {}): Promise<SpaceTableReport> {
  if (checks.threads !== undefined) checkThreads(checks.threads);
  const file = await openTable(path);
  try {
    return await verifyFile(file, checks);
  } finally {
    await file.close();
  }
}

async function verifyFile(file: InputFile, checks: SpaceTableChecks): Promise<SpaceTableReport> {
  const faults = new TableFaults();
  const head = await readSpaceHead(file, faults);
  if (head === undefined) return report(faults, faults.count);
  const { space: states, source, encoding, section } = head;
  const { name, metric, size, startTexts } = claimsOf(source, states, encoding, [1]).facts;
  const space = { name, metric, size, starts: startTexts };
  if (faults.count > 0 && !checks.ignoreChecksums) return { space, ...report(faults, faults.count) };

  const { threads = threadsToVerifySpace(size) } = checks;
  // Before minutes of reading.
  checks.onSpace?.(name, size, spaceReplayBytes(size, encoding), threads);
  const share = follower('checking the checksums', 1, checks.onProgress);
  const chunks = await checkChecksums(file, head.end, [section], () => 'the words', faults, share);
  const faultsOfChecksums = faults.count;
  const checked = { space, chunks };
  if (faultsOfChecksums > 0 && !checks.ignoreChecksums) return { ...checked, ...report(faults, faultsOfChecksums) };

  const histogram = await searchAndCompare(file, head, faults, { ...checks, threads });
  return { ...checked, histogram, threads, ...report(faults, faultsOfChecksums) };
}

/** @returns the histogram that the search found */
async function searchAndCompare(
  file: InputFile,
  { fields, source, space, encoding, section }: SpaceHead,
  faults: TableFaults,
  { threads, onProgress, signal }: SpaceTableChecks & { readonly threads: number },
): Promise<readonly number[]> {
  const { memory, histogram } = await replaySpace(space, source, encoding, threads, onProgress, signal);
  const expected = encodingOf(space.reversible, histogram.length - 1);
  compareHeader(fields, stateHeaderOf(claimsOf(source, space, expected, histogram)).header, faults);
  // Where the encoding is wrong, which is a fault, so are all words.
  if (encoding !== expected) return histogram;
  const { words } = section;
  await compareSpaceWords(file, words, space, memory, faults, follower('comparing the words', words.bytes, onProgress));
  return histogram;
}

/** docs/table-format.md: of the numbers that are wide enough the smallest, with one value to spare. */
function encodingOf(reversible: boolean, maxDepth: number): Encoding {
  if (reversible) return 'mod3';
  const wide = (['depth8', 'depth16'] as const).find((encoding) => maxDepth + 1 < 2 ** BITS[encoding] - 1);
  return wide ?? 'depth32';
}

function report(faults: TableFaults, faultsOfChecksums: number) {
  return { faultsOfChecksums, faultCount: faults.count, faults: faults.told };
}
