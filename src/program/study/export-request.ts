/** The request of `antipode export`: format, states and file. */

import { extname, join } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { bytesText, countOf, secondsText } from '../../base/text/numbers.js';
import type { ExportPlan } from '../../study/export/export-plan.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../study/export/formats/format-names.js';
import { LARGEST_SAMPLE, type Selection } from '../../study/export/selection.js';
import { oneOf, wholeNumber } from '../arguments/option-values.js';
import { outputText, STANDARD_OUTPUT } from '../arguments/output-file.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import type { Io } from '../process/io.js';

/** Options as commander gives them. */
export interface ExportArguments {
  readonly format?: string;
  readonly output?: string;
  readonly replace?: boolean;
  readonly depth?: string;
  readonly sample?: string;
  readonly seed?: string;
  readonly goal?: string;
  readonly module?: string;
  readonly threads?: string;
  readonly yes?: boolean;
}

const FORMATS = [...EXPORT_FORMATS, 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** Maximum bytes of a file that is written without --yes. */
const LARGE_FILE = 1e9;
const DEFAULT_SEED = '1';
/** Approximate bytes of a JSON result: the distribution, the antipodes and some names. */
export const RESULT_BYTES = 10_000;

/** Returns the path of the file. @param space name of the space in file names */
export function exportPathOf({ output }: ExportArguments, space: string, format: Format): string {
  return output ?? join(DEFAULT_FOLDER, format === 'json' ? `${space}.result.json` : `${space}.${format}`);
}

/** @throws InputError if only a part is requested: json is the result of the whole space */
export function checkWhole(selection: Selection | undefined): void {
  if (selection === undefined) return;
  throw new InputError('json is the result of the whole space: leave out --depth and --sample, which are for rows');
}

/**
 * Checks the size of a file.
 * @param some noun for the states of the rows
 * @throws InputError if the file would be large, and --yes is not given
 */
export function checkSize(
  output: string,
  { rows, fileBytes }: ExportPlan,
  format: ExportFormat,
  yes: boolean,
  some: string,
): void {
  if (fileBytes <= LARGE_FILE || yes) return;
  const limits = format === 'npy' ? '' : `, or choose some of its ${some} with --depth or --sample`;
  const what = rows === null ? 'all distances' : countOf(rows, 'row');
  throw new InputError(
    `${outputText(output)} would have ${what} and about ${bytesText(fileBytes)}: add --yes${limits}`,
  );
}

/** Prints a summary of the written file, on standard error if the file itself is standard output. */
export function printWritten(output: string, what: string, bytes: number, begin: number, io: Io): void {
  const notes = output === STANDARD_OUTPUT ? io.stderr : io.stdout;
  const seconds = secondsText((performance.now() - begin) / 1000);
  notes.write(`${outputText(output)}: ${what}, ${bytesText(bytes)}, ${seconds}\n`);
}

/** @throws InputError */
export function formatOf({ format, output }: ExportArguments): Format {
  if (format !== undefined) return oneOf('--format', format, FORMATS);
  const ending = extname(output ?? '').slice(1);
  const known = FORMATS.find((name) => name === ending);
  if (known !== undefined) return known;
  const found = output === undefined ? 'neither of them' : `an output '${excerpt(output)}'`;
  throw new InputError(
    `--format must be one of ${FORMATS.join(', ')}, or --output must end in one of them; found ${found}`,
  );
}

/** @throws InputError */
export function selectionOf(maxDepth: number, { depth, sample, seed }: ExportArguments): Selection | undefined {
  if (seed !== undefined && sample === undefined)
    throw new InputError('--seed is for --sample: add --sample <n>, or leave out --seed');
  if (depth === undefined && sample === undefined) return undefined;
  const layers = depth === undefined ? { first: 0, last: maxDepth } : layersOf(depth, maxDepth);
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
    `--depth must be a distance from 0 to ${maxDepth}, or a range such as 2..5, found '${excerpt(text)}'`,
  );
}
