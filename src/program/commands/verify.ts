/** `antipode verify`: checks a table by replaying the layers, or exported distances by local rules. */

import { total } from '../../base/statistics.js';
import { countOf, excerpt, grouped, InputError, secondsText, shareText } from '../../base/text.js';
import { METRICS } from '../../spaces/board/board.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { isTableFile } from '../../table/container.js';
import { NoFileError, TableError, type TableHeader } from '../../table/contents.js';
import { isBoardTable } from '../../table/header.js';
import { trustedFacts } from '../../table/table.js';
import { readTableHeader } from '../../table/table-file.js';
import { VerificationError } from '../../verify/faults.js';
import { type DistancesFault, type DistancesReport, verifyDistances } from '../../verify/verify-distances.js';
import { type TableChecks, type TableReport, verifyTable } from '../../verify/verify-table.js';
import { readName, readThreads, refuse } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { announceMemory } from '../arguments/resources.js';
import { readBoard } from '../arguments/space-argument.js';
import { checkModule, openTable } from '../arguments/tables.js';
import { titleOf } from '../terminal/distribution-text.js';
import { type FactLine, factsText } from '../terminal/layout.js';
import { withLiveLine } from '../terminal/live-line.js';
import { type Io, provenanceOf } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';

export async function verifyCommand(table: string | undefined, options: Arguments<'verify'>, io: Io): Promise<void> {
  const begin = performance.now();
  const secondsNow = () => (performance.now() - begin) / 1000;
  let progress = () => '';
  const text = () => progress();
  const checks: Checks = {
    threads: readThreads(options.threads),
    onProgress(what, share) {
      progress = () => `${what}  ${shareText(share())}  ${secondsText(secondsNow())}`;
    },
  };
  endOnSignal(io);
  const { path, report, fields, facts, advice } = await withLiveLine(io.stderr, text, async () =>
    options.distances === undefined
      ? await verifyTableFile(table, options, io, checks)
      : await verifyDistancesFile(options.distances, table, options, io, checks),
  );
  const seconds = secondsNow();
  const { faultCount, faults, ok, threads = null } = report;
  const effort = { threads, seconds, provenance: provenanceOf(io, threads) };
  const more = faultCount - faults.length;
  const lines: FactLine[] = [
    ...facts,
    ['time', secondsText(seconds)],
    threads !== null && ['threads', String(threads)],
    ['faults', faultCount === 0 ? 'none' : grouped(faultCount)],
    ...faults.map(({ message }): FactLine => ['', message]),
    more > 0 && ['', `and ${grouped(more)} more`],
  ];
  const result = { ...fields, faultCount, faults, ok, ...effort };
  io.stdout.write(`${options.json ? JSON.stringify(result) : factsText(path, lines)}\n`);
  if (ok) return;
  const first = faultCount === 1 ? '' : ', the first of them';
  throw new VerificationError(
    `${path} has ${countOf(faultCount, 'fault')}${first}: ${report.faults[0].message}${advice}`,
  );
}

type Checks = Pick<TableChecks, 'threads' | 'onProgress'>;

async function verifyTableFile(table: string | undefined, options: Arguments<'verify'>, io: Io, checks: Checks) {
  const { module, ignoreChecksums = false } = options;
  refuse({
    '--board, --goal and --metric are for --distances: leave them out, because a table has its own':
      (options.board ?? options.goal ?? options.metric) !== undefined,
  });
  if (table === undefined) throw new InputError('nothing to verify: give a table, or --distances and --board');
  refuseUnsuitable(table, module);
  const report = await verifyTable(table, {
    ...checks,
    module,
    ignoreChecksums,
    onSpace: ({ source, board, fullName, size }, bytes, threads) => {
      checkModule(module, source, table);
      const held = board ? 'its bitsets' : 'its states';
      announceMemory({ board, name: fullName, states: size }, { bytes, threads, held }, io);
    },
  });
  const isStopped = report.histogram === undefined && report.space !== undefined && !ignoreChecksums;
  const advice = isStopped ? '; nothing was replayed: use --ignore-checksums to replay the layers anyway' : '';
  return { path: table, report, fields: tableFields(table, report), facts: tableFacts(report), advice };
}

/** @throws InputError, TableError if the file is not meant as a table, or loading its module is refused: these are not faults of a table */
function refuseUnsuitable(table: string, module: string | undefined): void {
  let header: TableHeader;
  try {
    header = readTableHeader(table);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    // The check itself reports the faults of the file. The ending .table distinguishes a table with a damaged beginning from another file.
    if (error instanceof NoFileError || table.endsWith('.table') || isTableFile(table)) return;
    throw new InputError(`${excerpt(table, 150)} is not a distance table: expected one such as out/3x3.table`);
  }
  trustedFacts(header.facts, table, module);
}

