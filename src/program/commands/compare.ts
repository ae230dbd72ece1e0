/** `antipode compare`: runs the search algorithms on the same states, and prints the effort of each. */

import { styleText } from 'node:util';
import { countOf, grouped, InputError, shortCount, shortSeconds } from '../../base/text.js';
import {
  type Comparison,
  compare,
  contenderName,
  type DepthTallies,
  MEASURES,
  type Measure,
  type MeasureSummary,
  type Tally,
} from '../../search/comparison.js';
import { defaultBytes, type SearchLimits } from '../../search/question/limits.js';
import { ALGORITHMS } from '../../search/question/progress.js';
import { memoryBytes, type OptionValues, positiveNumber, someOf } from '../arguments/option-values.js';
import { namingWords, type SpaceOptions, spaceSourceOf } from '../arguments/space-argument.js';
import { type Call, provenanceOf } from '../terminal/call.js';
import { columnsOf, folded } from '../terminal/layout.js';
import { LiveLine } from '../terminal/live-line.js';
import { EXIT_FAILED, type Io } from '../terminal/process.js';
import { comparedBoard, comparedStates } from './compared-spaces.js';
import { type ComparedSpace, type Contest, type ContestArguments, contestOf } from './contest.js';

type CompareArguments = Omit<SpaceOptions, 'space' | 'board'> &
  ContestArguments &
  OptionValues<'algorithm' | 'memory', 'byDepth' | 'json' | 'csv'> & { readonly timeLimit: string };

/** @returns the exit status */
export async function compareCommand(
  text: string | undefined,
  options: CompareArguments,
  call: Call,
  io: Io,
): Promise<number> {
  const algorithms = options.algorithm === undefined ? undefined : someOf('--algorithm', options.algorithm, ALGORITHMS);
  const seconds = positiveNumber('--time-limit', options.timeLimit);
  // Read once for all searches, because free memory changes while they run.
  const bytes = options.memory === undefined ? defaultBytes() : memoryBytes('--memory', options.memory);
  if (options.json && options.csv)
    throw new InputError('--json and --csv are two formats of the same result: leave out one');

  const compared = await comparedSpace(text, options, io);
  const limits = { seconds, bytes };
  const contest = await contestOf(compared, algorithms, options, limits, io);
  const comparison = await runContest(compared, contest, limits, io);
  const { tallies, failures } = comparison;
  io.stdout.write(resultText(compared, contest, comparison, options, call, columnsOf(io.stdout)));
  for (const failure of failures) io.stderr.write(`antipode: ${failure}\n`);
  return failures.length > 0 || tallies.some(({ optimal }) => optimal === false) ? EXIT_FAILED : 0;
}

/** Compares, with a live line of progress. */
async function runContest(
  { space }: ComparedSpace,
  { contenders, questions, tables, databases }: Contest,
  limits: SearchLimits,
  io: Io,
): Promise<Comparison> {
  let progress = '';
  const line = new LiveLine(io.stderr, () => progress);
  io.answerSignals(() => {
    line.end();
    return true;
  });
  try {
    return await compare(space, questions, contenders, { ...limits, tables, databases }, (done, of) => {
      progress = `${grouped(done)} of ${grouped(of)} searches`;
    });
  } finally {
    line.end();
  }
}

function resultText(
  { facts, title, noun }: ComparedSpace,
  { source }: Contest,
  { instances, tallies, byDepth }: Comparison,
  options: CompareArguments,
  call: Call,
  width: number | undefined,
): string {
  const shown = options.byDepth ? byDepth : undefined;
  if (options.csv) return comparisonCsv(tallies, shown);
  if (!options.json) return `${comparisonText(`${title}: ${source}`, noun, tallies, shown, width)}\n`;
  // Searches take turns on a single thread.
  const provenance = provenanceOf(call, 1);
  return `${JSON.stringify({ ...facts, source, instances, tallies, ...(shown && { byDepth: shown }), provenance })}\n`;
}

