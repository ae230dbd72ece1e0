/** `antipode report`: a page about a table's space, and its distribution as a picture. */

import { InputError } from '../../base/input-error.js';
import { bytesText } from '../../base/text/numbers.js';
import { shellCommand } from '../../base/text/shell-command.js';
import { distributionSvg } from '../../study/report/charts/distribution-svg.js';
import { wordsOf } from '../../study/report/charts/state-words.js';
import { reportPage } from '../../study/report/page.js';
import { MOST_SHOWN } from '../../study/report/sections/antipodes-section.js';
import { checkOutputFile, isSameFile, writeOutput } from '../arguments/output-file.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { announceAnalysis, openStudiedTable } from './studied-table.js';

/** Options as commander gives them. */
export interface ReportArguments {
  readonly output?: string;
  readonly svg?: string;
  readonly module?: string;
  readonly threads?: string;
}

interface OutputFile {
  readonly option: '--output' | '--svg';
  readonly path: string;
}

/** More than the largest page and picture together. */
const MOST_BYTES = 8e5;

/** The call of the program. */
interface Call {
  readonly version: string;
  readonly argv: readonly string[];
}

export async function reportCommand(
  tablePath: string,
  options: ReportArguments,
  { version, argv }: Call,
  io: Io,
): Promise<void> {
  const command = shellCommand(['antipode', ...argv]);
  const files: OutputFile[] = [];
  if (options.output !== undefined) files.push({ option: '--output', path: options.output });
  if (options.svg !== undefined) files.push({ option: '--svg', path: options.svg });
  if (files.length === 0) {
    throw new InputError(
      'a report goes to a file, and none was named: give --output <file.html>, --svg <file.svg>, or both',
    );
  }
  const opened = await openStudiedTable(tablePath, options, io);
  // The files are checked before the analysis, which may take long.
  endOnSignal(
    io,
    files.map(({ path }) => path),
  );
  checkFiles(files, tablePath);
  const antipodes: string[] = [];
  const analysis = await announceAnalysis(
    opened,
    io,
  )((text) => {
    if (antipodes.length < MOST_SHOWN) antipodes.push(text);
  });
  for (const { option, path } of files) {
    const content =
      option === '--svg'
        ? distributionSvg(analysis.space, analysis.histogram, wordsOf(analysis))
        : reportPage(analysis, antipodes, { command, version, table: tablePath, date: new Date() });
    const bytes = Buffer.from(content);
    await writeOutput(path, (writeAt) => writeAt(bytes, 0));
    io.stdout.write(`${path}: ${bytesText(bytes.length)}\n`);
  }
}

/** @throws InputError if a file cannot be written, or would be written over another */
function checkFiles(files: readonly OutputFile[], tablePath: string): void {
  for (const { option, path } of files) checkOutputFile(option, path, tablePath, MOST_BYTES);
  if (files.length === 2 && isSameFile(files[0].path, files[1].path)) {
    throw new InputError(`the page and the picture would both be written to ${files[0].path}: choose another --svg`);
  }
}
