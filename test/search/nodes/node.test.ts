import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_NODE, type Node, NodeColumn, Nodes, StateIndex, visitedBits } from '#src/search/nodes/node.js';
import { PositionNodes } from '#src/search/nodes/position-nodes.js';
import { PriorityQueue } from '#src/search/nodes/searches.js';
import { Limits } from '#src/search/question/limits.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
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
    { numRuns: count(20, 100) },
  );
  const queue = new PriorityQueue(new Limits());
  for (let node = 0; node < count(1000, 100_000); node++) queue.push(node, (node * 7919) % 100_003);
  for (let before = -1; queue.size > 0; ) {
    const priority = queue.firstPriority;
    expect(priority).toBeGreaterThan(before);
    expect((queue.pop() * 7919) % 100_003).toBe(priority);
    before = priority;
  }
});

/** Nodes of numbers, each reached by hand. */
class Numbers extends Nodes<number> {
  readonly countsAsGoal = true;

  /** @param size number of possible numbers; none for a hash table */
  constructor(limits: Limits, size?: number) {
    super(new NodeColumn<Uint8Array | Float64Array>(Float64Array), limits, (states) =>
      size === undefined ? new StateIndex(states, limits) : visitedBits(states, size, (state, at) => state[at], limits),
    );
  }

  /** Adds a number. @returns its node; NO_NODE if it was visited before */
  add(state: number): Node {
    this.near = [state];
    return this.visit();
  }

  /** Adds this many multiples of 7. */
  addMultiples(count: number): void {
    for (const end = this.size + count; this.size < end; ) this.add(7 * this.size);
  }

  /** Returns the node of a number. */
  node(state: number): Node {
    this.near = [state];
    return this.find();
  }

  /** Returns the nodes of multiples of 7 that are not found, or found at another node. */
  lost(): Node[] {
    return Array.from({ length: this.size }, (_, node) => node).filter((node) => this.node(7 * node) !== node);
  }

  stateOf(node: Node): number {
    return this.states.values[node];
  }
  textOf = String;
  pathThrough = (states: readonly number[]) => ({ states, moves: [] });
  take(): void {}
  next(): boolean {
    return false;
  }
}

test.each([
  ['a bit a state', 2 ** 20],
  ['a hash table', undefined],
])('only visited states are found: %s', (_, bits) => {
  const size = bits ?? 2 ** 53 - 1;
  const list = new Numbers(new Limits(), bits);
  const known = new Map<number, Node>();
  const near = fc.integer({ min: 0, max: 3000 });
  fc.assert(
    fc.property(
      fc.oneof(
        near,
        near.map((back) => size - 1 - back),
        fc.maxSafeNat().map((any) => any % size),
      ),
      (state) => {
        expect(list.add(state)).toBe(known.has(state) ? NO_NODE : known.size);
        if (!known.has(state)) known.set(state, known.size);
      },
    ),
    { numRuns: count(500, 20_000) },
  );
  expect(list.size).toBe(known.size);
  for (const [state, node] of known) expect(list.node(state)).toBe(node);
});

test.each(['single', 'multi'] as const)('nodes hold all positions of 2x3, each once, in the metric %s', (metric) => {
  for (const bits of [false, true]) {
    const board = makeBoard(2, 3);
    const nodes = new PositionNodes(board, metric, orderedPosition(board), new Limits(), bits);
    for (let node = 0; node < nodes.size; node++) {
      nodes.take(node);
      while (nodes.next()) nodes.visit();
    }
    expect(nodes.size).toBe(360);
    expect(new Set(Array.from({ length: 360 }, (_, node) => formatPosition(nodes.stateOf(node)))).size).toBe(360);
  }
});

/** Limits whose postponed work a test does by hand. */
class Postponing extends Limits {
  readonly postponed: (() => Iterable<void>)[] = [];
  override atNextPause(work: () => Iterable<void>): void {
    this.postponed.push(work);
  }
}

describe('a list of nodes that runs short of capacity', () => {
  test('is enlarged in pieces of some thousand nodes when the search pauses', () => {
    const limits = new Postponing();
    const list = new Numbers(limits);
    list.addMultiples(2 ** 17 - 100);
    // Two requests are still to be met: the list of nodes has come to its end, and the table of hashes.
    const pieces = limits.postponed.splice(0).map((work) => [...work()].length);
    // 65,536 numbers of each of two columns a piece, and 4096 hashes a piece after 131,072 cleared slots a piece.
    expect(pieces.filter((count) => count > 0)).toEqual([2 * 2, 32 + 4]);
    expect(list.states.values).toHaveLength(2 ** 18);
    expect(list.lost()).toEqual([]);
    list.addMultiples(200);
    expect(limits.postponed).toEqual([]);
    expect(list.lost()).toEqual([]);
  });

  test('is enlarged at once if it is used up before the search pauses, and not once more at the pause', () => {
    const limits = new Postponing();
    const list = new Numbers(limits);
    list.addMultiples(10_000);
    expect(list.states.values).toHaveLength(16_384);
    for (const work of limits.postponed) expect([...work()]).toEqual([]);
    expect(list.states.values).toHaveLength(16_384);
    expect(list.lost()).toEqual([]);
  });

  test('is enlarged by a pause, which the next step calls for', async () => {
    const limits = new Limits();
    limits.begin();
    const list = new Numbers(limits);
    for (let step = 0; step < 100; step++) {
      list.addMultiples(100);
      // The first step after the request is told to pause.
      if (limits.tick()) await limits.pause();
      expect(list.states.values.length - list.size).toBeGreaterThan(400);
    }
    expect(list.lost()).toEqual([]);
  });
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
