/**
 * The check of a table file of any space. The space determines the file to the last bit: the replayed layers determine
 * the words, their sizes the header, and the words the checksums.
 */

import { checkThreads, threadsFor } from '../base/threads.js';
import { NO_STATE } from '../space/definition.js';
import { boardTable } from './board-referees.js';
import { type CheckedTable, follower, type Progress, replayStates, type VerifiedSpace } from './checks.js';
import { BITS_PER_WORD, bitsAtATime, codeOfState, unitAt } from './codes.js';
import { type TableFault, TableFaults } from './faults.js';
import {
  checkChecksums,
  compareHeader,
  fieldOf,
  type InputFile,
  openTableFile,
  readTableMap,
  sectionsAtEnd,
} from './file-table.js';
import { statesTable } from './state-referees.js';
import { newReplay, type PlainStates, type Replay, replayBytes } from './steps.js';

export interface TableChecks {
  /**
   * Maximum number of worker threads, 1..256.
   * @default as many as the machine offers, fewer for small spaces
   */
  readonly threads?: number | undefined;
  /**
   * Called with the memory and threads of the check as soon as the space is known, before anything is allocated. If it throws, the check
   * ends.
   */
  readonly onSpace?: (space: VerifiedSpace, bytes: number, threads: number) => void;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
  /**
   * Replays the layers even if checksums are wrong.
   * @default false
   */
  readonly ignoreChecksums?: boolean;
  /** Path of the module of the table's space, needed if the module was moved or changed since. Its code is run. */
  readonly module?: string | undefined;
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
  const { fields, end, sections, table } = head;
  const { space, codes, wordsName } = table;
  if (faults.count > 0 && !checks.ignoreChecksums) return { kind, space, ...faultsOf(faults, faults.count) };

  const { onProgress } = checks;
  const threads = threadsFor(checks.threads, table.seconds, table.blocks);
  // Reported before the file is read, which can take hours.
  checks.onSpace?.(space, replayBytes(codes), threads);
  const onRead = follower('checking the checksums', sections.length, onProgress);
  const chunks = await checkChecksums(file, end, sections, wordsName, faults, onRead);
  const faultsOfChecksums = faults.count;
  const checked = { kind, space, chunks };
  if (faultsOfChecksums > 0 && !checks.ignoreChecksums) return { ...checked, ...faultsOf(faults, faultsOfChecksums) };

  const replay = newReplay(codes, table.states.starts);
  const histogram = await replayStates(table, replay, { ...checks, threads });
  const header = table.header(histogram);
  compareHeader(fields, header, faults);
  const bytesOfSection = header.sections[0].words.bytes;
  // Otherwise the header claims another width of depths, or wrongly claims that all states are reached.
  if (bytesOfSection === table.layout.sections[0].words.bytes) {
    const onCompared = follower('comparing the words', sections.length * bytesOfSection, onProgress);
    for (const [section, { words }] of sections.entries()) {
      for await (const { begin, piece } of file.pieces(words.offset, words.bytes)) {
        compareWords(table, replay, section, begin, piece, faults);
        onCompared(section * bytesOfSection + begin + piece.length);
      }
    }
  }
  return { ...checked, histogram, threads, ...faultsOf(faults, faultsOfChecksums) };
}

/** Adds a fault for each wrong code or bit of a piece, including those that belong to no state. */
function compareWords(
  table: CheckedTable,
  replay: Replay,
  section: number,
  begin: number,
  piece: Buffer,
  faults: TableFaults,
): void {
  const first = section * table.layout.sections[0].words.bytes + begin;
  const right = replay.bytes.subarray(first, first + piece.length);
  if (piece.equals(right)) return;
  // A piece has whole codes, because its length is a multiple of theirs.
  const width = bitsAtATime(table.codes);
  const codes = (piece.length * 8) / width;
  for (let index = 0; index < codes; index++) {
    const [found, expected] = [unitAt(piece, index, width), unitAt(right, index, width)];
    if (found === expected) continue;
    faults.add(() => {
      const { fields, place, owner } = table.codeAt(section, (begin * 8) / width + index);
      const fault = { part: 'words', found, expected, ...fields } as const;
      if (owner === undefined) {
        return { ...fault, message: `${place}, which belongs to no state, is ${found}, expected ${expected}` };
      }
      const distance = replayedDistance(table.states, replay, owner.number);
      const message = `${owner.describe(distance)} is ${found}, expected ${expected}`;
      return { ...fault, message, ...owner.texts, ...(distance !== undefined && { distance }) };
    });
  }
}

