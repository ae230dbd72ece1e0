/** The spaces whose searches are compared: boards of any size, and spaces of numbered states. */

import { InputError, shellCommand } from '../../base/text.js';
import { checkEstimates, positionsOfEachDepth, spreadStates } from '../../search/samples.js';
import { TableSolver } from '../../search/table-solver.js';
import { newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, readState, writeState } from '../../space/definition.js';
import type { BoardSpaceSource, NumberedSpace, SpaceSource } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { geometryOf } from '../../spaces/board/numbering.js';
import { BLANK, formatPosition, parsePosition } from '../../spaces/board/position.js';
import { randomPosition, type SeededRandom } from '../../spaces/board/random.js';
import { isSolvable } from '../../spaces/board/reachability.js';
import { boardOfSource, boardSource, spaceName } from '../../spaces/board-facts.js';
import { openBoard } from '../../spaces/board-space.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { depthsOfSpace } from '../../study/space-depths.js';
import { positionsOfFile, statesOfFile } from '../arguments/space-argument.js';
import { BoardTables, type FoundTable, makeTable, openNamed, openStandardTables } from '../arguments/tables.js';
import { spaceTitle, titleOf } from '../terminal/distribution-text.js';
import type { Io } from '../terminal/process.js';
import type { ComparedSpace } from './contest.js';

/** A table gives the distances of this many states in a few seconds. */
const MOST_STATES_ASKED = 2_000_000;

/**
 * @param named the given metric; by default that of the table
 * @param path path of the given table
 * @throws TableError
 */
export async function comparedBoard(
  source: BoardSpaceSource,
  named: string | undefined,
  path: string | undefined,
): Promise<ComparedSpace> {
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  const tables = await BoardTables.of(path, named === undefined ? undefined : source.metric);
  const { metric } = tables;
  const space = openBoard(boardSource(board, goal, metric));
  const goalCell = goal.indexOf(BLANK);
  return {
    space,
    noun: 'position',
    title: spaceTitle(board, goal, metric),
    facts: { board: formatBoard(board), goal: formatPosition(goal), metric },

    async openTable() {
      const solver = TableSolver.of(space, (cell) => tables.find(board, cell));
      await tables.open(board, solver.boardPaths?.goalCells(goal) ?? []);
      // A table that answers the goal answers every start.
      const table = solver.tableFor({});
      if (table === undefined) return undefined;
      return {
        solver,
        async ofEachDepth(count) {
          if (geometryOf(board).states <= MOST_STATES_ASKED) {
            return positionsOfEachDepth(solver, table.histogram, count);
          }
          // Enumerating the board again is faster than finding the states of a depth in a large table.
          const { samplePositions } = await import('../../study/repeated-layers.js');
          return samplePositions(board, goal, table.histogram, count, { metric });
        },
      };
    },

    advice: () => `${spaceName(board, goalCell, metric)}: ${tables.advice(board, goal)}`,

    read(path) {
      const { starts } = positionsOfFile(path, board, goal);
      const odd = starts.find(({ position }) => !isSolvable(board, position, goal));
      if (odd === undefined) return starts.map(({ position }) => position);
      throw new InputError(
        `${path}, line ${odd.line}: no moves lead to the goal: remove the line '${formatPosition(odd.position)}'`,
      );
    },

    random: (numbers) => ({ draw: () => randomPosition(board, goal, numbers), kind: 'random position' }),
  };
}

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
        const walks = ` of random walks of ${SHORTEST_WALK} to ${LONGEST_WALK} moves`;
        return { draw: () => endOfWalk(space, numbers), kind: 'end', walks };
      }
      const draw = (): number => {
        for (;;) {
          const state = numbers.state(space.size);
          if (table.distance(state) !== null) return state;
        }
      };
      return { draw, kind: 'random state' };
    },
  };
}

/** Returns the table of the output folder, or a table made on the spot. */
async function tableOf(space: NumberedSpace): Promise<FoundTable | undefined> {
  const tables = await openStandardTables(space, space.source.start === undefined ? [] : space.starts);
  const standard = tables.find(({ table }) => table.fullName === space.fullName);
  return standard !== undefined || space.size > STATES_ON_THE_SPOT ? standard : makeTable(space.source);
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
