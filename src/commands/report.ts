/** `antipode report`: a page about a table's space, and its distribution as a picture. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { type Analysis, analyse, bytesToAnalyse } from '../analysis/analyse.js';
import { InputError } from '../board/input-error.js';
import type { Position } from '../board/position.js';
import { MOST_DRAWN } from '../report/antipodes-section.js';
import { distributionSvg } from '../report/distribution-svg.js';
import { reportPage } from '../report/page.js';
import { writeWhole } from '../table/whole-file.js';
import { CountProgress } from '../terminal/count-progress.js';
import { LiveLine } from '../terminal/live-line.js';
import { excerpt } from '../text/excerpt.js';
import { bytesText } from '../text/numbers.js';
import { shellCommand } from '../text/shell-command.js';
import { checkOutput } from './output-folder.js';
import { checkReplay, replaySetup } from './replay-setup.js';
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
const MOST_BYTES = 1e6;

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
  checkReplay(setup, bytesToAnalyse(table.board));

  const progress = new CountProgress('states');
  const line = new LiveLine(process.stderr, () => progress.text());
  const antipodes: Position[] = [];
  let analysis: Analysis;
  try {
    analysis = await analyse(table, {
      threads,
      onProgress: (seen, states) => progress.on(seen, states),
      onAntipode: (position) => {
        if (antipodes.length < MOST_DRAWN) antipodes.push(position);
      },
    });
  } finally {
    line.end();
  }
  for (const { path, content } of files) {
    const bytes = Buffer.from(content(analysis, antipodes));
    await write(path, bytes);
    process.stdout.write(`${path}: ${bytesText(bytes.length)}\n`);
  }
}

/** @throws InputError where a file cannot be written, or would be written over another */
function checkFiles(files: readonly OutputFile[], tablePath: string): void {
  for (const { option, path } of files) {
    if (path === '' || path.endsWith(sep)) {
      throw new InputError(`${option} must be the name of a file, found '${excerpt(path)}'`);
    }
    if (isDevice(path)) throw new InputError(`${path} is a device or a pipe: ${option} must be the name of a file`);
    checkOutput(dirname(path), [path], MOST_BYTES, `choose another ${option}`, option);
    if (isSameFile(path, tablePath)) {
      throw new InputError(`the report would be written over the table ${tablePath}: choose another ${option}`);
    }
  }
  if (files.length === 2 && isSameFile(files[0].path, files[1].path)) {
    throw new InputError(`the page and the picture would both be written to ${files[0].path}: choose another --svg`);
  }
}

/** What is written whole would take a device's place. */
function isDevice(path: string): boolean {
  if (!existsSync(path)) return false;
  const found = statSync(path);
  return !found.isFile() && !found.isDirectory();
}

/** Whether they are one, by whatever way they are named; their folders exist. */
function isSameFile(one: string, other: string): boolean {
  if (placeOf(one) === placeOf(other)) return true;
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function placeOf(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

/** @throws Error that names the file */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeWhole(path, (writeAt) => writeAt(bytes, 0));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path} could not be written: ${message}`, { cause });
  }
}
