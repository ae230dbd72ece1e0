/** `antipode export --format json`: the result of exploring a table's space again. */

import { planRun } from '../../runs/choose-engine.js';
import { needOf } from '../../runs/exploration/exploration.js';
import { explorePlanned } from '../../runs/explore.js';
import { TableError } from '../../table/contents/errors.js';
import { checkOutputFile, writeOutput } from '../arguments/output-file.js';
import { resultOf } from '../explore/exploration-files.js';
import { withWatch } from '../explore/exploration-setup.js';
import { spaceResultOf } from '../explore/explore-space.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { printWritten, RESULT_BYTES } from './export-request.js';
import { announceStudy, type OpenedTable } from './studied-table.js';

/** Writes what explore prints as JSON. */
export async function exportResult({ path, replay, threads }: OpenedTable, output: string, io: Io): Promise<void> {
  endOnSignal(io, [output]);
  checkOutputFile('--output', output, path, RESULT_BYTES);
  const { facts, board } = replay;
  const plan = await planRun(facts.source, needOf({ table: false, threads }), board === null ? 'claims' : undefined);
  try {
    announceStudy(replay, { bytes: plan.needs.bytes, threads: plan.threads, held: plan.held }, io);
  } catch (error) {
    await plan.close();
    throw error;
  }
  const begin = performance.now();
  const exploration = await withWatch(
    undefined,
    io,
    ({ on: onEvent }) => explorePlanned(plan, onEvent),
    plan.reached !== null,
  );
  if (exploration.histogram.join() !== replay.histogram.join()) {
    throw new TableError(`${path}: the table's header is wrong about the distances; make the table again`);
  }
  const { name } = replay.facts;
  const result = replay.board === null ? spaceResultOf(name, exploration, path) : resultOf(exploration, path);
  await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(result)}\n`), 0));
  printWritten(output, 'the result', begin, io);
}
