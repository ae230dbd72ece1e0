import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import type { GeneratedSpace } from '#src/space/space.js';
import { Table } from '#src/table/table.js';
import { plainGroupSearch, plainGroupWalk } from '../../plain-group-search.js';
import { count } from '../../suite.js';

/** Returns a ring of pieces in which two neighbours can change places. @param isDirected if the ring turns one way only */
function ring(solved: readonly number[], isDirected = false): GeneratedSpace {
  const { length } = solved;
  const places = solved.map((_, place) => place);
  const generators = [
    { name: 'turn', images: places.map((place) => (place + 1) % length) },
    { name: 'back', images: places.map((place) => (place + length - 1) % length) },
    { name: 'swap', images: places.with(0, 1).with(1, 0) },
  ];
  return {
    kind: 'generators',
    name: 'ring',
    generators: isDirected ? generators.filter(({ name }) => name !== 'back') : generators,
    sets: [{ name: 'pieces', pieces: length, turns: 1, solved }],
  };
}

const kinds = (...counts: readonly number[]) =>
  counts.flatMap((pieces, kind) => new Array<number>(pieces).fill(kind + 1));

const PUZZLES = [
  ['seven of 14 pieces, packed', ring(kinds(7, 7))],
  ['five of 15 pieces by directed moves', ring(kinds(10, 5), true)],
  ['two of 60 pieces, by their places', ring(kinds(2, 58))],
  ['two and one of 24 pieces, by their places', ring(kinds(1, 2, 21))],
] as const;

describe('puzzles with ranked states have the distances of a plain search', () => {
  test.each(PUZZLES)('%s', async (_, space) => {
    const plain = plainGroupSearch(space, 10_000);
    const [one, two] = await Promise.all([1, 2].map((threads) => explore({ space, threads, antipodes: 'all' })));
    expect(one).toMatchObject({ engine: 'general', histogram: plain?.histogram, notReached: 0 });
    expect({ ...two, antipodes: [] }).toMatchObject({ histogram: one.histogram, states: one.states });
    expect(two.antipodes).toEqual(one.antipodes);
    expect(Buffer.concat([...two.table.bytes(0)])).toEqual(Buffer.concat([...one.table.bytes(0)]));
    using table = await Table.of(one.table);
    for (const [text, depth] of plain?.depths ?? []) {
      if (table.distance(text) !== depth) expect.unreachable(`${text} has the depth ${depth}`);
    }
    const [[start], [last]] = [[...(plain?.depths.keys() ?? [])], one.antipodes];
    const moves = table.solve(last) ?? [];
    expect(moves).toHaveLength(one.maxDepth);
    if (space.generators.length === 3) expect(plainGroupWalk(space, moves, last)).toBe(start);
  });

  test('40 million states are explored without a list', async () => {
    const found = await explore({ space: ring(kinds(count(9, 14), count(9, 14))), table: false });
    expect(found.states).toBe(count(48_620, 40_116_600));
  });
});
