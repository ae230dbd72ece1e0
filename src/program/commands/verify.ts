/** `antipode verify`: checks a table by replaying the layers, or exported distances by local rules. */

import { countOf, excerpt, grouped, InputError, secondsText, shareText } from '../../base/text.js';
import { METRICS } from '../../spaces/board/board.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { isTableFile } from '../../table/files/container.js';
import { NoFileError, type TableClaims, TableError } from '../../table/files/contents.js';
import { isBoardTable } from '../../table/files/header.js';
import { tableClaims } from '../../table/files/table-file.js';
import { trustedFacts } from '../../table/table.js';
import { VerificationError } from '../../verify/faults.js';
import {
  type DistancesFault,
  type DistancesReport,
  type DistancesSpace,
  verifyDistances,
} from '../../verify/verify-distances.js';
import { type TableReport, verifyTable } from '../../verify/verify-table.js';
import { announceMemory, knownFigures } from '../arguments/memory.js';
import { type OptionValues, oneOf, threadsOf } from '../arguments/option-values.js';
import { readBoard } from '../arguments/space-argument.js';
import { checkModule, openTable } from '../arguments/tables.js';
import { type Call, endOnSignal, provenanceOf } from '../terminal/call.js';
import { titleOf } from '../terminal/distribution-text.js';
import { factsText } from '../terminal/layout.js';
import { LiveLine } from '../terminal/live-line.js';
import type { Io } from '../terminal/process.js';

type VerifyArguments = OptionValues<
  'distances' | 'board' | 'goal' | 'metric' | 'module' | 'threads',
  'ignoreChecksums' | 'json'
>;

/** A finished check. */
interface Finished {
  readonly path: string;
  readonly report: Pick<TableReport, 'faultCount' | 'ok' | 'threads'> & {
    readonly faults: readonly { readonly message: string }[];
  };
  readonly seconds: number;
  /** First fields of the result that --json prints; docs/explanations/verify.md describes them. */
  readonly fields: object;
  /** First lines of the text. */
  readonly facts: readonly Fact[];
  /** What to do about faults. */
  readonly advice?: string;
}

type Fact = readonly [name: string, value: string];

export async function verifyCommand(
  table: string | undefined,
  options: VerifyArguments,
  call: Call,
  io: Io,
): Promise<void> {
  const threads = threadsOf(options.threads);
  const { path, report, seconds, fields, facts, advice } =
    options.distances === undefined
      ? await verifyTableFile(table, threads, options, io)
      : await verifyDistancesFile(options.distances, table, threads, options, io);
  const { faultCount, faults, ok } = report;
  const used = report.threads ?? null;
  const effort = { threads: used, seconds, provenance: provenanceOf(call, used) };
  const text = options.json
    ? JSON.stringify({ ...fields, faultCount, faults, ok, ...effort })
    : reportText(path, facts, report, seconds);
  io.stdout.write(`${text}\n`);
  if (ok) return;
  const first = faultCount === 1 ? '' : ', the first of them';
  throw new VerificationError(
    `${path} has ${countOf(faultCount, 'fault')}${first}: ${report.faults[0].message}${advice ?? ''}`,
  );
}

async function verifyTableFile(
  table: string | undefined,
  threads: number | undefined,
  options: VerifyArguments,
  io: Io,
): Promise<Finished> {
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
  const stopped = report.histogram === undefined && report.space !== undefined && !ignoreChecksums;
  const advice = stopped ? IGNORE_CHECKSUMS : '';
  return { path: table, report, seconds, fields: tableFields(table, report), facts: tableFacts(report), advice };
}

/** Advice if wrong checksums prevented the replay. */
const IGNORE_CHECKSUMS = '; nothing was replayed: use --ignore-checksums to replay the layers anyway';

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

