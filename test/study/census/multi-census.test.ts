import { describe, expect, test } from 'vitest';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { type Analysis, bytesToAnalyse } from '#src/study/analysis.js';
import { exploreBoard } from '../../board-exploration.js';
import { mean, plainStates } from '../../plain-analysis.js';
import { FULL, rows } from '../../suite.js';
import { analyseBoard, boardTableOf } from '../board-table.js';

async function analysisOf(name: string, goalCell: number, threads: number): Promise<Analysis> {
  const board = parseBoard(name);
  const { histogram } = await exploreBoard({
    board,
    goal: orderedPosition(board, goalCell),
    metric: 'multi',
    table: false,
  });
  return analyseBoard({ board, goalCell, metric: 'multi', histogram }, { threads });
}

describe('if a move slides one, two or more tiles', () => {
  test.each(
    rows(
      [
        ['2x2', 3, 1],
        ['..#/.../#..', 3, 2],
        ['.#./.../.#.', 6, 1],
        ['..../.#.#', 1, 2],
        ['.../.#./...', 0, 2],
        ['2x2', 0, 2],
        ['2x3', 1, 2],
        ['3x2', 5, 1],
        ['2x4', 7, 2],
        ['3x3', 4, 2],
        ['1x5', 1, 1],
        ['6x1', 5, 2],
        ['#.#/.../...', 2, 1],
      ] as const,
      [1, 4, 6, 10, 12],
    ),
  )('the analysis of %s, the goal’s blank on cell %i, agrees with the plain search', async (name, cell, threads) => {
    const board = parseBoard(name);
    const plain = plainStates(mapOf(board), orderedPosition(board, cell), 'multi');
    const analysis = await analysisOf(name, cell, threads);
    const { depths, meanDegree, localMaxima, shortestSolutions, heuristics, metric, space } = analysis;
    expect(metric).toBe('multi');
    expect(space).toContain('-multi');
    expect(heuristics).toEqual([]);
    const maximaOf = (layer: (typeof plain)[number]) => layer.filter(({ further }) => further === 0).length;
    expect(depths.map((depth) => depth.states)).toEqual(plain.map((layer) => layer.length));
    expect(depths.map((depth) => depth.localMaxima)).toEqual(plain.map(maximaOf));
    for (const [depth, layer] of plain.entries()) {
      expect(depths[depth].meanDegree).toBeCloseTo(mean(layer.map(({ neighbours }) => neighbours)), 10);
      expect(depths[depth].meanNearer).toBeCloseTo(mean(layer.map(({ nearer }) => nearer)), 10);
      expect(depths[depth].meanFurther).toBeCloseTo(mean(layer.map(({ further }) => further)), 10);
      const solutions = layer.map((state) => state.shortestSolutions);
      expect(depths[depth].shortestSolutions?.maximum).toBe(Math.max(...solutions));
      expect(depths[depth].shortestSolutions?.mean).toBeCloseTo(mean(solutions), 8);
    }
    const all = plain.flat();
    expect(meanDegree).toBeCloseTo(mean(all.map(({ neighbours }) => neighbours)), 10);
    expect(localMaxima).toBe(maximaOf(all));
    expect(shortestSolutions?.maximum).toBe(all.reduce((most, state) => Math.max(most, state.shortestSolutions), 0));
  });

  test.runIf(FULL)('the analysis of 2x5 is the same with 1 thread and with 3', async () => {
    const [one, three] = [await analysisOf('2x5', 9, 1), await analysisOf('2x5', 9, 3)];
    expect({ ...three, threads: 0, seconds: 0 }).toEqual({ ...one, threads: 0, seconds: 0 });
  });

  test('every state at the maximum depth is a local maximum', async () => {
    const { depths, antipodeCount, maxDepth } = await analysisOf('2x4', 7, 2);
    expect(depths[maxDepth]).toMatchObject({ localMaxima: antipodeCount, meanFurther: 0 });
  });

  test('antipodes are those of the exploration', async () => {
    const board = parseBoard('2x3');
    const { histogram, antipodes } = await exploreBoard({ board, metric: 'multi', threads: 2 });
    const found: string[] = [];
    const onAntipode = (text: string) => void found.push(text);
    await analyseBoard({ board, goalCell: 5, metric: 'multi', histogram }, { threads: 2, onAntipode });
    expect(found.sort()).toEqual([...antipodes].sort());
  });

  test('its memory per state is two bits, those of two sweeps and of the last layer, and 8 bytes', async () => {
    // A line across the lanes of 2x5 has 5 cells, so a sweep counts up to 4, in 3 bits.
    const bits = 2 + 2 * 3 + 1;
    const states = 1_814_400;
    const table = { board: parseBoard('2x5'), goalCell: 9, metric: 'multi', histogram: [states] } as const;
    expect(bytesToAnalyse(await boardTableOf(table)) - 8 * states).toBeCloseTo((bits * states * 64) / 60 / 8, -1);
  });
});
