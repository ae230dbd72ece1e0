/** `antipode explore`: enumerates a board, prints its distribution, and writes the table and the result. */

import { join } from 'node:path';
import { formatBoard, parseBoard } from '../board/board.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from '../board/position.js';
import { type Exploration, explore, MOST_ANTIPODES } from '../explore/explore.js';
import { checkMemory, freeMemory, requirementsOf } from '../explore/requirements.js';
import { spaceName } from '../table/contents.js';
import { writeWhole } from '../table/whole-file.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { ExploreProgress } from '../terminal/explore-progress.js';
import { LiveLine } from '../terminal/live-line.js';
import { bytesText, grouped, secondsText } from '../text/numbers.js';
import { defaultThreads, MOST_THREADS } from '../threads/thread-count.js';
import { wholeNumber } from './option-values.js';
import { checkOutput, removeTemporaryFilesOnSignal } from './output-folder.js';

/** As commander gives them. */
export interface ExploreArguments {
  readonly goal?: string;
  readonly threads?: string;
  readonly output: string;
  readonly table: boolean;
  readonly antipodes: string;
  readonly json?: boolean;
}

export async function exploreCommand(boardText: string, options: ExploreArguments): Promise<void> {
  const board = parseBoard(boardText);
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const threads =
    options.threads === undefined ? defaultThreads() : wholeNumber('--threads', options.threads, 1, MOST_THREADS);
  const antipodes = wholeNumber('--antipodes', options.antipodes, 0, MOST_ANTIPODES);

  const { states, bytes } = requirementsOf(board, options.table);
  const free = freeMemory();
  checkMemory(board, bytes, threads, free);
  const name = spaceName(board, goal.indexOf(BLANK));
  const tablePath = options.table ? join(options.output, `${name}.table`) : null;
  const resultPath = join(options.output, `${name}.json`);
  const paths = tablePath === null ? [resultPath] : [tablePath, resultPath];
  removeTemporaryFilesOnSignal(paths);
  checkOutput(options.output, paths, options.table ? bytes : 0);
  process.stderr.write(
    `${formatBoard(board)}: ${grouped(states)} states need ${bytesText(bytes)} of memory, ${bytesText(free)} are free\n`,
  );

  const progress = new ExploreProgress();
  const line = new LiveLine(process.stderr, () => progress.text());
  let exploration: Exploration;
  try {
    const exploring = explore({
      board,
      goal,
      threads,
      table: options.table,
      antipodes,
      onEvent: (e) => progress.on(e),
    });
    // Loaded while the threads start.
    if (options.table) await Promise.race([exploring, import('../table/save.js')]);
    exploration = await exploring;
  } finally {
    line.end();
  }
  const { table } = exploration;
  const tableFailure =
    tablePath !== null && table !== null
      ? await failureOf(tablePath, async () => {
          const { saveTable } = await import('../table/save.js');
          await saveTable(table, tablePath);
        })
      : undefined;
  const writtenTable = tableFailure === undefined ? tablePath : null;
  const json = `${JSON.stringify(resultOf(name, exploration, writtenTable))}\n`;
  const resultFailure = await failureOf(resultPath, () =>
    writeWhole(resultPath, (write) => write(Buffer.from(json), 0)),
  );

  if (options.json) {
    process.stdout.write(json);
  } else {
    const files: [string, string][] = [];
    if (writtenTable !== null) files.push(['table', writtenTable]);
    if (resultFailure === undefined) files.push(['result', resultPath]);
    process.stdout.write(`${distributionText(exploration.histogram)}\n\n${summaryText(exploration, files)}\n`);
  }
  // The distribution is worth having even where a file could not be written.
  const failure = tableFailure ?? resultFailure;
  if (failure !== undefined) throw failure;
}

/** Writes a file. @returns what went wrong, if anything */
async function failureOf(path: string, write: () => Promise<void>): Promise<Error | undefined> {
  const begin = performance.now();
  const line = new LiveLine(
    process.stderr,
    () => `writing ${path}  ${secondsText((performance.now() - begin) / 1000)}`,
  );
  try {
    await write();
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return new Error(`${path} could not be written: ${message}`, { cause });
  } finally {
    line.end();
  }
}

/** The object that --json prints and the result file holds; docs/result.md describes it. */
function resultOf(space: string, exploration: Exploration, table: string | null) {
  return {
    space,
    goal: formatPosition(exploration.goal),
    metric: exploration.metric,
    states: exploration.states,
    maxDepth: exploration.maxDepth,
    histogram: exploration.histogram,
    mean: exploration.mean,
    median: exploration.median,
    mode: exploration.mode,
    standardDeviation: exploration.standardDeviation,
    antipodeCount: exploration.antipodeCount,
    antipodes: exploration.antipodes.map(formatPosition),
    threads: exploration.threads,
    seconds: exploration.seconds,
    // Counted from the start of the process.
    totalSeconds: performance.now() / 1000,
    statesPerSecond: exploration.statesPerSecond,
    bytes: exploration.bytes,
    table,
  };
}
