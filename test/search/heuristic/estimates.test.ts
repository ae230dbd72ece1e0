import { describe, expect, test } from 'vitest';
import {
  type Field,
  HEURISTICS,
  heuristicFor,
  LANES,
  type PackedEstimates,
  packEstimates,
} from '#src/search/question/heuristics.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { count, rows } from '../../suite.js';

/** Computes the kernel's result from the sums, one field at a time. */
function estimatesOf({ addends, lines, costs }: PackedEstimates, position: Position): number[] {
  const cells = position.length;
  const sums = new Uint32Array(LANES);
  for (const [cell, tile] of position.entries()) {
    if (tile === BLANK) continue;
    for (let lane = 0; lane < LANES; lane++) sums[lane] += addends[(tile * cells + cell) * LANES + lane];
  }
  const read = ({ lane, shift, mask }: Field) => (sums[lane] >>> shift) & mask;
  const leaving = lines.reduce((sum, line) => sum + line.leaving[read(line)], 0);
  return costs.map((cost) => read(cost) + cost.movesToLeave * leaving);
}

describe('the packed sums of all heuristics give the same estimates as each heuristic alone', () => {
  test.each(
    rows(
      [
        '1x2',
        '2x2',
        '2x3',
        '3x2',
        '2x5',
        '3x3',
        '3x4',
        '4x3',
        '2x6',
        '2x7',
        '2x8',
        '3x5',
        '5x3',
        '1x9',
        '9x1',
        '1x255',
        '#.#/.../...',
        '...###/.#.###/....../###.#./###...',
        '#######./......../#######.',
        '.....#/#...../.....#',
      ],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 16, 17, 18, 19],
    ),
  )('on random positions of %s, whatever the goal', (name) => {
    const board = parseBoard(name);
    const random = new SeededRandom(board.cells);
    for (let goalCell = 0; goalCell < Math.min(board.cells, 15); goalCell++) {
      const goal = orderedPosition(board, goalCell);
      const heuristics = HEURISTICS.map((heuristic) => heuristicFor(heuristic, board, goal));
      const estimates = packEstimates(board, goal, HEURISTICS);
      for (let k = 0; k < (board.cells > 100 ? 2 : count(4, 100)); k++) {
        const position = k === 0 ? goal : randomPosition(board, goal, random);
        const expected = heuristics.map((heuristic) => heuristic.estimate(position));
        expect(estimatesOf(estimates, position)).toEqual(expected);
        expect(Math.max(...expected)).toBeLessThanOrEqual(estimates.most);
      }
    }
  });

  test('even if a heuristic is requested alone or twice', () => {
    const board = parseBoard('3x3');
    const goal = orderedPosition(board);
    const position = randomPosition(board, goal, new SeededRandom(1));
    const manhattan = heuristicFor('manhattan', board, goal).estimate(position);
    expect(estimatesOf(packEstimates(board, goal, ['manhattan']), position)).toEqual([manhattan]);
    expect(estimatesOf(packEstimates(board, goal, ['manhattan', 'manhattan']), position)).toEqual([
      manhattan,
      manhattan,
    ]);
  });

  test('the fields of no two sums overlap', () => {
    const board = parseBoard('3x5');
    const { costs, lines } = packEstimates(board, orderedPosition(board), HEURISTICS);
    const fields = new Map([...costs, ...lines].map((field) => [`${field.lane} ${field.shift}`, field]));
    const taken = [0, 0, 0, 0];
    for (const { lane, shift, mask } of fields.values()) {
      const bits = BigInt(mask) << BigInt(shift);
      expect(BigInt(taken[lane]) & bits).toBe(0n);
      taken[lane] += Number(bits);
      expect(taken[lane]).toBeLessThan(2 ** 32);
    }
    // Misplaced tiles, Manhattan distance (shared with linear conflict), three rows and five columns.
    expect(fields.size).toBe(2 + 3 + 5);
  });

  test('are refused if they do not fit', () => {
    const board = parseBoard('7x7');
    expect(() => packEstimates(board, orderedPosition(board), HEURISTICS)).toThrow(
      new RangeError('the sums of 49 cells do not fit into 4 lanes'),
    );
  });
});
