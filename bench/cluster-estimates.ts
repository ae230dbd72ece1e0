/**
 * Prints estimates for 3x5 and 4x4 on 1 to 64 machines of 16 cores, as the tables of docs/tutorials/several-machines.md, with the arithmetic of
 * `antipode explore --plan --workers`. A machine is one worker of 16 threads, 8 times as fast as two threads of this machine, with a
 * network of 10 Gbit/s.
 *
 *     npm run build && node dist/bench/cluster-estimates.js
 */

import { roughTime } from '../src/base/text.js';
import { BoardEnginePlan } from '../src/engines/boards/engine.js';
import { type ClusterPlan, diskPlan, planCluster, publishedShares } from '../src/runs/exploration-plan.js';
import { measureProcessors, type ProcessorSpeed } from '../src/runs/measured-speeds.js';
import { parseBoard } from '../src/spaces/board/board.js';
import { orderedPosition } from '../src/spaces/board/position.js';
import { boardSource } from '../src/spaces/board-facts.js';

const CORES = 16;
const MEASURED_THREADS = 2;
const MACHINES = [1, 2, 4, 8, 16, 32, 64];
const GIGABYTE = 1e9;
const NETWORKS = [1, 10, 100];
/** The network whose parts are shown. */
const SHOWN = 10;
const OF_MACHINE = { bytesReadPerSecond: 1.2 * GIGABYTE, bytesWrittenPerSecond: 1.2 * GIGABYTE };
const MEMORY = 32 * GIGABYTE;
/** Resources without limits, since only times are estimated. */
const FOLDER = { path: '/shared', freeBytes: Number.MAX_SAFE_INTEGER, device: 0 };

async function speedOfMachine(name: string): Promise<ProcessorSpeed> {
  const measured = await measureProcessors(parseBoard(name), MEASURED_THREADS);
  const times = CORES / MEASURED_THREADS;
  return {
    bytesMovedPerSecond: times * measured.bytesMovedPerSecond,
    bytesCheckedPerSecond: times * measured.bytesCheckedPerSecond,
  };
}

/** Returns the plans of a board by number of machines and by bytes/s of the shared folder. */
function plannerOf(name: string, processors: ProcessorSpeed): (machines: number, network: number) => ClusterPlan {
  const board = parseBoard(name);
  const source = boardSource(board, orderedPosition(board), 'single');
  const run = BoardEnginePlan.of(source, { table: true, first: 20, threads: CORES });
  const known = {
    ...diskPlan(run, MEMORY, true),
    threads: CORES,
    threadBytes: run.search.threadBytes,
    processors,
    folder: OF_MACHINE,
    shares: publishedShares(board, board.cells - 1) ?? null,
    tableBytes: run.tableBytes,
    work: FOLDER,
    output: FOLDER,
  };
  return (workers, network) =>
    planCluster({ ...known, workers, network: { bytesReadPerSecond: network, bytesWrittenPerSecond: network } });
}

const timeText = (seconds: number | null) => (seconds === null ? '' : roughTime(seconds));

function print(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

const LIMITS = { network: 'folder', files: 'machines', processors: 'processors' };

for (const name of ['3x5', '4x4']) {
  const processors = await speedOfMachine(name);
  const planned = plannerOf(name, processors);
  const moved = Math.round(processors.bytesMovedPerSecond / GIGABYTE);
  process.stdout.write(`${name}, if a machine moves ${moved} GB/s of blocks\n\n`);
  print(
    ['machines', ...NETWORKS.map((network) => `folder of ${network} GB/s`)],
    MACHINES.map((machines) => [
      machines,
      ...NETWORKS.map((network) => {
        const { limit, seconds } = planned(machines, network * GIGABYTE);
        return `${timeText(seconds)}${limit === null ? '' : `, ${LIMITS[limit]}`}`;
      }),
    ]),
  );
  const useful = NETWORKS.map((network) => planned(1, network * GIGABYTE).usefulWorkers);
  process.stdout.write(`more machines stop helping from ${useful.join(', ')} on\n\n`);
  print(
    ['machines', 'processors', 'files of a machine', 'folder', 'between layers', 'table'],
    MACHINES.map((machines) => {
      const { layer, tableSeconds } = planned(machines, SHOWN * GIGABYTE);
      const { processorSeconds, fileSeconds, networkSeconds, betweenSeconds } = layer;
      const times = [processorSeconds, fileSeconds, networkSeconds, betweenSeconds, tableSeconds];
      return [machines, ...times.map(timeText)];
    }),
  );
}
