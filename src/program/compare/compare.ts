/** `antipode compare`: the algorithms on the same states, and the effort of each. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { grouped } from '../../base/text/numbers.js';
import { type Comparison, compare } from '../../search/comparison.js';
import { ALGORITHMS } from '../../search/question/algorithm-names.js';
import { defaultBytes, type SearchLimits } from '../../search/question/limits.js';
import { isBoardText } from '../../spaces/source-of-text.js';
import { positiveNumber, someOf, wholeNumber } from '../arguments/option-values.js';
import { EXIT_FAILED } from '../process/exit.js';
import type { Io } from '../process/io.js';
import { comparisonCsv, comparisonText } from '../terminal/comparison-text.js';
import { LiveLine } from '../terminal/live-line.js';
import { type BoardArguments, comparedBoard } from './compared-board.js';
import type { ComparedSpace } from './compared-space.js';
import { comparedStates } from './compared-states.js';
import { type Contest, type ContestArguments, contestOf } from './contest.js';

/** The arguments, as commander gives them. */
export interface CompareArguments extends BoardArguments, ContestArguments {
  readonly generators?: string;
  readonly start?: string;
  readonly algorithm?: string;
  readonly timeLimit: string;
  readonly memory?: string;
  readonly byDepth?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** @returns the exit status */
export async function compareCommand(text: string | undefined, options: CompareArguments, io: Io): Promise<number> {
  const algorithms = options.algorithm === undefined ? undefined : someOf('--algorithm', options.algorithm, ALGORITHMS);
  const seconds = positiveNumber('--time-limit', options.timeLimit);
  // Once for all searches: what is free changes while they run.
  const bytes =
    options.memory === undefined ? defaultBytes() : wholeNumber('--memory', options.memory, 1, Number.MAX_SAFE_INTEGER);
  if (options.json && options.csv) throw new InputError('--json and --csv are two forms of one result: leave out one');

  const compared = await comparedSpace(text, options);
  const limits = { seconds, bytes };
  const contest = await contestOf(compared, algorithms, options, limits, io);
  const comparison = await runContest(compared, contest, limits, io);
  const { tallies, failures } = comparison;
  io.stdout.write(resultText(compared, contest, comparison, options));
  for (const failure of failures) io.stderr.write(`antipode: ${failure}\n`);
  return failures.length > 0 || tallies.some(({ optimal }) => optimal === false) ? EXIT_FAILED : 0;
}

/** Compares, with a live line of the progress. */
async function runContest(
  { space }: ComparedSpace,
  { contenders, questions, tables }: Contest,
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
    return await compare(space, questions, contenders, { ...limits, tables }, (done, of) => {
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
): string {
  const shown = options.byDepth ? byDepth : undefined;
  if (options.csv) return comparisonCsv(tallies, shown);
  if (!options.json) return `${comparisonText(`${title}: ${source}`, noun, tallies, shown)}\n`;
  const result = { ...facts, source, instances, tallies };
  return `${JSON.stringify(shown ? { ...result, byDepth: shown } : result)}\n`;
}

/** @throws InputError if there is no such space, or an option is for another kind; SpaceError; TableError */
async function comparedSpace(text: string | undefined, options: CompareArguments): Promise<ComparedSpace> {
  const { goal, generators, start } = options;
  if (text !== undefined && isBoardText(text)) {
    if (generators !== undefined) throw new InputError(`--generators names the space: leave out '${excerpt(text)}'`);
    if (start !== undefined) {
      throw new InputError("--start is for other spaces: a board's distances are counted from its --goal");
    }
    return comparedBoard(text, options);
  }
  if (goal !== undefined) {
    throw new InputError('--goal is for boards: distances of other spaces are counted from their --start');
  }
  return comparedStates(text, options);
}
