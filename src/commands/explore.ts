/** `antipode explore`: enumerates a board, prints its distribution, and writes the table and the result. */

import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatBoard, parseBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from '../board/position.js';
import { type Exploration, type ExploreEvent, explore } from '../explore/explore.js';
import { checkMemory, defaultThreads, freeMemory, requirementsOf } from '../explore/requirements.js';
import { spaceName } from '../table/contents.js';
import { temporaryName, writeWhole } from '../table/whole-file.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { LiveLine } from '../terminal/live-line.js';
import { abbreviated, bytesText, grouped, secondsText, shareText } from '../text/numbers.js';
import { EXIT_INTERRUPTED, EXIT_TERMINATED, wholeNumber } from './exit.js';

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
  const threads = options.threads === undefined ? defaultThreads() : wholeNumber('--threads', options.threads, 1, 1024);
  const antipodes = wholeNumber('--antipodes', options.antipodes, 0, 1_000_000_000);

  const { states, bytes } = requirementsOf(board, options.table);
  const free = freeMemory();
  checkMemory(board, bytes, free);
  const name = spaceName(board, goal.indexOf(BLANK));
  const tablePath = options.table ? join(options.output, `${name}.table`) : null;
  const resultPath = join(options.output, `${name}.json`);
  const paths = tablePath === null ? [resultPath] : [tablePath, resultPath];
  checkOutput(options.output, paths, options.table ? bytes : 0);
  process.stderr.write(
    `${formatBoard(board)}: ${grouped(states)} states need ${bytesText(bytes)} of memory, ${bytesText(free)} are free\n`,
  );
  const release = removeTemporaryFilesOnSignal(paths);

  const progress = new Progress();
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
  const { failure } = await save(exploration, tablePath);
  const written = failure === undefined ? tablePath : null;
  const json = `${JSON.stringify(resultOf(name, exploration, written))}\n`;
  await writeWhole(resultPath, (write) => write(Buffer.from(json), 0));
  release();

  if (options.json) {
    process.stdout.write(json);
  } else {
    const files: [string, string][] = [['result', resultPath]];
    if (written !== null) files.unshift(['table', written]);
    process.stdout.write(`${distributionText(exploration.histogram)}\n\n${summaryText(exploration, files)}\n`);
  }
  // The distribution is worth having even where the table could not be written.
  if (failure !== undefined) throw failure;
}

async function save(exploration: Exploration, path: string | null): Promise<{ failure?: Error }> {
  if (path === null || exploration.table === null) return {};
  const begin = performance.now();
  const line = new LiveLine(
    process.stderr,
    () => `writing ${path}  ${secondsText((performance.now() - begin) / 1000)}`,
  );
  try {
    const { saveTable } = await import('../table/save.js');
    await saveTable(exploration.table, path);
    return {};
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return { failure: new Error(`the table ${path} could not be written: ${message}`, { cause }) };
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

/** What the live line says. */
class Progress {
  #begin = 0;
  #depth = 0;
  #found = 0;
  #states = 0;

  on(event: ExploreEvent): void {
    if (event.type === 'start') this.#begin = performance.now();
    else {
      this.#depth = event.depth;
      this.#found = event.found;
      this.#states = event.states;
    }
  }

  text(): string {
    if (this.#states === 0) return 'starting the threads';
    const seconds = (performance.now() - this.#begin) / 1000;
    const share = shareText(this.#found / this.#states);
    const rate = abbreviated(this.#found / seconds);
    return `depth ${this.#depth}  ${grouped(this.#found)} of ${grouped(this.#states)} (${share})  ${rate}/s  ${secondsText(seconds)}`;
  }
}

/**
 * Makes the output folder and tries it, so that hours of work do not end at a file that cannot be written.
 * @param bytes about how many will be written
 * @throws InputError
 */
function checkOutput(folder: string, paths: readonly string[], bytes: number): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const path of paths) {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
        throw new InputError(`${path} is a folder, and a file of that name is to be written: choose another --output`);
      }
      writeFileSync(temporaryName(path), '');
      rmSync(temporaryName(path));
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`cannot write to the folder '${folder}' (${code ?? message}): choose another --output`);
  }
  const { bavail, bsize } = statfsSync(folder);
  // A bitset in memory is half of these bytes, so half of them is the table; its checksums take a thousandth.
  const needed = (bytes / 2) * 1.01;
  if (bavail * bsize < needed) {
    throw new InputError(
      `the table needs ${bytesText(needed)} in the folder '${folder}', but ${bytesText(bavail * bsize)} are free: choose another --output, or --no-table`,
    );
  }
}

/** Ctrl-C ends the program at once, and leaves no half-written file. @returns what takes this back */
function removeTemporaryFilesOnSignal(paths: readonly string[]): () => void {
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    for (const path of paths) rmSync(temporaryName(path), { force: true });
    if (process.stderr.isTTY) process.stderr.write('\n');
    process.exit(signal === 'SIGINT' ? EXIT_INTERRUPTED : EXIT_TERMINATED);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return () => {
    process.removeListener('SIGINT', end);
    process.removeListener('SIGTERM', end);
  };
}
