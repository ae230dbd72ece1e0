import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { type Metric, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import type { VerifiedSpace } from '#src/verify/checks.js';
import { type TableChecks, verifyTable } from '#src/verify/verify-table.js';
import { plainPatternTable, savePatternTable } from '../../pattern-table.js';
import { MATHIEU } from '../../permutations/groups.js';
import { plainGroupSearch } from '../../plain-group-search.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { newSeed } from '../../seed.js';
import { randomPieces, seededNumbers } from '../../spaces/permutation/moves/plain-layers.js';
import { fixtureSpace, ModuleFolder } from '../../spaces.js';
import { count, FULL, rows } from '../../suite.js';
import { makeTable } from './files.js';
import { ALIKE, DIRECTED, makeSpaceTable, SHIFTS, saved } from './space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

/** A good table, and its layers by a plain search. */
interface RightTable {
  readonly path: string;
  readonly histogram: readonly number[];
  readonly space: Partial<VerifiedSpace>;
}

async function ofBoard(name: string, goalCell?: number, metric: Metric = 'single'): Promise<RightTable> {
  const board = parseBoard(name);
  const { path } = await makeTable(folder, name, goalCell, metric);
  const { histogram } = plainMapSearch(mapOf(board), orderedPosition(board, goalCell), metric);
  return { path, histogram, space: { metric, name: name.includes('/') ? board.name : name } };
}

async function ofSpace(source: SpaceSource): Promise<RightTable> {
  const { path, header } = await makeSpaceTable(folder, source, 'space');
  const { histogram } = plainSpaceSearch(await openNumberedSpace(source));
  return { path, histogram, space: { fullName: header.space, size: header.size, starts: header.startTexts } };
}

async function ofPattern(...pattern: Parameters<typeof plainPatternTable>): Promise<RightTable> {
  const table = await plainPatternTable(...pattern);
  const { path } = await savePatternTable(folder, table);
  const { fullName, size } = table.space;
  return { path, histogram: table.contents.histogram, space: { fullName, size } };
}

const known = (space: string, more: object = {}): SpaceSource => ({ kind: 'known', space, ...more });
const RING = '.../.#./...';
const MATHIEU_11: SpaceSource = {
  kind: 'generators',
  name: 'M11',
  generators: MATHIEU.M11.map((move, at) => ({ name: `m${at}`, images: [...move] })),
};

describe('a good table has no fault', () => {
  test.each(
    rows<readonly [string, () => Promise<RightTable>]>(
      [
        ['2x2, goal blank 1', () => ofBoard('2x2', 1)],
        ['3x2', () => ofBoard('3x2', 2)],
        ['3x3', () => ofBoard('3x3')],
        ['3x3, goal blank 4', () => ofBoard('3x3', 4)],
        ['1x5', () => ofBoard('1x5')],
        ['9x1', () => ofBoard('9x1', 3)],
        ['2x5', () => ofBoard('2x5')],
        ['a map', () => ofBoard('#.#/.../...', 0)],
        ['a map that is half reached', () => ofBoard('..#/.../...', 3)],
        ['a ring', () => ofBoard(RING, 1)],
        ['a larger map', () => ofBoard('.#.#./...../#.#..', 4)],
        ['2x2 multi', () => ofBoard('2x2', 0, 'multi')],
        ['3x2 multi', () => ofBoard('3x2', 2, 'multi')],
        ['3x3 multi', () => ofBoard('3x3', 4, 'multi')],
        ['9x1 multi', () => ofBoard('9x1', 8, 'multi')],
        ['2x5 multi', () => ofBoard('2x5', 9, 'multi')],
        ['pancakes', () => ofSpace(known('pancake:6'))],
        ['pancakes from another start', () => ofSpace(known('pancake:4', { start: '4 3 2 1' }))],
        ['topspin', () => ofSpace(known('topspin:7,3'))],
        ['hanoi', () => ofSpace(known('hanoi:3,8'))],
        ['solitaire', () => ofSpace(known('solitaire:5,3'))],
        ['a board as states', () => ofSpace({ kind: 'board', board: '2x3', metric: 'single', goal: '1 2 3 4 5 x' })],
        [
          'states in a block',
          () =>
            ofSpace(known('pancake:6', { numbering: { frames: 'ordered', block: [0, 1, 1, 1, 1, 1], word: null } })),
        ],
        ['shifts', () => ofSpace(SHIFTS)],
        ['alike', () => ofSpace(ALIKE)],
        ['directed', () => ofSpace(DIRECTED)],
        ['M11', () => ofSpace(MATHIEU_11)],
        ['knight', () => ofSpace(fixtureSpace('knight'))],
        ['pairings', () => ofSpace(fixtureSpace('pairings'))],
        ['one-way', () => ofSpace(fixtureSpace('one-way'))],
        ['one-way-path', () => ofSpace(fixtureSpace('one-way-path'))],
        ['a pattern', () => ofPattern('3x3', [4])],
        ['a pattern, goal blank 4', () => ofPattern('3x3', [1, 2, 3, 4, 5, 6], 4)],
        // Layers large enough to be shared among the workers.
        ['a large pattern', () => ofPattern('3x4', [1, 2, 3, 5, 6])],
        ['a pattern of a ring', () => ofPattern(RING, [1, 2, 3])],
        ['a pattern of a line', () => ofPattern('1x6', [2, 4])],
        ['a pattern of a map', () => ofPattern('#.#/.../.../#.#', [1, 4, 7])],
      ],
      [0, 1, 7, 12, 17, 20, 21, 22, 24, 25, 29, 31, 34],
    ),
  )('of %s', async (_, made) => {
    const { path, histogram, space } = await made();
    for (const checks of rows<TableChecks>([{ threads: 2 }, { threads: 1, ignoreChecksums: true }], [0])) {
      const report = await verifyTable(path, checks);
      expect(report).toMatchObject({ ok: true, faults: [], faultCount: 0, faultsOfChecksums: 0, histogram });
      expect(report.space).toMatchObject(space);
    }
  });

  test('with two bits for each state of a pattern', async () => {
    const { space, contents } = await plainPatternTable(RING, [1, 2]);
    const { table } = await explore({ space: space.source, engine: 'general', threads: 1, antipodes: 0 });
    if (table === null) throw new Error('no table');
    const { path, header } = await saved(table, folder, 'two-bits');
    expect(header.encoding).toBe('mod3');
    expect(await verifyTable(path)).toMatchObject({ faultCount: 0, histogram: contents.histogram });
  });

  test.runIf(FULL)('with 254 depths or more, whose distances take two bytes', async () => {
    for (const last of [252, 253, 254, 255]) {
      const source = modules.ring(`size: 300, reversible: false,
        neighbours(state, next) { next[0] = -1; next[1] = state < ${last} ? state + 1 : -1; }`);
      const { path, header } = await makeSpaceTable(folder, source, `path-${last}`);
      expect(header).toMatchObject({ maxDepth: last, encoding: last < 254 ? 'depth8' : 'depth16' });
      expect(await verifyTable(path, { threads: 2 })).toMatchObject({ faults: [], faultCount: 0 });
    }
  });

  test('for any pieces and moves', async () => {
    const random = seededNumbers(newSeed());
    for (let tables = 0; tables < count(3, 40); ) {
      const source = { kind: 'generators', name: 'random', ...randomPieces(random) } as const;
      if (plainGroupSearch(source, 2000) === undefined) continue;
      tables++;
      const { path } = await makeSpaceTable(folder, source, 'random');
      expect((await verifyTable(path, { threads: 1 })).faults).toEqual([]);
    }
  });
});

test.each([
  ['a board: three bitsets', () => ofBoard('3x3'), 181_440, 3 * 9 * 336 * 8],
  // Three bitsets, two marks for the only block, and two bits per state.
  ['a space: three bitsets, two marks and the codes', () => ofSpace(known('pancake:6')), 720, 3 * 4 * 23 + 2 + 180],
  [
    'a pattern: three bitsets, two marks and the bits',
    () => ofPattern('3x3', [1, 2, 4]),
    744,
    3 * 4 * 24 + 2 + 124 * 16,
  ],
])('the memory of the replay is announced before it begins, for %s', async (_, made, states, memory) => {
  const { path } = await made();
  const refused = verifyTable(path, {
    onSpace: ({ size }, bytes) => {
      expect([size, bytes]).toEqual([states, memory]);
      throw new RangeError('too much');
    },
  });
  await expect(refused).rejects.toThrow('too much');
});

test('a table is not verified once the signal has been given', async () => {
  const { path } = await ofSpace(known('pancake:6'));
  const reason = new Error('enough');
  await expect(verifyTable(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
