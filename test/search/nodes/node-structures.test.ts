import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_NODE } from '#src/search/nodes/node.js';
import { PriorityQueue } from '#src/search/nodes/open-nodes.js';
import { PositionIndex, PositionNodes } from '#src/search/nodes/position-nodes.js';
import { StateNodes, visitedStates } from '#src/search/nodes/state-searches.js';
import { Limits } from '#src/search/question/limits.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { count } from '../../suite.js';

test('a priority queue returns its entries, least first', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (steps) => {
      const queue = new PriorityQueue(new Limits());
      const model: number[] = [];
      let node = 0;
      for (const step of steps) {
        if (step !== null) {
          queue.push(node++, step);
          model.push(step);
        } else if (model.length > 0) {
          model.sort((a, b) => a - b);
          expect(queue.firstPriority).toBe(model.shift());
          queue.pop();
        }
        expect(queue.size).toBe(model.length);
      }
    }),
  );
  const queue = new PriorityQueue(new Limits());
  for (let node = 0; node < count(10_000, 100_000); node++) queue.push(node, (node * 7919) % 100_003);
  for (let before = -1; queue.size > 0; queue.pop()) {
    expect((queue.first * 7919) % 100_003).toBe(queue.firstPriority);
    expect(queue.firstPriority).toBeGreaterThan(before);
    before = queue.firstPriority;
  }
});

test('an index finds the positions that were inserted and no others', () => {
  const board = makeBoard(3, 3);
  const list = new PositionNodes(board, new Limits());
  const index = new PositionIndex(board.cells, list, new Limits());
  const known = new Map<string, number>();
  fc.assert(
    fc.property(fc.shuffledSubarray([...orderedPosition(board)], { minLength: 9 }), (position) => {
      const key = position.join();
      expect(index.find(position)).toBe(known.get(key) ?? NO_NODE);
      if (known.has(key)) return;
      const node = list.add(position, position.indexOf(0), NO_NODE);
      index.insert(node);
      known.set(key, node);
      expect(index.find(position)).toBe(node);
    }),
    { numRuns: count(1000, 10_000) },
  );
  for (const [key, node] of known) expect(index.find(key.split(',').map(Number))).toBe(node);
});

test.each([
  ['a bit a state', 2 ** 20],
  ['a hash table', 2 ** 53 - 1],
])('only visited states are found: %s', (_, size) => {
  const list = new StateNodes(new Limits());
  const visited = visitedStates(size, list, new Limits());
  const known = new Set<number>();
  const near = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        near.map((back) => size - 1 - back),
        fc.maxSafeNat().map((any) => any % size),
      ),
      (state) => {
        expect(visited.has(state)).toBe(known.has(state));
        if (known.has(state)) return;
        visited.insert(list.add(state, NO_NODE));
        known.add(state);
        expect(visited.has(state)).toBe(true);
      },
    ),
    { numRuns: count(2000, 20_000) },
  );
  expect(list.size).toBe(known.size);
  for (const state of known) expect(visited.has(state)).toBe(true);
});

test('limits count allocated and released memory, and report what the machine refuses', () => {
  const limits = new Limits({ bytes: 1000 });
  limits.allocate(900, () => {});
  limits.release(400);
  limits.allocate(500, () => {});
  expect(() => limits.allocate(1, () => {})).toThrow(
    'the search needs 1.00 KB of memory and its limit is 1.00 KB: raise it',
  );
  const large = new Limits({ bytes: 1e300 });
  expect(() => large.allocate(1e15, () => new Uint8Array(1e15))).toThrow(
    'the search needs 1.00 PB of memory in one piece, which the machine refuses',
  );
});
