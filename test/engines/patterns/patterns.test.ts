import { describe, expect, test } from 'vitest';
import { checkMemory, compileKernel } from '#src/base/memory.js';
import { allocateBitsets, layOutBitsets, marksOf } from '#src/engines/patterns/bitsets.js';
import { finderOf } from '#src/engines/patterns/layers.js';
import { placementGraphOf } from '#src/engines/patterns/moves.js';
import { explore, planRun } from '#src/runs/explore.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { bitOfArrangement, colourOfPlacement, patternGeometryOf } from '#src/spaces/board/pattern-geometry.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { neighboursOf, statesOf } from '../../spaces/walk-pattern.js';
import { FULL, rows } from '../../suite.js';

const KERNEL = compileKernel('patterns');

describe('the graph of placements', () => {
  test.each([
    ['3x3', [1, 2, 3, 4, 5]],
    ['3x4', [1, 5, 7]],
    ['..#/.../...', [2, 3, 4, 5]],
    ['1x8', [1, 2]],
  ])('of %s, tiles %j has the moves of all states; those that change no arrangement come first', (name, tiles) => {
    const states = statesOf(name, tiles);
    const { geometry } = states;
    const { count } = geometry.arrangements;
    const { offsets, edges } = placementGraphOf(geometry);
    for (let target = 0; target < geometry.placements; target++) {
      const into = [...edges.subarray(offsets[target], offsets[target + 1])];
      const isUnion = into.map((edge) => ((edge >> 3) & 7) === (edge & 7));
      expect(isUnion).toEqual([...isUnion].sort((one, other) => Number(other) - Number(one)));
      // Moves can be undone, so the neighbours of a target's first arrangement are the sources of moves to it.
      const sources = into.map((edge) => {
        const back = geometry.arrangements.carried(edge & 7, (edge >> 3) & 7);
        return (edge >>> 6) * count + back[0];
      });
      expect(sources.sort()).toEqual(neighboursOf(states, target * count).sort());
    }
  });
});

describe('the kernel carries a label from any place to any other, as permutations do,', () => {
  test.each(rows([1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 4, 6]))('of %i labels', (tiles) => {
    const geometry = patternGeometryOf(parseBoard('1x11'), tiles);
    const { placements, arrangements } = geometry;
    const target = Array.from({ length: placements }, (_, placement) => placement).find(
      (placement) => colourOfPlacement(geometry, placement) !== colourOfPlacement(geometry, 0),
    );
    if (target === undefined) throw new Error('all placements have one colour');
    for (let from = 0; from < tiles; from++) {
      for (let to = 0; to < tiles; to++) {
        const offsets = new Uint32Array(placements + 1).fill(1, target + 1);
        const graph = { offsets, edges: Uint32Array.of((from << 3) | to) };
        const layout = layOutBitsets(geometry, offsets, true, 1);
        const bitsets = allocateBitsets(layout, geometry, graph, 0, KERNEL, 1);
        const block = (address: number, placement: number) =>
          new Uint8Array(bitsets.memories[0].buffer, address + placement * layout.blockBytes, layout.blockBytes);
        const source = block(layout.visited, 0);
        const expected = new Uint8Array(layout.blockBytes);
        let states = 0;
        for (const [arrangement, carried] of arrangements.carried(from, to).entries()) {
          // A third of the arrangements, but none of some sextets.
          if ((arrangement * 7 + from) % 3 !== 0 || arrangement % 1440 < 720) continue;
          add(source, arrangement);
          add(expected, carried);
          states++;
        }
        marksOf(bitsets, 0)[0] = 2;
        // Layer 2 is added to the table, and 1 + 1 is the mark of layer 1.
        const count = { states: 0, active: 0 };
        const finder = finderOf({ ...bitsets, goalColour: colourOfPlacement(geometry, target) }, 0, { most: 0 });
        finder.find(0, finder.begin(2, true, 0), 2, count, true, 0);
        expect(count).toEqual({ states, active: states === 0 ? 0 : 1 });
        expect(block(layout.visited, target)).toEqual(expected);
        expect(block(layout.table, target)).toEqual(expected);
      }
    }
  });
});

function add(block: Uint8Array, arrangement: number): void {
  const bit = bitOfArrangement(arrangement);
  block[bit >> 3] |= 1 << (bit & 7);
}

test('tiles 1 to 7 of 4x4 and their mirror images end at 34 moves', { skip: !FULL }, async () => {
  const { histogram } = await explore({ space: '4x4', pattern: [9, 10, 11, 12, 13, 14, 15], table: false });
  expect(histogram.length - 1).toBe(34);
  expect(histogram.slice(-4)).toEqual([19_731, 2_126, 96, 2]);
});

test('a pattern that does not fit into memory is refused with the bytes that it needs', async () => {
  const source = await sourceOfText('5x5', { pattern: [1, 2, 3, 6, 7, 8, 11, 12] });
  const { label, needs, threads, held } = await planRun(source, { table: true, first: 1, threads: 2 });
  // 2,166,627 placements of 336 vectors, twice, and the moves between placements.
  expect(() => checkMemory(label, needs, threads, 16e9, held)).toThrow(
    '5x5 pattern 1 2 3 6 7 8 11 12 needs 23.5 GB of memory for its bitsets and about 104 MB for the program and its threads, but only 16.0 GB are free',
  );
});

test('without a table the memory is halved, and the distances are the same', async () => {
  const [withTable, without] = await Promise.all([
    explore({ space: '4x4', pattern: [1, 2, 3, 4, 5, 6], threads: 1 }),
    explore({ space: '4x4', pattern: [1, 2, 3, 4, 5, 6], threads: 1, table: false }),
  ]);
  expect(without.histogram).toEqual(withTable.histogram);
  expect(without.table).toBeNull();
  // 16,412 placements of 6 vectors of 16 bytes.
  expect(withTable.bytes - without.bytes).toBe(16_412 * 6 * 16);
});
