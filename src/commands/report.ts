/** `antipode report`: a page about a table's space, and its distribution as a picture. */

import { type Analysis, analyse, bytesToAnalyse } from '../analysis/analyse.js';
import { InputError } from '../board/input-error.js';
import type { Position } from '../board/position.js';
import { MOST_DRAWN } from '../report/antipodes-section.js';
import { distributionSvg } from '../report/distribution-svg.js';
import { reportPage } from '../report/page.js';
import { bytesText } from '../text/numbers.js';
import { shellCommand } from '../text/shell-command.js';
import { checkOutputFile, isSameFile, writeOutput } from './output-file.js';
import { checkReplay, replaySetup, withProgress } from './replay-setup.js';
import { endOnSignal } from './signals.js';

/** As commander gives them. */
export interface ReportArguments {
  readonly output?: string;
  readonly svg?: string;
  readonly threads?: string;
}

interface OutputFile {
  readonly option: '--output' | '--svg';
  readonly path: string;
  readonly content: (analysis: Analysis, antipodes: readonly Position[]) => string;
}

/** More than the largest page and picture together. */
const MOST_BYTES = 4e5;

/** @param version of the program */
export async function reportCommand(tablePath: string, options: ReportArguments, version: string): Promise<void> {
  const command = shellCommand(['antipode', ...process.argv.slice(2)]);
  const files: OutputFile[] = [];
  if (options.output !== undefined) {
    const content: OutputFile['content'] = (analysis, antipodes) =>
      reportPage(analysis, antipodes, { command, version, table: tablePath, date: new Date() });
    files.push({ option: '--output', path: options.output, content });
  }
  if (options.svg !== undefined) {
    files.push({
      option: '--svg',
      path: options.svg,
      content: ({ space, histogram }) => distributionSvg(space, histogram),
    });
  }
  if (files.length === 0) {
    throw new InputError(
      'a report goes to a file, and none was named: give --output <file.html>, --svg <file.svg>, or both',
    );
  }
  const setup = replaySetup(tablePath, options.threads);
  const { table, threads } = setup;
  endOnSignal(files.map(({ path }) => path));
  checkFiles(files, tablePath);
  checkReplay(setup, bytesToAnalyse(table.board, table.metric), 'its bitsets and counts');

  const antipodes: Position[] = [];
  const analysis = await withProgress(tablePath, 'states', (onProgress) =>
    analyse(table, {
      threads,
      onProgress,
      onAntipode: (position) => {
        if (antipodes.length < MOST_DRAWN) antipodes.push(position);
      },
    }),
  );
  for (const { path, content } of files) {
    const bytes = Buffer.from(content(analysis, antipodes));
    await writeOutput(path, (writeAt) => writeAt(bytes, 0));
    process.stdout.write(`${path}: ${bytesText(bytes.length)}\n`);
  }
}

/** @throws InputError where a file cannot be written, or would be written over another */
function checkFiles(files: readonly OutputFile[], tablePath: string): void {
  for (const { option, path } of files) checkOutputFile(option, path, tablePath, MOST_BYTES);
  if (files.length === 2 && isSameFile(files[0].path, files[1].path)) {
    throw new InputError(`the page and the picture would both be written to ${files[0].path}: choose another --svg`);
  }
}
