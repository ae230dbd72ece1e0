/** `antipode export --format json`: the result of exploring a table's space again. */

import { needOf } from '../../runs/exploration/exploration.js';
import { explorePlanned, planRun } from '../../runs/explore.js';
import { TableError } from '../../table/contents/errors.js';
import { checkOutputFile, writeOutput } from '../arguments/output-file.js';
import { findingsOf } from '../explore/run/exploration-result.js';
import { withWatch } from '../explore/run/exploration-watch.js';
import { beforeRun } from '../explore/run/preparation.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { printWritten, RESULT_BYTES } from './export-request.js';
import { announceStudy, type OpenedTable } from './studied-table.js';

/** Writes the JSON result of explore without the fields that differ between runs: the same table gives the same bytes. */
export async function exportResult({ path, replay, threads }: OpenedTable, output: string, io: Io): Promise<void> {
  endOnSignal(io, [output]);
  checkOutputFile({ option: '--output', path: output }, path, RESULT_BYTES, io.stdout);
  const { facts, board } = replay;
  const only = board === null && facts.source.kind === 'board' ? 'claims' : undefined;
  const plan = await planRun(facts.source, needOf({ table: false, threads }), only);
  const { needs, threads: planned, held } = plan;
  await beforeRun(plan, () => announceStudy(replay, { bytes: needs.bytes, threads: planned, held }, io));
  const begin = performance.now();
  const exploration = await withWatch({ io, reachable: plan.reached !== null }, ({ on: onEvent }) =>
    explorePlanned(plan, { onEvent }),
  );
  if (exploration.histogram.join() !== replay.histogram.join()) {
    throw new TableError(`${path}: the table's header is wrong about the distances; make the table again`);
  }
  const result = { ...findingsOf({ ...exploration, name: facts.name }), table: path };
  const bytes = await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(result)}\n`), 0), io);
  printWritten(output, 'the result', bytes, begin, io);
}
