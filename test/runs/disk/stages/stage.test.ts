import { describe, expect, test } from 'vitest';
import { planBoard } from '#src/engines/boards/board-plan.js';
import { divideBlocks, ordersOf } from '#src/runs/disk/portions.js';
import { coloursOf, cutStage, diskBoard, type LayerBlocks, portionsWithWork } from '#src/runs/disk/stage.js';
import { neighbours, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf, positionOf, stateOf } from '#src/spaces/board/numbering.js';
import { BLANK, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { rows } from '../../../suite.js';

const EVERYTHING = { takes: () => true, gives: () => true, stays: () => true, isRead: () => true };
/** Number of places in a portion. */
const PLACES = 17;

function layersOf(name: string): LayerBlocks[] {
  const board = name.includes('/') ? parseMap(name) : parseBoard(name);
  const { blockRadices, moves, sources } = diskBoard(planBoard(board, { table: true, fresh: false }));
  return ordersOf(blockRadices).flatMap((order) => {
    const portions = divideBlocks(order, Math.min(PLACES, order.count), coloursOf(board));
    return coloursOf(board).map((cells) => ({ portions, cells, moves, sources, frontier: EVERYTHING }));
  });
}

/** Returns the blocks of keys, in ascending order. */
function indicesOf({ portions }: LayerBlocks, keys: readonly number[]): number[] {
  return keys.map((key) => portions.indexOf(key)).sort((a, b) => a - b);
}

describe('stages', () => {
  test.each(['3x4', '..../.#../....'])('of %s contain every block of the layer once', (name) => {
    for (const layer of layersOf(name)) {
      const { count } = layer.portions.order;
      for (const slots of [1, 100, 1000]) {
        const targets: number[] = [];
        for (let begin = 0; begin < count; ) {
          const stage = cutStage(layer, begin, slots, 2);
          expect(stage.targets).toHaveLength(stage.blocks.length * layer.cells.length);
          if (stage.blocks.length > 1) {
            expect(2 * stage.targets.length + stage.sources.length).toBeLessThanOrEqual(slots);
          }
          targets.push(...indicesOf(layer, stage.targets));
          begin = stage.end;
        }
        const all = layer.cells.flatMap((cell) => Array.from({ length: count }, (_, block) => cell * count + block));
        expect(targets.sort((a, b) => a - b)).toEqual(all);
      }
    }
  });

  test.each(rows(['3x4', '2x6', '..../.#../....'], [2]))(
    'of %s include the source blocks of the moves of single states',
    (name) => {
      const [even, odd] = layersOf(name);
      const board = name.includes('/') ? parseMap(name) : parseBoard(name);
      const geometry = geometryOf(board);
      const { blocks } = diskBoard(planBoard(board, { table: true, fresh: false }));
      const goal = orderedPosition(board);
      for (const layer of [even, odd]) {
        for (let block = 0; block < blocks.count; block += 13) {
          // The first order is that of the blocks' numbers.
          const { sources } = cutStage(layer, block, 1, 1);
          const moved = new Set<number>();
          for (const cell of layer.cells) {
            // The states of a sextet differ only in the last six digits, and no move of these boards reaches from those to the block's
            // number.
            for (let word = block * blocks.words; word < (block + 1) * blocks.words; word += 6) {
              const position = positionOf(geometry, goal, { cell, word, bit: 0 });
              for (const source of neighbours(board, cell)) {
                const before = stateOf(geometry, goal, plainMove(position, source));
                moved.add(source * blocks.count + Math.floor(before.word / blocks.words));
              }
            }
          }
          expect(indicesOf(layer, sources)).toEqual([...moved].sort((a, b) => a - b));
        }
      }
    },
  );

  test('include only sources that can give states, for targets that can gain states', () => {
    const [layer] = layersOf('3x4');
    const { portions } = layer;
    const { count } = portions.order;
    const giving = new Set([layer.moves[layer.cells[0]][0].source * count + 5]);
    const takes = (target: number) => target % 2 === 1;
    const frontier = { ...EVERYTHING, takes, gives: (source: number) => giving.has(source), stays: () => false };
    const sparse = { ...layer, frontier };
    const stage = cutStage(sparse, 0, 1000, 1);
    expect(stage.end).toBe(count);
    expect(indicesOf(layer, stage.sources)).toEqual([...giving]);
    expect(stage.targets.length).toBeGreaterThan(0);
    expect(indicesOf(layer, stage.targets).every(takes)).toBe(true);
    // Full blocks are not read.
    const unread = cutStage({ ...sparse, frontier: { ...frontier, isRead: () => false } }, 0, 1000, 1);
    expect(unread).toEqual({ ...stage, sources: [] });
    const withWork = new Set(stage.blocks.map((block) => portions.portionOfBlock(block)));
    expect(portionsWithWork(sparse)).toEqual([...withWork].sort((a, b) => a - b));
    expect(withWork.size).toBeLessThan(portions.count);
  });

  test('skip portions that are not requested, and include unchanged blocks of the others', () => {
    const [layer] = layersOf('3x4');
    const { portions } = layer;
    const frontier = { ...EVERYTHING, takes: () => false, stays: (target: number) => target % 3 === 0 };
    const stage = cutStage({ ...layer, frontier }, 0, 1e6, 1, (portion) => portion === 2);
    const expected = [...portions.indicesOf(0, 2)].filter((index) => index % 3 === 0);
    expect(indicesOf(layer, stage.targets)).toEqual(expected.sort((a, b) => a - b));
    expect(stage.sources).toEqual([]);
    expect(stage.end).toBe(portions.order.count);
  });
});

/** Moves the blank to another cell on the tiles themselves. */
function plainMove(position: Position, target: number): Position {
  const moved = [...position];
  moved[position.indexOf(BLANK)] = position[target];
  moved[target] = BLANK;
  return moved;
}
