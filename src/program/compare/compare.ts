/** `antipode compare`: runs the search algorithms on the same states, and prints the effort of each. */

import { InputError } from '../../base/input-error.js';
import { grouped } from '../../base/text/numbers.js';
import { type Comparison, compare } from '../../search/comparison.js';
import { ALGORITHMS } from '../../search/question/algorithm-names.js';
import { defaultBytes, type SearchLimits } from '../../search/question/limits.js';
import { memoryBytes, positiveNumber, someOf } from '../arguments/option-values.js';
import { namingWords, type SpaceOptions, spaceSourceOf } from '../arguments/space-argument.js';
import { type Call, provenanceOf } from '../process/call.js';
import { EXIT_FAILED } from '../process/exit.js';
import type { Io } from '../process/io.js';
import { comparisonCsv, comparisonText } from '../terminal/comparison-text.js';
import { LiveLine } from '../terminal/live-line.js';
import { columnsOf } from '../terminal/width.js';
import { comparedBoard } from './compared-board.js';
import type { ComparedSpace } from './compared-space.js';
import { comparedStates } from './compared-states.js';
import { type Contest, type ContestArguments, contestOf } from './contest.js';

/** The arguments, as commander gives them. */
export interface CompareArguments extends Omit<SpaceOptions, 'space' | 'board'>, ContestArguments {
  readonly algorithm?: string;
  readonly timeLimit: string;
  readonly memory?: string;
  readonly byDepth?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
}

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
