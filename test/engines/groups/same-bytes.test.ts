import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Exploration } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { saveTable } from '#src/table/files/save.js';
import { temporaryFolder } from '../../program/run.js';
import { MATHIEU } from '../../spaces/permutation/order/known-groups.js';
import { rows } from '../../suite.js';

/** Returns the file of a table, and the result without times and resources. */
async function keptOf(space: SpaceSource, options: Pick<ExploreOptions, 'engine' | 'threads'>) {
  const { table, engine, threads, seconds, statesPerSecond, bytes, ...result } = await explore({ space, ...options });
  expect(engine).toBe(options.engine ?? 'groups');
  const path = join(temporaryFolder(), 'a.table');
  await saveTable(table, path);
  return { encoding: table.encoding, result: result satisfies Partial<Exploration>, file: readFileSync(path) };
}

const known = (space: string): SpaceSource => ({ kind: 'known', space });

function generated(name: string, moves: readonly (readonly number[])[]): SpaceSource {
  return { kind: 'generators', name, generators: moves.map((images, move) => ({ name: `m${move}`, images })) };
}

function mathieu(name: string): SpaceSource {
  return generated(
    name,
    MATHIEU[name].map((move) => [...move]),
  );
}

/** Returns a move of points in rings of these lengths. */
function rings(lengths: readonly number[]): number[] {
  const firsts = lengths.map((_, ring) => lengths.slice(0, ring).reduce((sum, length) => sum + length, 0));
  return lengths.flatMap((length, ring) => Array.from({ length }, (_, point) => firsts[ring] + ((point + 1) % length)));
}

/** Pieces of three kinds, and discs that turn. */
const ALIKE: SpaceSource = {
  kind: 'generators',
  name: 'alike',
  generators: [
    { name: 'a', images: [1, 2, 3, 4, 0, 5, 8, 9, 10, 11, 7, 6, 12, 13] },
    { name: 'b', images: [4, 0, 1, 2, 3, 5, 11, 10, 6, 7, 8, 9, 12, 13] },
    { name: 'c', images: [0, 1, 2, 5, 4, 3, 6, 7, 8, 9, 12, 13, 10, 11] },
  ],
  sets: [
    { name: 'tiles', pieces: 6, turns: 1, solved: [1, 1, 2, 2, 3, 3] },
    { name: 'discs', pieces: 4, turns: 2, orientations: [0, 1, 0, 0] },
  ],
};

/** An exchange of the first two points of 23. */
const EXCHANGE = [1, 0, ...Array.from({ length: 21 }, (_, point) => point + 2)];

const SPACES: readonly (readonly [string, SpaceSource, string])[] = [
  ['M11, from generators that are directed', mathieu('M11'), 'depth8'],
  ['M12, from generators that are directed', mathieu('M12'), 'depth8'],
  ['M12, from generators and their inverses', withInverses(mathieu('M12')), 'mod3'],
  ['a ring of 2,310 states', generated('ring', [rings([2, 3, 5, 7, 11])]), 'depth16'],
  ['a ring of 630 states, halved by exchanges', generated('rings', [rings([2, 5, 7, 9]), EXCHANGE]), 'depth16'],
  ['identical pieces that turn', ALIKE, 'mod3'],
  ['topspin:9,4', known('topspin:9,4'), 'mod3'],
  ['burnt-pancake:6, from another start', { ...known('burnt-pancake:6'), start: '6 -5 4 -3 2 1' }, 'mod3'],
  ['M22, from generators that are directed', mathieu('M22'), 'depth8'],
  ['a ring of 120,120 states', generated('ring', [rings([3, 5, 7, 8, 11, 13])]), 'depth32'],
  ['pyraminx', known('pyraminx'), 'mod3'],
];

function withInverses(space: SpaceSource): SpaceSource {
  if (space.kind !== 'generators') return space;
  const images = space.generators.map((generator) => [...generator.images]);
  return generated(space.name, [...images, ...images.map((move) => move.map((_, point) => move.indexOf(point)))]);
}

describe('the result and the table are the same, to the last byte,', () => {
  test.each(rows(SPACES, [1, 3, 5]))(
    'in two runs, with any threads, and by the general engine, for %s',
    async (_, space, encoding) => {
      const first = await keptOf(space, { threads: 1 });
      expect(first.encoding).toBe(encoding);
      for (const threads of [1, 2, 3]) expect(await keptOf(space, { threads })).toEqual(first);
      expect(await keptOf(space, { engine: 'general', threads: 2 })).toEqual(first);
    },
  );
});