/** Returns the distance of a state in the replay; undefined if the state was not reached. */
function replayedDistance(plain: PlainStates, replay: Replay, state: number): number | undefined {
  const { codes, bytes, visited } = replay;
  if ((visited[Math.floor(state / BITS_PER_WORD)] & (1 << (state & 31))) === 0) return undefined;
  const code = (each: number) => codeOfState(codes, bytes, each);
  if (codes.encoding.startsWith('mod3')) return stepsDown(plain, state, 3, (each) => code(each) - 1);
  if (codes.encoding !== 'mod4') return code(state);
  // The table does not hold the parity. With the wrong one, steps lead away from the start until none leads further.
  const steps = (parity: number) => stepsDown(plain, state, 4, (each, step) => 2 * code(each) + ((parity + step) & 1));
  return steps(0) ?? steps(1);
}

/**
 * Counts the steps down to a start. Each step leads to a neighbour whose depth is one less, according to the remainders.
 * @param remainderOf returns the remainder of a state that is met after `step` steps; below 0 if it is not reached
 * @returns undefined if no steps lead to a start, because the space wrongly claims that its moves can be undone
 */
function stepsDown(
  plain: PlainStates,
  from: number,
  modulus: number,
  remainderOf: (state: number, step: number) => number,
): number | undefined {
  const starts = new Set(plain.starts);
  const next = new Float64Array(plain.moves);
  let steps = 0;
  for (let state = from; !starts.has(state); steps++) {
    const nearer = (remainderOf(state, steps) + modulus - 1) % modulus;
    plain.neighbours(state, next);
    const to = next.find((each) => each !== NO_STATE && remainderOf(each, steps + 1) === nearer);
    if (to === undefined) return undefined;
    state = to;
  }
  return steps;
}

function faultsOf(faults: TableFaults, faultsOfChecksums: number) {
  return { faultsOfChecksums, faultCount: faults.count, ok: faults.count === 0, faults: faults.first };
}

/*
 * The beginning of a table file: its header, and the places of its sections. Only the space is read from the header.
 * All other fields are compared after the layers have been replayed.
 */

/** Format of a table: that of boards, or that of all other spaces, whose headers name a source. */
export type TableKind = 'board' | 'states';

/**
 * Reads the head of a table and adds its wrong parts to the faults.
 * @param module path of the module that the user has named for the space
 * @returns the kind, 'board' unless the header describes another space; and the head, unless the space or the file's length is wrong, so
 * that nothing more can be checked: the header's map, right or wrong, the offset of its end, the sections in the file, and the table
 */
export async function readTableHead(file: InputFile, faults: TableFaults, module?: string) {
  const map = await readTableMap(file, faults);
  if (map === undefined) return { kind: 'board' as const };
  const { fields, length, end } = map;
  const kind: TableKind =
    fieldOf(fields, 'kind') === 'space' || fieldOf(fields, 'source') !== undefined ? 'states' : 'board';
  const table =
    kind === 'board' ? boardTable(fields, length, faults) : await statesTable(fields, length, faults, module);
  const sections = table && sectionsAtEnd(table.layout, file.bytes, map, faults);
  if (table === undefined || sections === undefined) return { kind };
  return { kind, head: { fields, end: Math.min(end, sections[0].words.offset), sections, table } };
}
