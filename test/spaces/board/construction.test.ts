import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { constructedSolution } from '#src/spaces/board/construction.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { isSolvable } from '#src/spaces/board/reachability.js';
import { fullRows, plainPlay } from '../../plain-map-search.js';
import { randomMap } from '../../random-maps.js';
import { newSeed } from '../../seed.js';
import { count, FULL } from '../../suite.js';

/** Returns the position after a random walk of the blank. */
function walked(map: readonly string[], start: readonly number[], steps: number, random: SeededRandom): number[] {
  const moves = Array.from({ length: steps }, () => 'udlr'[random.below(4)]).join('');
  return plainPlay(map, start, moves, 'stay');
}

function shuffled(cells: number, random: SeededRandom): number[] {
  const tiles = Array.from({ length: cells }, (_, tile) => tile);
  for (let left = cells; left > 1; left--) {
    const other = random.below(left);
    [tiles[left - 1], tiles[other]] = [tiles[other], tiles[left - 1]];
  }
  return tiles;
}

/** Solves positions, and checks the moves. @returns the mean number of moves */
function solveSome(map: readonly string[], times: number, random: SeededRandom, goal?: readonly number[]): number {
  const board = parseBoard(map.join('/'));
  let moves = 0;
  for (let k = 0; k < times; k++) {
    const end = goal ?? shuffled(board.cells, random);
    const start = k % 2 === 0 ? randomPosition(board, end, random) : walked(map, end, 50 * board.cells, random);
    const solution = constructedSolution(board, start, end);
    expect(plainPlay(map, start, solution), `${map.join('/')}: ${start} to ${end}`).toEqual(end);
    expect(solution).not.toMatch(/ud|du|lr|rl/);
    moves += solution.length;
  }
  return moves / times;
}

describe('a constructed solution', () => {
  test.each([
    [3, 3, 42],
    [4, 4, 120],
    [5, 5, 240],
    [6, 6, 490],
    [7, 7, 770],
    [8, 8, 1200],
    [9, 9, 1700],
    [10, 10, 2500],
    [3, 7, 220],
    [12, 4, 950],
  ])('of %ix%i leads to the goal, with at most %i moves on average', (rows, columns, most) => {
    const random = new SeededRandom(newSeed());
    const goal = orderedPosition(makeBoard(rows, columns));
    expect(solveSome(fullRows(rows, columns), count(3, 40), random, goal)).toBeLessThan(most);
    solveSome(fullRows(rows, columns), count(1, 20), random);
  });

  test('is found for the greatest boards', () => {
    const random = new SeededRandom(newSeed());
    for (const [rows, columns] of FULL
      ? [
          [15, 17],
          [17, 15],
          [5, 51],
          [3, 85],
        ]
      : [[15, 17]]) {
      solveSome(fullRows(rows, columns), count(1, 5), random);
    }
  });

  test('is found for boards of one or two rows', () => {
    const random = new SeededRandom(newSeed());
    for (const [rows, columns] of [
      [1, 2],
      [2, 1],
      [1, 9],
      [2, 2],
      [2, 3],
      [3, 2],
      [2, 4],
      [2, 5],
      [9, 2],
      [2, count(20, 127)],
    ]) {
      solveSome(fullRows(rows, columns), count(4, 20), random);
    }
  });

  test.each([
    ['a ring', '.../.#./...'],
    ['two rings that share a cell', '..#/.../#..'],
    ['a cross of bridges', '#.#/.../#.#'],
    ['blocks of six cells that bridges join', '..##.../......./..##...'],
    ['blocks that share cells', '...##/...##/...../##.../##...'],
    ['blocks behind blocks', '...######/...######/........./######.../####.....'],
    ['three paths of 1, 5 and 5 cells', '...../.#.#./.....'],
    ['three paths of 3, 7 and 7 cells', '...../.###./...../.###./.....'],
    ['three paths of 2, 6 and 6 cells', '...../.#.#./.#.#./.....'],
    ['a square and a path of 8 cells between neighbours', '...../..##./#....'],
    ['a square and a path of 9 cells between opposite cells', '..../..#./.##./....'],
    ['three paths of 7, 11 and 11 cells', '........./.#######./........./.#######./.........'],
    ['two rings that share two cells', '...##/.#.../...#./##...'],
    ['a grid of rings', '......./.#.#.#./......./.#.#.#./.......'],
  ])('is found for %s', (_, map) => {
    solveSome(map.split('/'), count(4, 40), new SeededRandom(newSeed()));
  });

  test('is found for random maps', () => {
    fc.assert(
      fc.property(randomMap(2, 25), fc.integer(), (map, seed) => {
        const { rows, columns, squares } = parseBoard(map.join('/'));
        const trimmed = fullRows(rows, columns).map((row, at) =>
          [...row].map((_, column) => (squares.includes(at * columns + column) ? '.' : '#')).join(''),
        );
        solveSome(trimmed, 2, new SeededRandom(seed));
      }),
      { numRuns: count(80, 3000) },
    );
  });

  test('is found for large maps with holes', () => {
    const random = new SeededRandom(newSeed());
    for (let k = 0; k < count(2, 60); k++) {
      const holes = random.below(40);
      const grid = Array.from({ length: 15 }, () => Array.from({ length: 17 }, () => random.below(100) >= holes));
      // The part that is connected with the centre.
      const found = [[7, 8]];
      for (const [row, column] of found) {
        for (const [down, right] of [
          [-1, 0],
          [1, 0],
          [0, -1],
          [0, 1],
        ]) {
          const next = [row + down, column + right];
          if (grid[next[0]]?.[next[1]] && !found.some(([r, c]) => r === next[0] && c === next[1])) found.push(next);
        }
      }
      const rows = found.map(([row]) => row);
      const columns = found.map(([, column]) => column);
      const [top, left] = [Math.min(...rows), Math.min(...columns)];
      const map = Array.from({ length: Math.max(...rows) - top + 1 }, () =>
        new Array<string>(Math.max(...columns) - left + 1).fill('#'),
      );
      for (const [row, column] of found) map[row - top][column - left] = '.';
      if (found.length > 1)
        solveSome(
          map.map((row) => row.join('')),
          1,
          random,
        );
    }
  });

  test('has no moves from the goal to itself', () => {
    for (const board of ['1x2', '2x2', '3x3', '4x4', '...../.#.#./.....'].map((text) => parseBoard(text))) {
      expect(constructedSolution(board, orderedPosition(board), orderedPosition(board))).toBe('');
    }
  });

  test('is refused at once if there is none', () => {
    for (const board of [
      makeBoard(15, 17),
      parseBoard(`${'.'.repeat(17)}/${'.#'.repeat(8)}./`.repeat(7).slice(0, -1)),
    ]) {
      const goal = orderedPosition(board);
      const odd = goal.with(0, goal[1]).with(1, goal[0]);
      const begin = performance.now();
      expect(isSolvable(board, odd, goal)).toBe(false);
      expect(performance.now() - begin).toBeLessThan(500);
      expect(() => constructedSolution(board, odd, goal)).toThrow('no moves');
    }
  });
});
