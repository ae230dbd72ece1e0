import { describe, expect, test } from 'vitest';
import { planGroup } from '#src/engines/groups/engine.js';
import { exploreRun } from '#src/runs/exploration/exploration.js';
import type { NumberedSpace, SpaceSource } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { hasBlocks } from '#src/spaces/permutation/colourings/numbering.js';
import type { ColouredPuzzle, Projections } from '#src/spaces/permutation/colourings/puzzle.js';
import type { TableContents } from '#src/table/files/contents.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { newSeed } from '../../seed.js';
import { randomProjections, randomPuzzle, seededNumbers } from '../../spaces/permutation/moves/plain-layers.js';
import { count, rows } from '../../suite.js';
import { numberedPuzzle } from './numbered-puzzle.js';

interface Course {
  readonly threads: number;
  /** Maximum number of blocks in a shard. */
  readonly together?: number;
  readonly first?: number;
}

/** Explores a space by the engine; returns undefined if the engine refuses. */
async function explored(space: NumberedSpace, { threads, together, first = 10_000 }: Course) {
  const plan = planGroup(space, { table: true, first, threads }, together);
  if ('refused' in plan) return undefined;
  const run = await plan.open();
  try {
    const exploration = await exploreRun(plan, run, undefined);
    const { table, histogram, antipodes } = exploration;
    if (table === null) throw new Error('no table was made');
    const bytes = Buffer.concat([...table.bytes(0)]);
    return { table, codes: codesOf(table, bytes), found: { histogram, antipodes, bytes: bytes.toString('base64') } };
  } finally {
    await run.close();
  }
}

/** Returns the code of each state of a table. */
function codesOf({ facts, encoding }: TableContents, bytes: Buffer): Int32Array {
  return Int32Array.from({ length: facts.size }, (_, state) => {
    if (encoding === 'mod3') return (bytes[state >> 2] >> (2 * (state & 3))) & 3;
    if (encoding === 'depth8') return bytes[state];
    return encoding === 'depth16' ? bytes.readUInt16LE(2 * state) : bytes.readInt32LE(4 * state);
  });
}

/** Expects the results of a plain search. @returns false if the engine refuses the space */
async function expectPlain(space: NumberedSpace, course: Course): Promise<boolean> {
  const run = await explored(space, course);
  if (run === undefined) return false;
  const { histogram, depths } = plainSpaceSearch(space);
  const last = [...depths.keys()].filter((state) => depths[state] === histogram.length - 1);
  expect(run.found.histogram).toEqual(histogram);
  expect(run.found.antipodes).toEqual(last.map((state) => space.format(state)));
  expect(run.codes).toEqual(run.table.encoding === 'mod3' ? depths.map((depth) => 1 + (depth % 3)) : depths);
  return true;
}

/** Yields random puzzles of a few thousand states, numbered by random projections. */
function* randomSpaces(): Generator<NumberedSpace> {
  const random = seededNumbers(newSeed());
  for (let made = 0; made < count(30, 300); ) {
    const puzzle: ColouredPuzzle = randomPuzzle(random);
    const numbering = numberStates(puzzle, randomProjections(puzzle, random));
    if (typeof numbering === 'string' || numbering.size > count(5_000, 50_000)) continue;
    made++;
    yield numberedPuzzle(numbering);
  }
}

describe('the layers of a group match a plain search', () => {
  test('for any pieces, moves and projections', async () => {
    let accepted = 0;
    let directed = 0;
    for (const space of randomSpaces()) {
      // Every memory takes 10 GB of addresses, so there are no more than 100.
      const numbering = space.group?.numbering;
      const blocks = numbering && hasBlocks(numbering) ? numbering.blocks.count : 1;
      const together = Math.max(1 + (space.size % 3), Math.ceil(blocks / 100));
      if (!(await expectPlain(space, { threads: 1, together }))) continue;
      accepted++;
      if (!space.reversible) directed++;
    }
    expect(accepted).toBeGreaterThan(count(15, 150));
    expect(directed).toBeGreaterThan(0);
  });

  const cycles = [
    ['a cycle of 30 states, whose depths need 5 planes', [2, 3, 5]],
    ['a cycle of 2310 states, whose depths outgrow 6 planes, and a byte', [2, 3, 5, 7, 11]],
    ['a cycle of 120,120 states, whose depths outgrow two bytes', [3, 5, 7, 8, 11, 13]],
  ] as const;
  test.each(rows(cycles, [0, 1]))('%s', async (_, lengths) => {
    const images: number[] = [];
    for (const length of lengths) {
      const first = images.length;
      for (let point = 0; point < length; point++) images.push(first + ((point + 1) % length));
    }
    const space = await openNumberedSpace({ kind: 'generators', name: 'cycle', generators: [{ name: 'a', images }] });
    expect(await expectPlain(space, { threads: 1 })).toBe(true);
  });
});

/** Eight blocks of pancakes, whose states are numbered directly. */
const SCATTERED: Projections = { frames: 'ordered', block: [0, 1, 1, 1, 1, 1, 1, 1], word: null };

/** S7 by a cycle and an exchange, neither of which undoes itself or the other. */
const DIRECTED: SpaceSource = {
  kind: 'generators',
  name: 'directed',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 4, 5, 6, 0] },
    { name: 'exchange', images: [1, 2, 0, 3, 4, 5, 6] },
    { name: 'swap', images: [1, 0, 2, 3, 4, 5, 6] },
  ],
};

describe('a table is the same to the last byte, with any number of threads and shards', () => {
  test.each([
    ['of codes', { kind: 'known', space: 'pancake:9' }],
    ['of whole depths', DIRECTED],
    ['of scattered states', { kind: 'known', space: 'pancake:8', numbering: SCATTERED }],
  ] as const)('%s', async (_, source) => {
    const space = await openNumberedSpace(source);
    const alone = await explored(space, { threads: 1, first: 20 });
    for (let time = 0; time < count(3, 30); time++) {
      for (const course of [{ threads: 2 }, { threads: 4 }, { threads: 2, together: 1 }, { threads: 3, together: 2 }]) {
        const { found } = (await explored(space, { ...course, first: 20 })) ?? {};
        expect(found).toEqual(alone?.found);
      }
    }
  });
});

test('an estimate gives the speed of the kernel, and texts of the starts', async () => {
  const known: SpaceSource = { kind: 'known', space: 'pancake:8' };
  const estimate = async (source: SpaceSource) => {
    const plan = planGroup(await openNumberedSpace(source), { table: true, first: 1, threads: 1 });
    return 'refused' in plan ? undefined : plan.estimate();
  };
  for (const numbering of [undefined, SCATTERED]) {
    const found = await estimate({ ...known, ...(numbering && { numbering }) });
    expect(found).toEqual({
      starts: ['1 2 3 4 5 6 7 8'],
      speed: { statesPerSecond: expect.any(Number) },
      layerSeconds: null,
      seconds: expect.any(Number),
    });
    expect(found?.seconds).toBeLessThan(1);
  }
});

test('the engine for groups states which spaces it accepts', async () => {
  const space = await openNumberedSpace({ kind: 'known', space: 'hanoi:3,3' });
  expect(planGroup(space, { table: true, first: 1 })).toEqual({ refused: 'is for permutation puzzles' });
});
