/** A board of any size whose searches are compared. */

import { InputError } from '../../base/input-error.js';
import { bytesText, secondsText } from '../../base/text/numbers.js';
import { positionsOfEachDepth } from '../../search/tables/positions-of-each-depth.js';
import { TableSolver } from '../../search/tables/table-solver.js';
import type { BoardSpaceSource } from '../../space/space-source.js';
import { formatBoard } from '../../spaces/board/board.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { BLANK, formatPosition, parsePosition } from '../../spaces/board/position.js';
import { randomPosition } from '../../spaces/board/random.js';
import { isSolvable } from '../../spaces/board/solvable.js';
import { boardOfSource, boardSource, spaceName } from '../../spaces/board/space/board-facts.js';
import { openBoard } from '../../spaces/board/space/board-space.js';
import { positionsOfFile } from '../arguments/instances-argument.js';
import { BoardTables } from '../tables/board-tables.js';
import { preparedDatabases } from '../tables/prepared-databases.js';
import { spaceTitle } from '../terminal/space-title.js';
import type { ComparedSpace } from './compared-space.js';

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
      if (solver.tableFor({}) === undefined && tables.canMake(board)) await tables.make(board, goalCell);
      const table = solver.tableFor({});
      if (table === undefined) return undefined;
      return {
        solver,
        // Tests prove that the heuristics of boards are admissible.
        checkEstimates() {},
        async ofEachDepth(count) {
          if (geometryOf(board).states <= MOST_STATES_ASKED) {
            return positionsOfEachDepth(solver, table.histogram, count);
          }
          // Enumerating the board again is faster than finding the states of a depth in a large table.
          const { samplePositions } = await import('../../runs/replay/sample-positions.js');
          return samplePositions(board, goal, table.histogram, count, { metric });
        },
      };
    },

    async patternDatabases(partition, { bytes }, io) {
      const begin = performance.now();
      const { databases, origin } = await preparedDatabases(board, goal, { partition, bytes }, io.stderr);
      const time = secondsText((performance.now() - begin) / 1000);
      io.stderr.write(`${formatBoard(board)}: ${origin}, ${bytesText(databases.bytes)} in ${time}\n`);
      return databases;
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

    random: (numbers) => ({
      draw: () => randomPosition(board, goal, numbers),
      words: (count) => `random ${count === 1 ? 'position' : 'positions'}`,
    }),
  };
}
