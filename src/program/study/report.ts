/** `antipode report`: a page about a table's space, and its distribution as a picture. */

import { InputError } from '../../base/input-error.js';
import { bytesText } from '../../base/text/numbers.js';
import { shellCommand } from '../../base/text/shell-command.js';
import type { Position } from '../../spaces/board/position.js';
import { analyse, bytesToAnalyse, threadsToAnalyse } from '../../study/analysis/analyse.js';
import { distributionSvg } from '../../study/report/charts/distribution-svg.js';
import { reportPage, spaceReportPage } from '../../study/report/page.js';
import { MOST_DRAWN } from '../../study/report/sections/antipodes-section.js';
import type { Provenance } from '../../study/report/sections/provenance-section.js';
import { spaceSubject } from '../../study/report/subject.js';
import { tableKind } from '../../table/origin.js';
import { checkOutputFile, isSameFile, writeOutput } from '../arguments/output-file.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { checkReplay, replaySetup, withProgress } from '../verify/replay-setup.js';

/** As commander gives them. */
export interface ReportArguments {
  readonly output?: string;
  readonly svg?: string;
  readonly threads?: string;
}

interface OutputFile {
  readonly option: '--output' | '--svg';
  readonly path: string;
}

/** What there is to write of an analysis. */
interface Drawn {
  readonly page: (provenance: Provenance) => string;
  readonly svg: () => string;
}

/** More than the largest page and picture together. */
const MOST_BYTES = 8e5;

/** How the program was called. */
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
  // Whatever is wrong with the files is said before the analysis.
  const check = () => {
    endOnSignal(
      io,
      files.map(({ path }) => path),
    );
    checkFiles(files, tablePath);
  };
  const { page, svg } =
    tableKind(tablePath) === 'space'
      ? await drawSpace(tablePath, options, check, io)
      : await drawBoard(tablePath, options, check, io);
  for (const { option, path } of files) {
    const content = option === '--svg' ? svg() : page({ command, version, table: tablePath, date: new Date() });
    const bytes = Buffer.from(content);
    await writeOutput(path, (writeAt) => writeAt(bytes, 0));
    io.stdout.write(`${path}: ${bytesText(bytes.length)}\n`);
  }
}

async function drawBoard(tablePath: string, options: ReportArguments, check: () => void, io: Io): Promise<Drawn> {
  const { table, threads = threadsToAnalyse(table.board) } = replaySetup(tablePath, options.threads);
  check();
  checkReplay(table, threads, bytesToAnalyse(table.board, table.metric), 'its bitsets and counts', io);
  const antipodes = new First<Position>();
  const analysis = await withProgress(tablePath, 'states', io, (onProgress) =>
    analyse(table, { threads, onProgress, onAntipode: (position) => antipodes.add(position) }),
  );
  return {
    page: (provenance) => reportPage(analysis, antipodes.kept, provenance),
    svg: () => distributionSvg(analysis.space, analysis.histogram),
  };
}

async function drawSpace(tablePath: string, options: ReportArguments, check: () => void, io: Io): Promise<Drawn> {
  const { openForAnalysis } = await import('./analyse-space.js');
  check();
  const analyseOpened = await openForAnalysis(tablePath, options.threads, io);
  const antipodes = new First<string>();
  const analysis = await analyseOpened((text) => antipodes.add(text));
  return {
    page: (provenance) => spaceReportPage(analysis, antipodes.kept, provenance),
    svg: () => distributionSvg(analysis.space, analysis.histogram, spaceSubject(analysis.starts.length)),
  };
}

/** The first antipodes, as many as are shown. */
class First<Item> {
  readonly kept: Item[] = [];

  add(item: Item): void {
    if (this.kept.length < MOST_DRAWN) this.kept.push(item);
  }
}

/** @throws InputError where a file cannot be written, or would be written over another */
function checkFiles(files: readonly OutputFile[], tablePath: string): void {
  for (const { option, path } of files) checkOutputFile(option, path, tablePath, MOST_BYTES);
  if (files.length === 2 && isSameFile(files[0].path, files[1].path)) {
    throw new InputError(`the page and the picture would both be written to ${files[0].path}: choose another --svg`);
  }
}
