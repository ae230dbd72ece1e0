/** `antipode verify`: checks a table by replaying the layers, or exported distances by local rules. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { METRICS } from '../../spaces/board/metric.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { isBoardTable } from '../../table/contents/board-claims.js';
import type { TableClaims } from '../../table/contents/contents.js';
import { NoFileError, TableError } from '../../table/contents/errors.js';
import { isTableFile } from '../../table/files/is-table-file.js';
import { tableClaims } from '../../table/files/origin.js';
import { trustedFacts } from '../../table/reopen.js';
import { type DistancesSpace, verifyDistances } from '../../verify/verify-distances.js';
import { verifyTable } from '../../verify/verify-table.js';
import { readBoard } from '../arguments/board-argument.js';
import { announceMemory, knownFigures } from '../arguments/memory.js';
import { oneOf, threadsOf } from '../arguments/option-values.js';
import { checkModule, openTable } from '../arguments/table-argument.js';
import { type Call, provenanceOf } from '../process/call.js';
import type { Io } from '../process/io.js';
import { distancesReportText, tableReportText } from '../terminal/verification-text.js';
import { throwFirstFault, type VerifyArguments, withLiveLine } from './verification.js';
import { distancesResult, tableResult } from './verification-result.js';

export async function verifyCommand(
  table: string | undefined,
  options: VerifyArguments,
  call: Call,
  io: Io,
): Promise<void> {
  const threads = threadsOf(options.threads);
  if (options.distances !== undefined) await verifyDistancesFile(options.distances, table, threads, options, call, io);
  else await verifyTableFile(table, threads, options, call, io);
}

async function verifyTableFile(
  table: string | undefined,
  threads: number | undefined,
  options: VerifyArguments,
  call: Call,
  io: Io,
): Promise<void> {
  if (options.board !== undefined || options.goal !== undefined || options.metric !== undefined) {
    throw new InputError(
      '--board, --goal and --metric are for --distances: leave them out, because a table has its own',
    );
  }
  if (table === undefined) throw new InputError('nothing to verify: give a table, or --distances and --board');
  refuseUnsuitable(table, options.module);
  const ignoreChecksums = options.ignoreChecksums ?? false;
  const { report, seconds } = await withLiveLine(io, (onProgress) =>
    verifyTable(table, {
      threads,
      module: options.module,
      ignoreChecksums,
      onSpace: ({ source, board, fullName, size }, bytes, threads) => {
        checkModule(options.module, source, table);
        const held = board ? 'its bitsets' : 'its states';
        announceMemory({ ...knownFigures(board?.board, fullName), states: size, bytes, threads, held }, io);
      },
      onProgress,
    }),
  );
  const text = options.json
    ? resultText(tableResult(table, report, seconds), call)
    : tableReportText(table, report, seconds);
  io.stdout.write(`${text}\n`);
  const stopped = report.histogram === undefined && report.space !== undefined && !ignoreChecksums;
  throwFirstFault(table, report, stopped ? IGNORE_CHECKSUMS : '');
}

/** @throws InputError, TableError if the file is not meant as a table, or loading its module is refused: these are not faults of a table */
function refuseUnsuitable(table: string, module: string | undefined): void {
  let claims: TableClaims;
  try {
    claims = tableClaims(table);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    // The check itself reports the faults of the file. The ending .table distinguishes a table with a damaged beginning from another file.
    if (error instanceof NoFileError || table.endsWith('.table') || isTableFile(table)) return;
    throw new InputError(`${excerpt(table, 150)} is not a distance table: expected one such as out/3x3.table`);
  }
  trustedFacts(claims.facts, table, module);
}

/** Returns a result with its provenance as JSON. */
function resultText(result: { readonly threads: number | null }, call: Call): string {
  return JSON.stringify({ ...result, provenance: provenanceOf(call, result.threads) });
}

/** Advice if wrong checksums prevented the replay. */
const IGNORE_CHECKSUMS = '; nothing was replayed: use --ignore-checksums to replay the layers anyway';

async function verifyDistancesFile(
  path: string,
  table: string | undefined,
  threads: number | undefined,
  options: VerifyArguments,
  call: Call,
  io: Io,
): Promise<void> {
  const { space, histogram } = await subjectOf(table, options, io);
  const { report, seconds } = await withLiveLine(io, (onProgress) =>
    verifyDistances(path, space, {
      ...(histogram && { histogram }),
      threads,
      onSpace: ({ board, name, size }, bytes, threads) => {
        const held = 'its distances';
        announceMemory({ ...knownFigures(board?.board, name), states: size, bytes, threads, held }, io);
      },
      onProgress,
    }),
  );
  const text = options.json
    ? resultText(distancesResult(path, table, report, seconds), call)
    : distancesReportText(path, report, seconds);
  io.stdout.write(`${text}\n`);
  throwFirstFault(path, report);
}

interface DistancesSubject {
  readonly space: DistancesSpace;
  /** Number of states at each distance, if a table gives them. */
  readonly histogram?: readonly number[];
}

/** Returns the space of an array of distances. @throws InputError, TableError */
async function subjectOf(table: string | undefined, options: VerifyArguments, io: Io): Promise<DistancesSubject> {
  if (options.ignoreChecksums) {
    throw new InputError('--ignore-checksums is for tables, and --distances checks an array: leave out one of them');
  }
  if (table !== undefined && options.board === undefined) return subjectOfTable(table, options, io);
  if (table !== undefined || options.board === undefined) {
    const found = table === undefined ? 'found neither' : 'found both';
    throw new InputError(`--distances needs either a table or --board, to determine the space: ${found}`);
  }
  const board = readBoard(options.board);
  if (options.module !== undefined) {
    throw new InputError('--module is for tables of modules, and --board names a board: leave out one of them');
  }
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  return { space: { board, goal, metric: oneOf('--metric', options.metric ?? 'single', METRICS) } };
}

async function subjectOfTable(table: string, options: VerifyArguments, io: Io): Promise<DistancesSubject> {
  if (options.metric !== undefined) {
    throw new InputError('--metric is for --board: leave it out, because a table has its own metric');
  }
  const claims = tableClaims(table);
  // The array is the same for all goals of the table: without --goal, any of them will do.
  const named = options.goal ?? (isBoardTable(claims) ? claims.facts.startTexts[0] : undefined);
  const opened = await openTable(table, { module: options.module, goal: named }, io);
  opened.close();
  const { walker, source, histogram } = opened;
  if (walker === null) return { space: source, histogram };
  const { board, goal, metric } = walker;
  return { space: { board, goal, metric }, histogram };
}