async function verifyDistancesFile(
  path: string,
  table: string | undefined,
  threads: number | undefined,
  options: VerifyArguments,
  io: Io,
): Promise<Finished> {
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
  // The text names the faults by their messages alone.
  const told = options.json && report.space.board ? { ...report, faults: report.faults.map(boardFault) } : report;
  return { path, report: told, seconds, fields: distancesFields(path, table, report), facts: distancesFacts(report) };
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

/** Works with a live line of progress. Ctrl-C ends the work immediately. */
async function withLiveLine<Report>(
  io: Io,
  work: (onProgress: (what: string, share: () => number) => void) => Promise<Report>,
): Promise<{ readonly report: Report; readonly seconds: number }> {
  const begin = performance.now();
  const secondsNow = () => (performance.now() - begin) / 1000;
  let progress = () => '';
  const line = new LiveLine(io.stderr, () => progress());
  endOnSignal(io);
  try {
    const report = await work((what, share) => {
      progress = () => `${what}  ${shareText(share())}  ${secondsText(secondsNow())}`;
    });
    return { report, seconds: secondsNow() };
  } finally {
    line.end();
  }
}

function tableFields(table: string, { kind, space, chunks, histogram, faultsOfChecksums }: TableReport) {
  const states = histogram ? histogram.reduce((sum, count) => sum + count, 0) : null;
  const ofStates = kind === 'states';
  const metric = space?.metric ?? null;
  return {
    table,
    space: space?.fullName ?? null,
    ...(ofStates
      ? { metric, starts: space?.starts ?? null, size: space?.size ?? null }
      : { goal: space?.starts[0] ?? null, metric }),
    states,
    maxDepth: histogram ? histogram.length - 1 : null,
    histogram: histogram ?? null,
    ...(ofStates && { notReached: space && states !== null ? space.size - states : null }),
    checksums: { chunks: chunks ?? null, faultCount: faultsOfChecksums },
  };
}

function distancesFields(path: string, table: string | undefined, report: DistancesReport) {
  const { space, type, notReached, histogram } = report;
  const { board, metric, starts } = space;
  return {
    distances: path,
    table: table ?? null,
    space: space.fullName,
    ...(board ? { goal: starts[0], metric } : { metric, starts }),
    type,
    states: space.size,
    notReached,
    maxDepth: histogram.length > 0 ? histogram.length - 1 : null,
    histogram,
  };
}

/** Returns a board's fault with positions instead of numbered states, and without moves. */
function boardFault({ rule, message, state, value, neighbour, neighbourValue }: DistancesFault) {
  const told = { position: state, value, neighbour, neighbourValue };
  if (rule === 'histogram') return { rule, message, ...told };
  return { rule: rule === 'start' ? 'goal' : rule, ...told, message };
}

function tableFacts(report: TableReport): Fact[] {
  const { space, histogram } = report;
  const facts: Fact[] = [];
  if (space) facts.push(['space', titleOf({ ...space, name: space.fullName })]);
  if (histogram) facts.push(...distributionFacts(histogram));
  if (space && !space.board && histogram) {
    facts.push(['not reached', grouped(histogram.reduce((rest, count) => rest - count, space.size))]);
  }
  return [...facts, ...checksFacts(report)];
}

function checksFacts({ kind, chunks, histogram, faultsOfChecksums }: TableReport): Fact[] {
  const facts: Fact[] = [];
  if (chunks !== undefined) {
    const verdict = faultsOfChecksums === 0 ? 'valid' : countOf(faultsOfChecksums, 'fault');
    facts.push(['checksums', `header and ${countOf(chunks, 'chunk')} of the words: ${verdict}`]);
  }
  const compared = kind === 'board' ? 'every bit of the words' : 'the code of every state';
  const replayed = histogram ? `${compared}, every field of the header compared` : 'none, so nothing was compared';
  return [...facts, ['replay', replayed]];
}

function distancesFacts({ space, type, histogram, notReached }: DistancesReport): Fact[] {
  return [
    ['space', titleOf({ ...space, name: space.fullName })],
    ['type', type],
    ...distributionFacts(histogram),
    ['not reached', grouped(notReached)],
    ['compared', `every state of ${grouped(space.size)} with all its neighbours`],
  ];
}

function distributionFacts(histogram: readonly number[]): Fact[] {
  return [
    ['states', grouped(histogram.reduce((sum, count) => sum + count, 0))],
    ['maximum depth', histogram.length === 0 ? 'none' : String(histogram.length - 1)],
  ];
}

function reportText(
  path: string,
  facts: readonly Fact[],
  { faults, faultCount, threads }: Finished['report'],
  seconds: number,
): string {
  const told: Fact[] = faults.map(({ message }) => ['', message]);
  if (faults.length < faultCount) told.push(['', `and ${grouped(faultCount - faults.length)} more`]);
  const all: Fact[] = [
    ...facts,
    ['time', secondsText(seconds)],
    ...(threads === undefined ? [] : [['threads', String(threads)] as const]),
    ['faults', faultCount === 0 ? 'none' : grouped(faultCount)],
    ...told,
  ];
  return factsText(path, all);
}
