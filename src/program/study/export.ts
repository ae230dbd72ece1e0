/** `antipode export`: a table's distances as files for other tools. */

import { bytesText, grouped } from '../../base/text/numbers.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type Exploration, needOf } from '../../runs/exploration/exploration.js';
import { exploreBoard } from '../../runs/explore.js';
import { fileNameOf } from '../../space/names.js';
import { boardSource, spaceName } from '../../spaces/board/board-facts.js';
import type { ExportFormat } from '../../study/export/export-plan.js';
import { exportTable, planExport } from '../../study/export/export-table.js';
import type { Selection } from '../../study/export/selection.js';
import { TableError } from '../../table/errors.js';
import { tableKind } from '../../table/origin.js';
import { checkOutputFile, writeOutput } from '../arguments/output-file.js';
import { resultOf } from '../explore/exploration-files.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { ExploreProgress } from '../terminal/explore-progress.js';
import { LiveLine } from '../terminal/live-line.js';
import { checkReplay, type ReplaySetup, replaySetup, withProgress } from '../verify/replay-setup.js';
import {
  checkSize,
  checkWhole,
  type ExportArguments,
  formatOf,
  outputOf,
  printWritten,
  RESULT_BYTES,
  selectionOf,
} from './export-request.js';

export async function exportCommand(tablePath: string, options: ExportArguments, io: Io): Promise<void> {
  const format = formatOf(options);
  if (tableKind(tablePath) === 'space') {
    const { exportSpaceTable } = await import('./export-space.js');
    return exportSpaceTable(tablePath, format, options, io);
  }
  const setup = replaySetup(tablePath, options.threads);
  const { table } = setup;
  const selection = selectionOf(table.maxDepth, options);
  const output = outputOf(options, fileNameOf(spaceName(table.board, table.goalCell, table.metric)), format);
  if (format === 'json') {
    checkWhole(selection);
    await exportResult(setup, tablePath, output, io);
  } else {
    await exportDistances(setup, tablePath, format, selection, output, options.yes === true, io);
  }
}

async function exportDistances(
  setup: ReplaySetup,
  tablePath: string,
  format: ExportFormat,
  selection: Selection | undefined,
  output: string,
  yes: boolean,
  io: Io,
): Promise<void> {
  const { table } = setup;
  const plan = planExport(table, format, selection);
  const { threads = plan.threads } = setup;
  const { rows, fileBytes, memoryBytes } = plan;
  checkSize(output, plan, format, yes, 'positions');
  endOnSignal(io, [output]);
  checkOutputFile('--output', output, tablePath, fileBytes);
  checkReplay(
    table,
    threads,
    memoryBytes,
    rows === null ? 'its bitsets and distances' : 'its bitsets',
    io,
    ` and about ${bytesText(fileBytes)} of disk`,
  );

  const begin = performance.now();
  await withProgress(tablePath, rows === null ? 'states' : 'rows', io, (onProgress) =>
    writeOutput(output, (write) => exportTable(table, { format, selection, threads, onProgress }, write)),
  );
  const what = rows === null ? `${grouped(table.geometry.states)} distances` : `${grouped(rows)} rows`;
  printWritten(output, what, begin, io);
}

/** What explore prints as JSON. */
async function exportResult(setup: ReplaySetup, tablePath: string, output: string, io: Io): Promise<void> {
  const { table } = setup;
  const { board, goal, metric } = table;
  const need = needOf({ table: false, threads: setup.threads });
  const plan = BoardEnginePlan.of(boardSource(board, goal, metric), need);
  const { threads } = plan;
  endOnSignal(io, [output]);
  checkOutputFile('--output', output, tablePath, RESULT_BYTES);
  checkReplay(table, threads, plan.needs.bytes, 'its bitsets', io);
  const begin = performance.now();
  const progress = new ExploreProgress();
  const line = new LiveLine(io.stderr, (width) => progress.text(width));
  let exploration: Exploration;
  try {
    exploration = await exploreBoard(plan, { onEvent: (event) => progress.on(event) });
  } finally {
    line.end();
  }
  if (exploration.histogram.join() !== table.histogram.join()) {
    throw new TableError(`${tablePath}: the table's header is wrong about the distances; make the table again`);
  }
  const result = resultOf(exploration, tablePath);
  await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(result)}\n`), 0));
  printWritten(output, 'the result', begin, io);
}
