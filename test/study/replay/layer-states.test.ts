import { describe, expect, test } from 'vitest';
import { keepers } from '#src/engines/boards/engine.js';
import { colourOf, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, STATES_PER_WORD } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition } from '#src/spaces/board/position.js';
import { replayLayers, statesOfLayer } from '#src/study/repeated-layers.js';
import { exploreBoard } from '../../board-exploration.js';
import { plainRank, plainSearch } from '../../plain-search.js';
import { rows } from '../../suite.js';

interface Seen {
  readonly depth: number;
  readonly blank: number;
  readonly rank: number;
  readonly tiles: readonly number[];
}

/** Returns all states of some layers, or chosen states of each. */
async function replayed(name: string, goalCell: number, chosenOf?: (states: number) => number[]): Promise<Seen[]> {
  const board = parseBoard(name);
  const goal = orderedPosition(board, goalCell);
  const { histogram } = await exploreBoard({ board, goal, table: false });
  const seen: Seen[] = [];
  const replay = { board, goalCell, metric: 'single', histogram, threads: 2, lastDepth: histogram.length } as const;
  for await (const layer of replayLayers(replay, keepers({ most: 0 }))) {
    for (const { blank, rank, tiles } of statesOfLayer(board, goal, layer, chosenOf?.(layer.states))) {
      seen.push({ depth: layer.depth, blank, rank, tiles: [...tiles] });
    }
  }
  return seen;
}

describe('the states of all layers', () => {
  test.each(
    rows(
      [
        ['2x2', 3],
        ['2x2', 0],
        ['2x3', 2],
        ['3x2', 5],
        ['2x4', 7],
        ['3x3', 4],
        ['1x5', 1],
        ['5x1', 4],
      ] as const,
      [0, 1, 2, 3, 4, 6, 7],
    ),
  )(
    'of %s, the goal’s blank on cell %i, occur once each, at the right distance, with the right rank',
    async (name, goalCell) => {
      const board = parseBoard(name);
      const goal = orderedPosition(board, goalCell);
      const geometry = geometryOf(board);
      const { depths } = plainSearch(board.rows, board.columns, goal);
      const seen = await replayed(name, goalCell);
      const ranks = new Set<number>();
      for (const { depth, blank, rank, tiles } of seen) {
        const plain = plainRank(tiles);
        ranks.add(plain);
        const bit = rank % STATES_PER_WORD;
        const numbered = positionOf(geometry, goal, { cell: blank, word: (rank - bit) / STATES_PER_WORD, bit });
        if (depths[plain] !== depth || tiles[blank] !== BLANK || String(numbered) !== String(tiles)) {
          expect({ depth, blank, rank, tiles }).toEqual({
            depth: depths[plain],
            blank: tiles.indexOf(BLANK),
            tiles: numbered,
          });
        }
      }
      expect(seen).toHaveLength(geometry.states);
      expect(ranks.size).toBe(geometry.states);
    },
  );

  test.each(rows(['2x4', '3x3'], [0]))('of %s are ordered by depth, blank and rank', async (name) => {
    const seen = await replayed(name, 0);
    for (const [index, { depth, blank, rank }] of seen.entries()) {
      if (index === 0) continue;
      const before = seen[index - 1];
      const order = depth - before.depth || blank - before.blank || rank - before.rank;
      if (order <= 0) throw new Error(`${JSON.stringify(before)} comes before ${JSON.stringify(seen[index])}`);
    }
  });
});

describe('chosen states', () => {
  test.each([
    ['the first of each layer', () => [0]],
    ['the last', (states: number) => [states - 1]],
    ['every third', (states: number) => Array.from({ length: Math.ceil(states / 3) }, (_, k) => 3 * k)],
    ['all', (states: number) => Array.from({ length: states }, (_, k) => k)],
    ['none', () => []],
  ])('are exactly the states with these numbers: %s', async (_, chosenOf) => {
    for (const name of ['2x4', '1x5']) {
      const all = await replayed(name, 0);
      const expected: Seen[] = [];
      for (let begin = 0; begin < all.length; ) {
        const layer = all.slice(begin).filter(({ depth }) => depth === all[begin].depth);
        for (const number of chosenOf(layer.length)) expected.push(layer[number]);
        begin += layer.length;
      }
      expect(await replayed(name, 0, chosenOf)).toEqual(expected);
    }
  });
});

describe('a replay', () => {
  test('ends after the last requested layer, and ignores the rest of the histogram', async () => {
    const board = parseBoard('2x3');
    const layers: number[] = [];
    const histogram = [1, 2, 3, 5, 349];
    const replay = { board, goalCell: 5, metric: 'single', histogram, threads: 1, lastDepth: 3 } as const;
    for await (const { states } of replayLayers(replay, keepers({ most: 0 }))) layers.push(states);
    expect(layers).toEqual([1, 2, 3, 5]);
  });

  test('gives the runs of words that contain a layer’s bits, and no other bits', async () => {
    const board = parseBoard('3x4');
    const first = [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781];
    const histogram = [...first, 239_500_800 - first.reduce((sum, count) => sum + count)];
    const lastDepth = first.length - 1;
    const replay = { board, goalCell: 11, metric: 'single', histogram, threads: 3, lastDepth } as const;
    for await (const { states, cells, runs, depth } of replayLayers(replay, keepers({ most: 0 }))) {
      let ones = 0;
      for (const cell of cells) {
        expect(colourOf(board, cell)).toBe((colourOf(board, 11) + depth) % 2);
        for (const { halves } of runs(cell))
          for (const half of halves) ones += half.toString(2).replaceAll('0', '').length;
      }
      expect(ones).toBe(states);
    }
  });
});
