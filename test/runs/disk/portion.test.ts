import { describe, expect, test } from 'vitest';
import { planBoard } from '#src/engines/bits/layout/board-plan.js';
import { blockAt, ordersOf } from '#src/runs/disk/block-order.js';
import { cutPortion, type LayerBlocks, runsOf } from '#src/runs/disk/portion.js';
import { coloursOf, stagedBoard } from '#src/runs/disk/staging.js';
import { neighbours, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering/geometry.js';
import { positionOf, stateOf } from '#src/spaces/board/numbering/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { rows } from '../../suite.js';

const EVERYTHING = { takes: () => true, gives: () => true };

function layersOf(name: string): LayerBlocks[] {
  const board = name.includes('/') ? parseMap(name) : parseBoard(name);
  const { blockRadices, moves, sources } = stagedBoard(planBoard(board, { table: true, fresh: false }));
  return ordersOf(blockRadices).flatMap((order) =>
    coloursOf(board).map((cells) => ({ order, cells, moves, sources, frontier: EVERYTHING })),
  );
}

describe('the orders of blocks', () => {
  test('take every block once', () => {
    const orders = ordersOf([6, 5, 4, 3]);
    expect(orders).toHaveLength(7);
    for (const order of orders) {
      const blocks = Array.from({ length: 360 }, (_, place) => blockAt(order, place));
      expect(new Set(blocks)).toEqual(new Set(Array.from({ length: 360 }, (_, block) => block)));
    }
  });

  test('keep the digits that are taken first as they are for as long as there are others', () => {
    // d[1] of the digits d[0..2] of radix 4, 3, 2.
    const order = ordersOf([4, 3, 2])[1];
    const second = Array.from({ length: 24 }, (_, place) => Math.floor(blockAt(order, place) / 2) % 3);
    expect(second).toEqual([...Array(8).fill(0), ...Array(8).fill(1), ...Array(8).fill(2)]);
  });
});

describe('portions', () => {
  test.each(['3x4', '..../.#../....'])('of %s have every block of the layer in one of them', (name) => {
    for (const layer of layersOf(name)) {
      const { count } = layer.order;
      for (const slots of [1, 100, 1000]) {
        const targets: number[] = [];
        for (let begin = 0; begin < count; ) {
          const portion = cutPortion(layer, begin, slots, 2);
          expect(portion.targets).toHaveLength(portion.blocks.length * layer.cells.length);
          if (portion.blocks.length > 1) {
            expect(2 * portion.targets.length + portion.sources.length).toBeLessThanOrEqual(slots);
          }
          targets.push(...portion.targets);
          begin = portion.end;
        }
        const all = layer.cells.flatMap((cell) => Array.from({ length: count }, (_, block) => cell * count + block));
        expect(targets.sort((a, b) => a - b)).toEqual(all);
      }
    }
  });

  test.each(rows(['3x4', '2x6', '..../.#../....'], [1]))(
    'of %s bring the blocks that moves of single states come from',
    (name) => {
      const [even, odd] = layersOf(name);
      const board = name.includes('/') ? parseMap(name) : parseBoard(name);
      const geometry = geometryOf(board);
      const { blocks } = stagedBoard(planBoard(board, { table: true, fresh: false }));
      const goal = orderedPosition(board);
      for (const layer of [even, odd]) {
        for (let block = 0; block < blocks.count; block += 13) {
          const { sources } = cutPortion(layer, block, 1, 1);
          const moved = new Set<number>();
          for (const cell of layer.cells) {
            // A sextet has the same digits but the last six, and no move of these boards reaches from these to the block's number.
            for (let word = block * blocks.words; word < (block + 1) * blocks.words; word += 6) {
              const position = positionOf(geometry, goal, { cell, word, bit: 0 });
              for (const source of neighbours(board, cell)) {
                const before = stateOf(geometry, goal, plainMove(position, source));
                moved.add(source * blocks.count + Math.floor(before.word / blocks.words));
              }
            }
          }
          expect(sources).toEqual([...moved].sort((a, b) => a - b));
        }
      }
    },
  );

  test('bring only what has something to give, to what can take something', () => {
    const [layer] = layersOf('3x4');
    const { count } = layer.order;
    const giving = new Set([layer.moves[layer.cells[0]][0].source * count + 5]);
    const frontier = { takes: (target: number) => target % 2 === 1, gives: (source: number) => giving.has(source) };
    const portion = cutPortion({ ...layer, frontier }, 0, 1000, 1);
    expect(portion.end).toBe(count);
    expect(portion.sources).toEqual([...giving]);
    expect(portion.targets.length).toBeGreaterThan(0);
    expect(portion.targets.every((target) => target % 2 === 1)).toBe(true);
  });
});

test('blocks that follow one another are one run', () => {
  expect(runsOf([3, 4, 5, 9, 11, 12])).toEqual([
    { first: 3, count: 3 },
    { first: 9, count: 1 },
    { first: 11, count: 2 },
  ]);
});

/** The move of the blank to another cell, done on the tiles themselves. */
function plainMove(position: Position, target: number): Position {
  const moved = [...position];
  moved[position.indexOf(BLANK)] = position[target];
  moved[target] = BLANK;
  return moved;
}
