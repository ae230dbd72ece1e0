/** `antipode export`: a table's distances as files for other tools. */

import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { InputError } from '../board/input-error.js';
import { type Exploration, explore } from '../explore/explore.js';
import { requirementsOf } from '../explore/requirements.js';
import { EXPORT_FORMATS, type ExportFormat, exportTable, planExport } from '../export/export-table.js';
import { LARGEST_SAMPLE, type Selection } from '../export/selection.js';
import { fileNameOf } from '../space/state-space.js';
import { spaceName } from '../table/contents.js';
import type { DistanceTable } from '../table/distance-table.js';
import { TableError } from '../table/errors.js';
import { ExploreProgress } from '../terminal/explore-progress.js';
import { LiveLine } from '../terminal/live-line.js';
import { excerpt } from '../text/excerpt.js';
import { bytesText, grouped, secondsText } from '../text/numbers.js';
import { resultOf } from './exploration-files.js';
import { oneOf, wholeNumber } from './option-values.js';
import { checkOutputFile, writeOutput } from './output-file.js';
import { checkReplay, type ReplaySetup, replaySetup, withProgress } from './replay-setup.js';
import { endOnSignal } from './signals.js';
import { TABLE_FOLDER } from './tables.js';

/** As commander gives them. */
export interface ExportArguments {
  readonly format?: string;
  readonly output?: string;
  readonly depth?: string;
  readonly sample?: string;
  readonly seed?: string;
  readonly threads?: string;
  readonly yes?: boolean;
}

const FORMATS = [...EXPORT_FORMATS, 'json'] as const;
type Format = (typeof FORMATS)[number];

/** Larger files are written only to those who have said that they want them. */
const LARGE_FILE = 1e9;
const DEFAULT_SEED = '1';
/** The distribution, the antipodes and some names. */
const RESULT_BYTES = 10_000;

export async function exportCommand(tablePath: string, options: ExportArguments): Promise<void> {
  const format = formatOf(options);
  const setup = replaySetup(tablePath, options.threads);
  const { table } = setup;
  const selection = selectionOf(table, options);
  const space = spaceName(table.board, table.goalCell, table.metric);
  const output =
    options.output ?? join(TABLE_FOLDER, `${fileNameOf(space)}.${format === 'json' ? 'result.json' : format}`);
  if (format === 'json') {
    if (selection !== undefined) {
      throw new InputError('json is the result of the whole exploration: --depth and --sample are for rows');
    }
    await exportResult(setup, tablePath, output);
  } else {
    await exportDistances(setup, tablePath, format, selection, output, options.yes === true);
  }
}

async function exportDistances(
  setup: ReplaySetup,
  tablePath: string,
  format: ExportFormat,
  selection: Selection | undefined,
  output: string,
  yes: boolean,
): Promise<void> {
  const { table, threads } = setup;
  const { rows, fileBytes, memoryBytes } = planExport(table, format, selection);
  if (fileBytes > LARGE_FILE && !yes) {
    const limits = format === 'npy' ? '' : ', or choose some of its positions by --depth or --sample';
    const what = rows === null ? 'all distances' : `${grouped(rows)} rows`;
    throw new InputError(`${output} would have ${what} and about ${bytesText(fileBytes)}: say --yes${limits}`);
  }
  endOnSignal([output]);
  checkOutputFile('--output', output, tablePath, fileBytes);
  checkReplay(
    setup,
    memoryBytes,
    rows === null ? 'its bitsets and distances' : 'its bitsets',
    ` and about ${bytesText(fileBytes)} of disk`,
  );

  const begin = performance.now();
  await withProgress(tablePath, rows === null ? 'states' : 'rows', (onProgress) =>
    writeOutput(output, (write) => exportTable(table, { format, selection, threads, onProgress }, write)),
  );
  const what = rows === null ? `${grouped(table.geometry.states)} distances` : `${grouped(rows)} rows`;
  printWritten(output, what, begin);
}

/** What explore prints as JSON. */
async function exportResult(setup: ReplaySetup, tablePath: string, output: string): Promise<void> {
  const { table, threads } = setup;
  const { board, goal, metric } = table;
  endOnSignal([output]);
  checkOutputFile('--output', output, tablePath, RESULT_BYTES);
  checkReplay(setup, requirementsOf(board, false, metric).bytes, 'its bitsets');
  const begin = performance.now();
  const progress = new ExploreProgress();
  const line = new LiveLine(process.stderr, () => progress.text());
  let exploration: Exploration;
  try {
    exploration = await explore({ board, goal, metric, threads, table: false, onEvent: (event) => progress.on(event) });
  } finally {
    line.end();
  }
  if (exploration.histogram.join() !== table.histogram.join()) {
    throw new TableError(`${tablePath}: the table's header is wrong about the distances; make the table again`);
  }
  const result = resultOf(spaceName(board, table.goalCell, metric), exploration, tablePath);
  await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(result)}\n`), 0));
  printWritten(output, 'the result', begin);
}

function printWritten(output: string, what: string, begin: number): void {
  const seconds = secondsText((performance.now() - begin) / 1000);
  process.stdout.write(`${output}: ${what}, ${bytesText(statSync(output).size)}, ${seconds}\n`);
}

/** @throws InputError */
function formatOf({ format, output }: ExportArguments): Format {
  if (format !== undefined) return oneOf('--format', format, FORMATS);
  const ending = extname(output ?? '').slice(1);
  const known = FORMATS.find((name) => name === ending);
  if (known !== undefined) return known;
  const found = output === undefined ? 'neither of them' : `an output '${excerpt(output)}'`;
  throw new InputError(`--format must be one of ${FORMATS.join(', ')}, or --output end in one of them; found ${found}`);
}

/** @throws InputError */
function selectionOf(table: DistanceTable, { depth, sample, seed }: ExportArguments): Selection | undefined {
  if (seed !== undefined && sample === undefined) throw new InputError('--seed is for --sample: give both or neither');
  if (depth === undefined && sample === undefined) return undefined;
  const layers = depth === undefined ? { first: 0, last: table.maxDepth } : layersOf(depth, table.maxDepth);
  if (sample === undefined) return layers;
  return {
    ...layers,
    sample: {
      size: wholeNumber('--sample', sample, 1, LARGEST_SAMPLE),
      seed: wholeNumber('--seed', seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1),
    },
  };
}

function layersOf(text: string, maxDepth: number): { first: number; last: number } {
  const match = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match !== null && first <= last && last <= maxDepth) return { first, last };
  throw new InputError(
    `--depth must be a distance from 0 to ${maxDepth}, or two of them as a..b, found '${excerpt(text)}'`,
  );
}
