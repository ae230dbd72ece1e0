/** `antipode export`: writes a table's distances for other tools. */

import { extname, join } from 'node:path';
import { bytesText, countOf, excerpt, InputError, secondsText } from '../../base/text.js';
import { planRequest, planRun } from '../../runs/exploration/exploration.js';
import { explorePlanned } from '../../runs/explore.js';
import { fileNameOf } from '../../spaces/names.js';
import { type ExportPlan, exportTable, planExport } from '../../study/export/export-table.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../study/export/formats.js';
import { LARGEST_SAMPLE, type Selection } from '../../study/export/selection.js';
import { TableError } from '../../table/contents.js';
import { readName, wholeNumber } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import {
  announceMemory,
  checkOutputFile,
  DEFAULT_FOLDER,
  outputText,
  refuseOthers,
  STANDARD_OUTPUT,
  writeOutput,
} from '../arguments/resources.js';
import { findings } from '../explore/run.js';
import { withWatch } from '../explore/run-watch.js';
import type { Io } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import { openStudiedTable, withProgress } from './studied-table.js';

const FORMATS = [...EXPORT_FORMATS, 'json'] as const;
type Format = (typeof FORMATS)[number];

/** Maximum bytes of a file that is written without --yes. */
const LARGE_FILE = 1e9;
const DEFAULT_SEED = '1';
/** Approximate bytes of a JSON result: the distribution, the antipodes and some names. */
const RESULT_BYTES = 10_000;

export async function exportCommand(tablePath: string, options: Arguments<'export'>, io: Io): Promise<void> {
  const format = readFormat(options);
  const { table, replay, space, threads: given } = await openStudiedTable(tablePath, options, io);
  const { facts, board, histogram } = replay;
  const selection = readSelection(histogram.length - 1, options);
  const ending = format === 'json' ? 'result.json' : format;
  const output = options.output ?? join(DEFAULT_FOLDER, `${fileNameOf(facts)}.${ending}`);

  function checkFile(bytes: number, binary?: ExportFormat): void {
    endOnSignal(io, [output]);
    checkOutputFile({ option: '--output', path: output, binary }, tablePath, bytes, io.stdout);
  }

  /** Prints a summary of the written file, on standard error if the file itself is standard output. */
  function printWritten(what: string, bytes: number, begin: number): void {
    const notes = output === STANDARD_OUTPUT ? io.stderr : io.stdout;
    const seconds = secondsText((performance.now() - begin) / 1000);
    notes.write(`${outputText(output)}: ${what}, ${bytesText(bytes)}, ${seconds}\n`);
  }

  async function exportDistances(rowFormat: ExportFormat): Promise<void> {
    const plan = planExport(table, rowFormat, selection, given);
    const { rows, fileBytes, memoryBytes, held, threads } = plan;
    if (!options.yes) checkSize(output, plan, rowFormat, `${replay.columns().text.name}s`);
    checkFile(fileBytes, rowFormat === 'csv' ? undefined : rowFormat);
    const also = output === STANDARD_OUTPUT ? '' : ` and about ${bytesText(fileBytes)} of disk`;
    announceMemory(space, { bytes: memoryBytes, threads, held, also }, io);
    const begin = performance.now();
    const bytes = await withProgress(tablePath, rows === null ? 'states' : 'rows', io, (onProgress) => {
      const exported = { format: rowFormat, selection, threads, onProgress };
      return writeOutput(output, (write) => exportTable(table, exported, write), io);
    });
    printWritten(rows === null ? countOf(space.states, 'distance') : countOf(rows, 'row'), bytes, begin);
  }

  /** Explores the table's space again, and writes the JSON result of explore without the fields that differ between runs: the same table gives the same bytes. */
  async function exportResult(): Promise<void> {
    checkFile(RESULT_BYTES);
    const only = board === null && facts.source.kind === 'board' ? 'general' : undefined;
    const plan = await planRun(facts.source, planRequest({ table: false, threads: given }), only);
    const { memory, threads, held } = plan;
    try {
      announceMemory(space, { bytes: memory.bytes, threads, held }, io);
    } catch (error) {
      await plan.close();
      throw error;
    }
    const begin = performance.now();
    const exploration = await withWatch({ io, reachable: plan.reached !== null }, ({ on: onEvent }) =>
      explorePlanned(plan, { onEvent }),
    );
    if (exploration.histogram.join() !== histogram.join()) {
      throw new TableError(`${tablePath}: the table's header is wrong about the distances; make the table again`);
    }
    const result = { ...findings({ ...exploration, name: facts.name }), table: tablePath };
    const bytes = await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(result)}\n`), 0), io);
    printWritten('the result', bytes, begin);
  }

  if (format !== 'json') return exportDistances(format);
  if (selection !== undefined) {
    throw new InputError('json is the result of the whole space: leave out --depth and --sample, which are for rows');
  }
  const mayReplace = options.output !== undefined || options.replace;
  if (!mayReplace) await refuseOthers([output], facts, 'name another file with --output');
  return exportResult();
}

/** @param some noun for the states of the rows @throws InputError if the file would be large */
function checkSize(output: string, { rows, fileBytes }: ExportPlan, format: ExportFormat, some: string): void {
  if (fileBytes <= LARGE_FILE) return;
  const limits = format === 'npy' ? '' : `, or choose some of its ${some} with --depth or --sample`;
  const what = rows === null ? 'all distances' : countOf(rows, 'row');
  throw new InputError(
    `${outputText(output)} would have ${what} and about ${bytesText(fileBytes)}: add --yes${limits}`,
  );
}

/** @throws InputError */
export function readFormat({ format, output }: Arguments<'export'>): Format {
  if (format !== undefined) return readName('--format', format, FORMATS);
  const ending = extname(output ?? '').slice(1);
  const known = FORMATS.find((name) => name === ending);
  if (known !== undefined) return known;
  const found = output === undefined ? 'neither of them' : `an output '${excerpt(output)}'`;
  throw new InputError(
    `--format must be one of ${FORMATS.join(', ')}, or --output must end in one of them; found ${found}`,
  );
}

/** @throws InputError */
export function readSelection(maxDepth: number, { depth, sample, seed }: Arguments<'export'>): Selection | undefined {
  if (seed !== undefined && sample === undefined)
    throw new InputError('--seed is for --sample: add --sample <n>, or leave out --seed');
  if (depth === undefined && sample === undefined) return undefined;
  const layers = depth === undefined ? { first: 0, last: maxDepth } : readLayers(depth, maxDepth);
  if (sample === undefined) return layers;
  return {
    ...layers,
    sample: {
      size: wholeNumber('--sample', sample, 1, LARGEST_SAMPLE),
      seed: wholeNumber('--seed', seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1),
    },
  };
}

function readLayers(text: string, maxDepth: number): { first: number; last: number } {
  const match = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(text);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match !== null && first <= last && last <= maxDepth) return { first, last };
  throw new InputError(
    `--depth must be a distance from 0 to ${maxDepth}, or a range such as 2..5, found '${excerpt(text)}'`,
  );
}
