/** A space of numbered states whose searches are compared. */

import { InputError } from '../../base/input-error.js';
import { shellCommand } from '../../base/text/shell-command.js';
import { depthsOfSpace } from '../../runs/replay/space-depths.js';
import { checkEstimates } from '../../search/tables/check-estimates.js';
import { spreadStates } from '../../search/tables/spread-states.js';
import { TableSolver } from '../../search/tables/table-solver.js';
import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { readState, writeState } from '../../space/space-text.js';
import type { SeededRandom } from '../../spaces/board/random.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { Table } from '../../table/table.js';
import { statesOfFile } from '../arguments/instances-argument.js';
import type { Io } from '../process/io.js';
import { openNamed, openStandardTables, type StatesTable } from '../tables/state-tables.js';
import { titleOf } from '../terminal/space-title.js';
import type { ComparedSpace } from './compared-space.js';

/** Maximum states of a space that is enumerated on the spot if it has no table. */
const STATES_ON_THE_SPOT = 2_000_000;
/** Maximum draws per reached state: states are drawn as random numbers if at least one in this many is reached. */
const MOST_TRIES = 1000;
/** Range of the moves of a random walk. */
const SHORTEST_WALK = 50;
const LONGEST_WALK = 100;

/**
 * @param path path of the given table
 * @param exploring command that makes a table of the space
 * @throws InputError; SpaceError if the space contradicts itself; TableError
 */
export async function comparedStates(
  source: SpaceSource,
  path: string | undefined,
  exploring: readonly string[],
  io: Io,
): Promise<ComparedSpace> {
  const opened = await openNumberedSpace(source);
  const module = source.kind === 'module' ? source.path : undefined;
  const given = path === undefined ? undefined : await openNamed(path, module, io, opened);
  const space = given?.table.space ?? opened;
  const { fullName: name, metric } = space;
  const starts = space.starts.map((start) => writeState(space, start));
  let found = given;
  return {
    space,
    noun: 'state',
    title: titleOf({ name, starts, board: null }),
    facts: { space: name, starts, metric },

    async openTable() {
      found ??= await tableOf(space);
      if (found === undefined) return undefined;
      const { table, path: origin } = found;
      return {
        solver: TableSolver.of(space, [table]),
        checkEstimates: () => checkEstimates(table, origin),
        async ofEachDepth(count) {
          const depths = await depthsOfSpace(table);
          return spreadStates(depths.entries(), table.histogram, count);
        },
      };
    },

    advice: () => `${name}: make one with: ${shellCommand(exploring)}`,

    read: (path) =>
      statesOfFile(path, (line) => {
        const state = readState(space, line);
        if (!space.reversible || found === undefined || found.table.distance(state) !== null) return state;
        throw new InputError(`no moves lead to the start: remove the line '${line.trim()}'`);
      }),

    random(numbers) {
      const table = found?.table;
      if (table === undefined || space.size > MOST_TRIES * (space.size - table.notReached)) {
        return {
          draw: () => endOfWalk(space, numbers),
          words: (count) => `${plural('end', count)} of random walks of ${SHORTEST_WALK} to ${LONGEST_WALK} moves`,
        };
      }
      return {
        draw() {
          for (;;) {
            const state = numbers.state(space.size);
            if (table.distance(state) !== null) return state;
          }
        },
        words: (count) => plural('random state', count),
      };
    },
  };
}

function plural(words: string, count: number): string {
  return count === 1 ? words : `${words}s`;
}

/** Returns the table of the output folder, or a table made on the spot. */
async function tableOf(space: NumberedSpace): Promise<StatesTable | undefined> {
  const tables = await openStandardTables(space, space.source.start === undefined ? [] : space.starts);
  const standard = tables.find(({ table }) => table.fullName === space.fullName);
  if (standard !== undefined || space.size > STATES_ON_THE_SPOT) return standard;
  const { explore } = await import('../../runs/explore.js');
  const { table } = await explore({ space: space.source, antipodes: 0 });
  return { path: 'a table made on the spot', table: await Table.of(table) };
}

/** Takes a random walk from a start. It ends early if no move is possible. */
function endOfWalk(space: NumberedSpace, numbers: SeededRandom): number {
  const next = newNeighbours(space);
  let state = space.starts[numbers.below(space.starts.length)];
  const length = SHORTEST_WALK + numbers.below(LONGEST_WALK - SHORTEST_WALK + 1);
  for (let step = 0; step < length; step++) {
    writeNeighbours(space, state, next);
    const near = next.filter((to) => to !== NO_STATE);
    if (near.length === 0) break;
    state = near[numbers.below(near.length)];
  }
  return state;
}
