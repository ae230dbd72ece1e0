import { describe, expect, test } from 'vitest';
import { NO_NODE } from '#src/search/nodes/node.js';
import { StateHash, StateNodes } from '#src/search/nodes/state-searches.js';
import { Limits } from '#src/search/question/limits.js';

/** Limits whose postponed work a test does by hand. */
class Postponing extends Limits {
  readonly postponed: (() => Iterable<void>)[] = [];
  override atNextPause(work: () => Iterable<void>): void {
    this.postponed.push(work);
  }
}

/** Nodes of states, found by a hash that counts its work. */
class CountedHash extends StateHash {
  hashes = 0;
  protected override hashOf(node: number): number {
    this.hashes++;
    return super.hashOf(node);
  }
}

function listWith(limits: Limits) {
  const nodes = new StateNodes(limits);
  const hash = new CountedHash(nodes, limits);
  const add = (count: number) => {
    for (const end = nodes.size + count; nodes.size < end; ) hash.insert(nodes.add(7 * nodes.size, NO_NODE));
  };
  /** Returns the states that are not found, or found at another node. */
  const lost = () =>
    Array.from({ length: nodes.size }, (_, node) => node).filter((node) => hash.find(7 * node) !== node);
  return { nodes, hash, add, lost };
}

describe('a list of nodes that runs short of capacity', () => {
  test('is enlarged in pieces of some thousand nodes when the search pauses', () => {
    const limits = new Postponing();
    const { nodes, hash, add, lost } = listWith(limits);
    add(2 ** 17 - 100);
    const pieces: number[] = [];
    // Two requests: the list of nodes has come to its end, and the table of hashes.
    for (const work of limits.postponed.splice(0)) {
      let before = hash.hashes;
      for (const _ of work()) {
        pieces.push(hash.hashes - before);
        before = hash.hashes;
      }
    }
    expect(pieces.reduce((sum, piece) => sum + piece)).toBe(2 ** 17 - 100);
    expect(Math.max(...pieces)).toBe(4096);
    expect(nodes.states).toHaveLength(2 ** 18);
    expect(lost()).toEqual([]);
    add(200);
    expect(limits.postponed).toEqual([]);
    expect(lost()).toEqual([]);
  });

  test('is enlarged at once if it is used up before the search pauses, and not once more at the pause', () => {
    const limits = new Postponing();
    const { nodes, add, lost } = listWith(limits);
    add(10_000);
    expect(nodes.states).toHaveLength(16_384);
    for (const work of limits.postponed) expect([...work()]).toEqual([]);
    expect(nodes.states).toHaveLength(16_384);
    expect(lost()).toEqual([]);
  });

  test('is enlarged by a pause, which the next step calls for', async () => {
    const limits = new Limits();
    limits.begin();
    const { nodes, add, lost } = listWith(limits);
    for (let step = 0; step < 100; step++) {
      add(100);
      // The first step after the request is told to pause.
      if (limits.tick()) await limits.pause();
      expect(nodes.states.length - nodes.size).toBeGreaterThan(400);
    }
    expect(lost()).toEqual([]);
  });
});