/** @throws InputError if the space does not exist, or an option is for another kind of space; SpaceError; TableError */
async function comparedSpace(
  text: string | undefined,
  { table, ...options }: CompareArguments,
  io: Io,
): Promise<ComparedSpace> {
  const source = await spaceSourceOf(text, options);
  if (source.kind === 'board') return comparedBoard(source, options.metric, table);
  const { metric, start } = options;
  const chosen = Object.entries({ metric, start }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return comparedStates(source, table, ['antipode', 'explore', ...namingWords(text, options), ...chosen], io);
}

/** Minimum width of names. */
const NAME_WIDTH = 'idastar linear-conflict'.length;
const CELL_WIDTH = 6;

/**
 * Returns a line for each algorithm and heuristic, with mean and maximum of each measure, and a section for each given depth.
 * @param noun noun for an instance
 * @param columns characters of a line; measures that do not fit follow below. By default all fit
 */
function comparisonText(
  title: string,
  noun: string,
  tallies: readonly Tally[],
  byDepth: readonly DepthTallies[] = [],
  columns = Number.POSITIVE_INFINITY,
): string {
  const width = Math.max(NAME_WIDTH, ...tallies.map((tally) => contenderName(tally).length));
  const fitting = Math.max(1, Math.floor((columns - width - ' optimal'.length) / (2 * CELL_WIDTH)));
  const tables: string[][] = [];
  for (let first = 0; first < MEASURES.length; first += fitting) {
    const measures = MEASURES.slice(first, first + fitting);
    const lines = (some: readonly Tally[]) => some.map((tally) => lineOf(tally, measures, width));
    const names = measures.map((name) => name.padStart(2 * CELL_WIDTH));
    const pairs = measures.map(() => 'mean'.padStart(CELL_WIDTH) + 'max'.padStart(CELL_WIDTH));
    tables.push([
      '',
      styleText('bold', `${''.padEnd(width)}${names.join('')}`),
      styleText('bold', `${''.padEnd(width)}${pairs.join('')} optimal`),
      ...lines(tallies),
      ...byDepth.flatMap(({ depth, instances, tallies: ofDepth }) => [
        '',
        styleText('bold', `distance ${depth ?? 'unknown'}, ${countOf(instances, noun)}`),
        ...lines(ofDepth),
      ]),
    ]);
  }
  return [...folded(title, columns).map((line) => styleText('bold', line)), ...tables.flat()].join('\n');
}

function lineOf(tally: Tally, measures: readonly Measure[], width: number): string {
  const cells = measures.map((measure) => {
    const summary = tally[measure];
    return cell(measure, summary?.mean) + cell(measure, summary?.maximum);
  });
  const { solved, instances, optimal } = tally;
  const verdict = solved < instances ? `${solved}/${instances}` : optimal ? 'yes' : 'NO';
  return `${contenderName(tally).padEnd(width)}${cells.join('')} ${verdict.padStart('optimal'.length)}`;
}

function cell(measure: Measure, value: number | undefined): string {
  if (value === undefined) return '-'.padStart(CELL_WIDTH);
  return (measure === 'seconds' ? shortSeconds(value) : shortCount(value)).padStart(CELL_WIDTH);
}

/** Returns CSV: a line for each algorithm and heuristic, and for each depth if depths are given, under a line of column names. */
function comparisonCsv(tallies: readonly Tally[], byDepth?: readonly DepthTallies[]): string {
  const columns = ['algorithm', 'heuristic', 'instances', 'solved', 'optimal'];
  const measured = MEASURES.flatMap((measure) => [`${measure}Mean`, `${measure}Max`]);
  const head = [...(byDepth ? ['distance'] : []), ...columns, ...measured];
  const row = (tally: Tally, depth: readonly (number | string)[]) => {
    const { algorithm, heuristic, instances, solved, optimal } = tally;
    const values = MEASURES.flatMap((measure) => fields(tally[measure]));
    return [...depth, algorithm, heuristic ?? '', instances, solved, optimal ?? '', ...values];
  };
  const rows = byDepth
    ? byDepth.flatMap(({ depth, tallies: lines }) => lines.map((line) => row(line, [depth ?? ''])))
    : tallies.map((line) => row(line, []));
  return [head, ...rows].map((fieldsOfLine) => `${fieldsOfLine.join(',')}\n`).join('');
}

function fields(summary: MeasureSummary | null): readonly (number | string)[] {
  return summary === null ? ['', ''] : [summary.mean, summary.maximum];
}
