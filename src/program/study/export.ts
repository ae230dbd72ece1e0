/** `antipode export`: writes a table's distances for other tools. */

import { bytesText, countOf } from '../../base/text/numbers.js';
import { fileNameOf } from '../../spaces/file-name.js';
import { planExport } from '../../study/export/export-plan.js';
import { exportTable } from '../../study/export/export-table.js';
import type { ExportFormat } from '../../study/export/formats/format-names.js';
import type { Selection } from '../../study/export/selection.js';
import { refuseOthers } from '../arguments/other-spaces.js';
import { checkOutputFile, STANDARD_OUTPUT, writeOutput } from '../arguments/output-file.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import {
  checkSize,
  checkWhole,
  type ExportArguments,
  exportPathOf,
  formatOf,
  printWritten,
  selectionOf,
} from './export-request.js';
import { exportResult } from './export-result.js';
import { announceStudy, type OpenedTable, openStudiedTable, withProgress } from './studied-table.js';

export async function exportCommand(tablePath: string, options: ExportArguments, io: Io): Promise<void> {
  const format = formatOf(options);
  const opened = await openStudiedTable(tablePath, options, io);
  const { facts, histogram } = opened.replay;
  const selection = selectionOf(histogram.length - 1, options);
  const output = exportPathOf(options, fileNameOf(facts), format);
  if (format === 'json') {
    checkWhole(selection);
    const isTold = options.output !== undefined || options.replace;
    if (!isTold) await refuseOthers([output], facts, 'name another file with --output');
    await exportResult(opened, output, io);
  } else {
    await exportDistances(opened, format, selection, output, options.yes === true, io);
  }
}

async function exportDistances(
  { path, table, replay, threads: given }: OpenedTable,
  format: ExportFormat,
  selection: Selection | undefined,
  output: string,
  yes: boolean,
  io: Io,
): Promise<void> {
  const plan = planExport(table, format, selection, given);
  const { rows, fileBytes, memoryBytes, held, threads } = plan;
  checkSize(output, plan, format, yes, `${replay.columns().text.name}s`);
  endOnSignal(io, [output]);
  const binary = format === 'csv' ? undefined : format;
  checkOutputFile({ option: '--output', path: output, binary }, path, fileBytes, io.stdout);
  const also = output === STANDARD_OUTPUT ? '' : ` and about ${bytesText(fileBytes)} of disk`;
  announceStudy(replay, { bytes: memoryBytes, threads, held, also }, io);

  const begin = performance.now();
  const bytes = await withProgress(path, rows === null ? 'states' : 'rows', io, (onProgress) =>
    writeOutput(output, (write) => exportTable(table, { format, selection, threads, onProgress }, write), io),
  );
  const what = rows === null ? countOf(replay.facts.size, 'distance') : countOf(rows, 'row');
  printWritten(output, what, bytes, begin, io);
}
