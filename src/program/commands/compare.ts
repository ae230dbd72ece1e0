/** `antipode compare`: runs the search algorithms on the same states, and prints the effort of each. */

import { styleText } from 'node:util';
import { countOf, grouped, shortCount, shortSeconds } from '../../base/text.js';
import {
  compare,
  contenderName,
  type DepthTallies,
  MEASURES,
  type Measure,
  type Tally,
} from '../../search/comparison.js';
import { defaultBytes } from '../../search/question/limits.js';
import { ALGORITHMS } from '../../search/question/progress.js';
import { memoryBytes, positiveNumber, refuse, someOf } from '../arguments/option-values.js';
import type { CompareArguments } from '../arguments/options.js';
import { namingWords, spaceSourceOf } from '../arguments/space-argument.js';
import { columnsOf, folded } from '../terminal/layout.js';
import { withLiveLine } from '../terminal/live-line.js';
import { EXIT_FAILED, type Io, provenanceOf } from '../terminal/process.js';

import { type ComparedSpace, comparedBoard, comparedStates, contestOf } from './contest.js';

/** @returns the exit status */
export async function compareCommand(text: string | undefined, options: CompareArguments, io: Io): Promise<number> {
  const { algorithm, memory, json, csv, byDepth } = options;
  const algorithms = algorithm === undefined ? undefined : someOf('--algorithm', algorithm, ALGORITHMS);
  const seconds = positiveNumber('--time-limit', options.timeLimit);
  // Read once for all searches, because free memory changes while they run.
  const bytes = memory === undefined ? defaultBytes() : memoryBytes('--memory', memory);
  refuse({ '--json and --csv are two formats of the same result: leave out one': json && csv });

  const compared = await comparedSpace(text, options, io);
  const { space, facts, title, noun } = compared;
  const limits = { seconds, bytes };
  const { questions, contenders, source, ...means } = await contestOf(compared, algorithms, options, limits, io);
  let progress = '';
  const live = () => progress;
  const { instances, tallies, failures, ...found } = await withLiveLine(io.stderr, live, (line) => {
    io.answerSignals(() => {
      line.end();
      return true;
    });
    return compare(space, questions, contenders, { ...limits, ...means }, (done, of) => {
      progress = `${grouped(done)} of ${grouped(of)} searches`;
    });
  });
  const shown = byDepth ? found.byDepth : undefined;
  if (csv) {
    io.stdout.write(comparisonCsv(tallies, shown));
  } else if (json) {
    // Searches take turns on a single thread.
    const result = { ...facts, source, instances, tallies, ...(shown && { byDepth: shown }) };
    io.stdout.write(`${JSON.stringify({ ...result, provenance: provenanceOf(io, 1) })}\n`);
  } else {
    io.stdout.write(`${comparisonText(`${title}: ${source}`, noun, tallies, shown, columnsOf(io.stdout))}\n`);
  }
  for (const failure of failures) io.stderr.write(`antipode: ${failure}\n`);
  return failures.length > 0 || tallies.some(({ optimal }) => optimal === false) ? EXIT_FAILED : 0;
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
  const row = (tally: Tally) => {
    const { algorithm, heuristic, instances, solved, optimal } = tally;
    const values = MEASURES.flatMap((measure) => [tally[measure]?.mean ?? '', tally[measure]?.maximum ?? '']);
    return [algorithm, heuristic ?? '', instances, solved, optimal ?? '', ...values];
  };
  const rows = byDepth
    ? byDepth.flatMap(({ depth, tallies: lines }) => lines.map((line) => [depth ?? '', ...row(line)]))
    : tallies.map(row);
  const head = [...(byDepth ? ['distance'] : []), ...columns, ...measured];
  return [head, ...rows].map((fields) => `${fields.join(',')}\n`).join('');
}
