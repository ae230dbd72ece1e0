import { expect, test } from 'vitest';
import { cellsAtDepth, planBoard } from '#src/engines/boards/board-plan.js';
import { BoardSearch, keepers } from '#src/engines/boards/engine.js';
import { bytesMovedInLayer } from '#src/engines/boards/speed.js';
import { stagedBoard } from '#src/runs/disk/staging.js';
import { fullLayers, layerShares, publishedHistogram } from '#src/runs/published-layers.js';
import { makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { BYTES_PER_WORD } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition } from '#src/spaces/board/position.js';
import { published } from '../spaces/puzzles/space-checks.js';
import { FULL } from '../suite.js';

test('the shares of a small distribution match a count by hand', () => {
  // With 8 blocks of either colour: 4 * min(before, left) / 8, but at most 1.
  expect(layerShares([1, 2, 4, 8, 3, 1], 8)).toEqual([0, 0.5, 1, 1, 1, 0.5, 0]);
  expect(fullLayers([0, 0.5, 1, 1, 1, 0.5, 0])).toBe(4);
  expect(layerShares([1], 1)).toEqual([0, 0]);
});

test.runIf(FULL)('no layer moves more blocks than its share allows', async () => {
  const board = parseBoard('3x4');
  const goal = orderedPosition(board);
  const plan = planBoard(board, { table: false, fresh: false }, 2);
  const { blocks } = plan;
  const shares = layerShares(publishedHistogram(board, board.cells - 1) ?? [], (board.cells / 2) * blocks.count);
  const search = new BoardSearch(plan, keepers({ most: 0 }));
  const { moves, sources } = stagedBoard(plan);
  const full = bytesMovedInLayer(board, blocks) / (blocks.paddedWords * BYTES_PER_WORD);
  let most = 0;
  try {
    await search.begin(goal);
    const { gained, held } = search.memory.marks;
    for await (const { depth } of search.layers({ singly: true })) {
      // The next layer, as the workers will search it.
      let moved = 0;
      for (const cell of cellsAtDepth(board, 'single', goal.indexOf(BLANK), depth + 1)) {
        for (let block = 0; block < blocks.count; block++) {
          if (held[cell * blocks.count + block] === blocks.states) continue;
          for (const move of moves[cell]) {
            const gives = (source: number) => gained[move.source * blocks.count + source] === 1;
            if (sources.some(move, block, gives)) moved++;
          }
        }
      }
      expect(moved).toBeLessThanOrEqual(shares[depth + 1] * full);
      most = Math.max(most, moved);
    }
  } finally {
    search.end();
  }
  expect(most).toBe(full);
});

test('published distributions match the reference, and exist only for goals with the blank in a corner', () => {
  const boards = published.filter(({ metric, source }) => metric === 'single' && source.startsWith('lightln2'));
  expect(boards.map(({ space }) => space)).toContain('4x4');
  for (const { space, histogram } of boards) {
    const board = parseBoard(space);
    expect(publishedHistogram(board, board.cells - 1)).toEqual(histogram);
    expect(publishedHistogram(board, 0)).toEqual(histogram);
    expect(publishedHistogram(makeBoard(board.columns, board.rows), board.cells - 1)).toEqual(histogram);
  }
  expect(publishedHistogram(parseBoard('3x3'), 1)).toBeUndefined();
  expect(publishedHistogram(parseBoard('4x4'), 5)).toBeUndefined();
  expect(publishedHistogram(parseBoard('2x9'), 0)).toBeUndefined();
  expect(publishedHistogram(parseBoard('..#/.../#..'), 0)).toBeUndefined();
});
