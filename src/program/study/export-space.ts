/** `antipode export` of a state space's table. */

import { bytesText, grouped } from '../../base/text/numbers.js';
import { needsToClaim } from '../../engines/claims/engine.js';
import { threadsToClaim } from '../../engines/claims/shared-search.js';
import { explore } from '../../runs/explore.js';
import { fileNameOf } from '../../space/names.js';
import type { ExportFormat } from '../../study/export/export-plan.js';
import { exportSpace, planSpaceExport } from '../../study/export/export-space.js';
import type { Selection } from '../../study/export/selection.js';
import { TableError } from '../../table/errors.js';
import { Table } from '../../table/table.js';
import { announceMemory } from '../arguments/memory.js';
import { threadsOf } from '../arguments/option-values.js';
import { checkOutputFile, writeOutput } from '../arguments/output-file.js';
import { withWatch } from '../explore/exploration-setup.js';
import { spaceResultOf } from '../explore/explore-space.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { withProgress } from '../verify/replay-setup.js';
import {
  checkSize,
  checkWhole,
  type ExportArguments,
  type Format,
  outputOf,
  printWritten,
  RESULT_BYTES,
  selectionOf,
} from './export-request.js';

export async function exportSpaceTable(
  tablePath: string,
  format: Format,
  options: ExportArguments,
  io: Io,
): Promise<void> {
  const threads = threadsOf(options.threads);
  const table = await Table.open(tablePath);
  const selection = selectionOf(table.maxDepth, options);
  const output = outputOf(options, fileNameOf(table.fullName), format);
  if (format === 'json') {
    checkWhole(selection);
    await exportResult(table, threads, tablePath, output, io);
  } else {
    await exportStates(table, threads, tablePath, format, selection, output, options.yes === true, io);
  }
}

async function exportStates(
  table: Table,
  givenThreads: number | undefined,
  tablePath: string,
  format: ExportFormat,
  selection: Selection | undefined,
  output: string,
  yes: boolean,
  io: Io,
): Promise<void> {
  const plan = planSpaceExport(table, format, selection);
  const { rows, fileBytes, memoryBytes } = plan;
  const threads = givenThreads ?? plan.threads;
  checkSize(output, plan, format, yes, 'states');
  endOnSignal(io, [output]);
  checkOutputFile('--output', output, tablePath, fileBytes);
  announceMemory(
    {
      what: table.fullName,
      states: table.space.size,
      bytes: memoryBytes,
      threads,
      held: 'its distances',
      also: ` and about ${bytesText(fileBytes)} of disk`,
    },
    io,
  );
  const begin = performance.now();
  await withProgress(tablePath, rows === null ? 'states' : 'rows', io, (onProgress) =>
    writeOutput(output, (write) => exportSpace(table, { format, selection, threads, onProgress }, write)),
  );
  const what = rows === null ? `${grouped(table.space.size)} distances` : `${grouped(rows)} rows`;
  printWritten(output, what, begin, io);
}

/** What explore prints as JSON. */
async function exportResult(
  table: Table,
  givenThreads: number | undefined,
  tablePath: string,
  output: string,
  io: Io,
): Promise<void> {
  const { fullName: name, source, space } = table;
  const threads = givenThreads ?? threadsToClaim(space.size);
  endOnSignal(io, [output]);
  checkOutputFile('--output', output, tablePath, RESULT_BYTES);
  const { states, bytes } = needsToClaim(space, false);
  announceMemory({ what: name, states, bytes, threads, held: 'its codes and lists' }, io);
  const begin = performance.now();
  const exploration = await withWatch(
    undefined,
    io,
    ({ on: onEvent }) => explore({ space: source, engine: 'claims', threads, table: false, onEvent }),
    false,
  );
  if (exploration.histogram.join() !== table.histogram.join()) {
    throw new TableError(`${tablePath}: the table's header is wrong about the distances; make the table again`);
  }
  const result = spaceResultOf(name, exploration, tablePath);
  await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(result)}\n`), 0));
  printWritten(output, 'the result', begin, io);
}
