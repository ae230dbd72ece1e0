import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import type { NumberedSpace, SpaceSource } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import type { Projections } from '#src/spaces/permutation/colourings/puzzle.js';
import { saveTable } from '#src/table/files/save.js';
import { verifyTable } from '#src/verify/verify-table.js';
import { MATHIEU } from '../../permutations/groups.js';
import { plainGroupSearch } from '../../plain-group-search.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { newSeed } from '../../seed.js';
import { randomPieces, randomProjections, seededNumbers } from '../../spaces/permutation/moves/plain-layers.js';
import { count } from '../../suite.js';
import { makeSpaceTable } from './space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-group-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A puzzle of tiles of three kinds and turning discs, whose moves can all be undone. */
const ALIKE: SpaceSource = {
  kind: 'generators',
  name: 'alike',
  generators: [
    { name: 'swap', images: [1, 0, 2, 3, 4, 5, 7, 6, 8, 9] },
    { name: 'slide', images: [1, 2, 3, 4, 5, 0, 8, 9, 6, 7] },
    { name: 'back', images: [5, 0, 1, 2, 3, 4, 8, 9, 6, 7] },
  ],
  sets: [
    { name: 'tiles', pieces: 6, turns: 1, solved: [1, 1, 2, 2, 3, 3] },
    { name: 'discs', pieces: 2, turns: 2 },
  ],
};

/** A puzzle of all orders of 6 pieces, whose moves do not undo each other. */
const DIRECTED: SpaceSource = {
  kind: 'generators',
  name: 'directed',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 4, 5, 0] },
    { name: 'cycle', images: [1, 3, 2, 0, 4, 5] },
  ],
};

const MATHIEU_11: SpaceSource = {
  kind: 'generators',
  name: 'M11',
  generators: MATHIEU.M11.map((move, at) => ({ name: `m${at}`, images: [...move] })),
};

/** States of a block that are numbered directly. */
const SCATTERED: SpaceSource = {
  kind: 'known',
  space: 'pancake:6',
  numbering: { frames: 'ordered', block: [0, 1, 1, 1, 1, 1], word: null },
};

describe('a good table of a permutation puzzle has no fault', () => {
  test.each([
    ['alike', ALIKE],
    ['directed', DIRECTED],
    ['M11', MATHIEU_11],
    ['scattered', SCATTERED],
  ])('%s', async (name, source) => {
    const { path, header } = await makeSpaceTable(folder, source, name);
    expect(await verifyTable(path, { threads: 2 })).toMatchObject({ faultCount: 0, histogram: header.histogram });
  });

  test('for any pieces and moves', async () => {
    const random = seededNumbers(newSeed());
    for (let tables = 0; tables < count(4, 100); ) {
      const source = { kind: 'generators', name: 'random', ...randomPieces(random) } as const;
      if (plainGroupSearch(source, 2000) === undefined) continue;
      tables++;
      const { path } = await makeSpaceTable(folder, source, 'random');
      expect((await verifyTable(path, { threads: 1 })).faults).toEqual([]);
    }
  });
});

/** Returns a space with another numbering, so that the depths by number differ. */
async function renumbered(source: SpaceSource, random: (limit: number) => number): Promise<NumberedSpace> {
  const space = await openNumberedSpace(source);
  if (space.group === null) throw new Error('is no permutation puzzle');
  const { puzzle } = space.group;
  for (;;) {
    const numbering: Projections = randomProjections(puzzle, random);
    if (typeof numberStates(puzzle, numbering) === 'string') continue;
    const other = await openNumberedSpace({ ...source, numbering } as SpaceSource);
    if (plainSpaceSearch(other).depths.join() !== plainSpaceSearch(space).depths.join()) return other;
  }
}

describe('a table with another table’s numbering is detected', () => {
  test.each([
    ['of pancakes', { kind: 'known', space: 'pancake:6' } as const],
    ['of pieces that are alike', ALIKE],
    ['of moves that cannot be undone', DIRECTED],
  ])('%s', async (_, given) => {
    const { table } = await explore({ space: given, threads: 2 });
    const path = join(folder, 'renumbered.table');
    const random = seededNumbers(newSeed());
    for (let time = 0; time < count(2, 50); time++) {
      const { source, starts } = await renumbered(given, random);
      // The whole header matches the other numbering, so only the words are wrong.
      const facts = { ...table.facts, source, starts };
      await saveTable({ ...table, facts, bytes: (section) => table.bytes(section) }, path);
      const { faults, faultCount, faultsOfChecksums } = await verifyTable(path, { threads: 2 });
      expect(faultsOfChecksums).toBe(0);
      expect(faultCount).toBeGreaterThan(0);
      expect(faults.filter(({ part }) => part !== 'words')).toEqual([]);
      expect(faults[0].message).toMatch(/^the code of .* \(number \d+\), distance \d+, is \d+, expected \d+$/);
    }
  });
});
