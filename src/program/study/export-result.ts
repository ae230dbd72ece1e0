/** `antipode export --format json`: the result of exploring a table's space again. */

import { exploreSpace } from '../../engines/claims/explore-space.js';
import { spaceRequirements, threadsToExploreSpace } from '../../engines/claims/shared-search.js';
import { explore } from '../../runs/explore.js';
import { requirementsOf, threadsToExplore } from '../../runs/requirements.js';
import { TableError } from '../../table/errors.js';
import { checkOutputFile, writeOutput } from '../arguments/output-file.js';
import { resultOf } from '../explore/exploration-files.js';
import { withWatch } from '../explore/exploration-setup.js';
import { spaceResultOf } from '../explore/explore-space.js';
import type { Io } from '../io.js';
import { endOnSignal } from '../signals.js';
import { printWritten, RESULT_BYTES } from './export-request.js';
import { announceStudy, type OpenedTable, type StudyNeeds } from './studied-table.js';

/** Writes what explore prints as JSON. */
export async function exportResult(opened: OpenedTable, output: string, io: Io): Promise<void> {
  const { path, replay } = opened;
  const again = explorationOf(opened);
  endOnSignal(io, [output]);
  checkOutputFile('--output', output, path, RESULT_BYTES);
  announceStudy(replay, again, io);
  const begin = performance.now();
  const { histogram, resultFor } = await again.explore(io);
  if (histogram.join() !== replay.histogram.join()) {
    throw new TableError(`${path}: the table's header is wrong about the distances; make the table again`);
  }
  await writeOutput(output, (write) => write(Buffer.from(`${JSON.stringify(resultFor(path))}\n`), 0));
  printWritten(output, 'the result', begin, io);
}

/** An exploration that has not begun. */
interface ExplorationAgain extends StudyNeeds {
  explore(io: Io): Promise<{ readonly histogram: readonly number[]; resultFor(path: string): object }>;
}

function explorationOf({ table, replay, threads: given }: OpenedTable): ExplorationAgain {
  const { facts, board: view } = replay;
  const { name, source, size } = facts;
  if (view !== null) {
    const { board, goal, metric } = view;
    const threads = given ?? threadsToExplore(board, metric);
    return {
      threads,
      bytes: requirementsOf(board, false, metric).bytes,
      held: 'its bitsets',
      async explore(io) {
        const exploration = await withWatch(undefined, io, ({ on: onEvent }) =>
          explore({ board, goal, metric, threads, table: false, onEvent }),
        );
        return { histogram: exploration.histogram, resultFor: (path) => resultOf(name, exploration, path) };
      },
    };
  }
  const threads = given ?? threadsToExploreSpace(size);
  return {
    threads,
    bytes: spaceRequirements(table.space, false).bytes,
    held: 'its codes and lists',
    async explore(io) {
      const exploration = await withWatch(
        undefined,
        io,
        ({ on: onEvent }) => exploreSpace({ space: source, threads, table: false, onEvent }),
        false,
      );
      return { histogram: exploration.histogram, resultFor: (path) => spaceResultOf(name, exploration, path) };
    },
  };
}