async function verifyDistancesFile(
  path: string,
  table: string | undefined,
  options: Arguments<'verify'>,
  io: Io,
  checks: Checks,
) {
  const { histogram, ...space } = await subjectOf(table, options, io);
  const report = await verifyDistances(path, 'source' in space ? space.source : space, {
    ...checks,
    ...(histogram && { histogram }),
    onSpace: ({ board, name, size: states }, bytes, threads) =>
      announceMemory({ board, name, states }, { bytes, threads, held: 'its distances' }, io),
  });
  const fields = distancesFields(path, table, report);
  // The text names the faults by their messages alone.
  const faults = report.space.board ? report.faults.map(boardFault) : report.faults;
  return { path, report: { ...report, faults }, fields, facts: distancesFacts(report), advice: '' };
}

/** Returns the space of an array of distances, and the number of states at each distance, if a table gives them. @throws InputError, TableError */
async function subjectOf(table: string | undefined, options: Arguments<'verify'>, io: Io) {
  const { board: text, goal, metric = 'single', module, ignoreChecksums } = options;
  refuse({
    '--ignore-checksums is for tables, and --distances checks an array: leave out one of them': ignoreChecksums,
  });
  if (table !== undefined && text === undefined) return subjectOfTable(table, options, io);
  if (table !== undefined || text === undefined) {
    const found = table === undefined ? 'found neither' : 'found both';
    throw new InputError(`--distances needs either a table or --board, to determine the space: ${found}`);
  }
  const board = readBoard(text);
  refuse({
    '--module is for tables of modules, and --board names a board: leave out one of them': module !== undefined,
  });
  const position = goal === undefined ? orderedPosition(board) : parsePosition(goal, board);
  return { board, goal: position, metric: readName('--metric', metric, METRICS), histogram: undefined };
}

async function subjectOfTable(table: string, { metric: other, module, goal }: Arguments<'verify'>, io: Io) {
  refuse({ '--metric is for --board: leave it out, because a table has its own metric': other !== undefined });
  const header = readTableHeader(table);
  // The array is the same for all goals of the table: without --goal, any of them will do.
  const named = goal ?? (isBoardTable(header) ? header.facts.startTexts[0] : undefined);
  const opened = await openTable(table, { module, goal: named }, io);
  opened.close();
  const { walker, source, histogram } = opened;
  if (walker === null) return { source, histogram };
  return { board: walker.board, goal: walker.goal, metric: walker.metric, histogram };
}

/** Returns the first fields of the result that --json prints; docs/explanations/verify.md describes them. */
function tableFields(table: string, { kind, space, chunks, histogram, faultsOfChecksums }: TableReport) {
  const states = histogram ? total(histogram) : null;
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
  const found = { position: state, value, neighbour, neighbourValue };
  if (rule === 'histogram') return { rule, message, ...found };
  return { rule: rule === 'start' ? 'goal' : rule, ...found, message };
}

function tableFacts({ kind, space, chunks, histogram, faultsOfChecksums }: TableReport): FactLine[] {
  const isNumbered = space && !space.board;
  const verdict = faultsOfChecksums === 0 ? 'valid' : countOf(faultsOfChecksums, 'fault');
  const compared = kind === 'board' ? 'every bit of the words' : 'the code of every state';
  const replayed = histogram ? `${compared}, every field of the header compared` : 'none, so nothing was compared';
  return [
    space !== undefined && ['space', titleOf({ ...space, name: space.fullName })],
    ...(histogram ? distributionFacts(histogram) : []),
    isNumbered && histogram ? ['not reached', grouped(space.size - total(histogram))] : false,
    chunks !== undefined && ['checksums', `header and ${countOf(chunks, 'chunk')} of the words: ${verdict}`],
    ['replay', replayed],
  ];
}

function distancesFacts({ space, type, histogram, notReached }: DistancesReport): FactLine[] {
  return [
    ['space', titleOf({ ...space, name: space.fullName })],
    ['type', type],
    ...distributionFacts(histogram),
    ['not reached', grouped(notReached)],
    ['compared', `every state of ${grouped(space.size)} with all its neighbours`],
  ];
}

function distributionFacts(histogram: readonly number[]): FactLine[] {
  return [
    ['states', grouped(total(histogram))],
    ['maximum depth', histogram.length === 0 ? 'none' : String(histogram.length - 1)],
  ];
}
