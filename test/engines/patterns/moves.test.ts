import { describe, expect, test } from 'vitest';
import { compileKernel } from '#src/base/memory.js';
import { FreshWords } from '#src/engines/batches.js';
import { allocateBitsets, layOutBitsets, marksOf } from '#src/engines/patterns/bitsets.js';
import { finderOf } from '#src/engines/patterns/layers.js';
import { placementGraphOf } from '#src/engines/patterns/moves.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { bitOfArrangement, colourOfPlacement, patternGeometryOf } from '#src/spaces/board/pattern-geometry.js';
import { neighboursOf, statesOf } from '../../spaces/pattern/walk-pattern.js';

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
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('of %i labels', (tiles) => {
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
        const finder = finderOf(
          { ...bitsets, goalColour: colourOfPlacement(geometry, target) },
          0,
          new FreshWords(0, 0),
        );
        finder.find(0, finder.begin(2, true), 2, count, true);
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
