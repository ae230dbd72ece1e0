import { describe, expect, test } from 'vitest';
import { checkMemory } from '#src/base/memory.js';
import { type ExploreOptions, explore, planRun, type WithTable } from '#src/runs/explore.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable } from '../../pattern-table.js';
import { newSeed } from '../../seed.js';
import { seededNumbers } from '../../spaces/permutation/words/random-numbers.js';
import { FULL, rows } from '../../suite.js';

type Row = readonly [board: string, tiles: readonly number[], blankCell: number | undefined];

const PATTERNS: readonly Row[] = [
  ['3x3', [1, 2, 3, 5, 7, 8], undefined],
  ['3x3', [2, 4, 6, 8], 4],
  ['3x4', [1, 2, 3], 0],
  ['3x4', [1, 4, 7, 10, 11], 5],
  ['4x4', [1, 6, 11], undefined],
  ['4x4', [1, 2, 5, 6], 0],
  ['5x5', [1, 2, 24], 12],
  ['2x7', [1, 7, 13], undefined],
  ['4x2', [7, 1], undefined],
  ['2x2', [2], undefined],
  // Moves do not reach all states.
  ['.../.#./...', [1, 2, 3, 4, 5], 5],
  ['1x7', [2, 4], 3],
  ['..#/.../...', [1, 3, 5, 6], undefined],
  ['#.../..../.#../....', [1, 2, 7, 8], 3],
  ['..../.##./.##./....', [1, 2, 3], 6],
  ['3x4', [2, 3, 6, 7, 9, 11], undefined],
  ['4x4', [1, 4, 5, 8, 12], 0],
];

async function found(options: WithTable<ExploreOptions>) {
  const { table, histogram, antipodes, engine } = await explore(options);
  return { engine, histogram, antipodes, bytes: Buffer.concat([...table.bytes(0)]).toString('base64') };
}

describe('patterns have the results of a plain search, to the last bit of the table,', () => {
  test.each(rows(PATTERNS, [0, 1, 3, 4, 7, 8, 9, 10, 11, 13, 14]))(
    '%s, tiles %j, blank %s',
    async (board, tiles, blank) => {
      const { space, contents, depths } = await plainPatternTable(board, tiles, blank);
      const { histogram } = contents;
      const deepest = [...depths.keys()].filter((state) => depths[state] === histogram.length - 1);
      const expected = {
        engine: 'patterns',
        histogram,
        antipodes: deepest.map((state) => space.format(state)).slice(0, 20),
        bytes: Buffer.concat([...contents.bytes(0)]).toString('base64'),
      };
      for (const threads of [1, 2]) expect(await found({ space: space.source, threads })).toEqual(expected);
    },
  );
});

describe('larger patterns have the results of the general engine,', () => {
  const large: readonly Row[] = [
    ['2x5', [1, 2, 3, 5, 6, 8, 9], 3],
    ['4x4', [1, 2, 3, 5, 6], 0],
    ['3x4', [1, 2, 3, 4, 5, 6, 7], undefined],
    ['.../.../.../.#.', [1, 2, 3, 5, 6, 7, 8, 9], undefined],
    ['5x5', [1, 2, 6, 7], undefined],
  ];
  test.each(rows(large, [0, 1]))('%s, tiles %j', async (name, tiles, blankCell) => {
    const board = parseBoard(name);
    const space = patternSource(board, orderedPosition(board, blankCell), tiles);
    const [ours, claims] = await Promise.all([
      explore({ space, threads: 2 }),
      explore({ space, threads: 2, engine: 'general' }),
    ]);
    expect(ours.engine).toBe('patterns');
    expect(ours.histogram).toEqual(claims.histogram);
    expect(ours.antipodes).toEqual(claims.antipodes);
    using table = await Table.of(ours.table);
    using other = await Table.of(claims.table);
    const random = seededNumbers(newSeed());
    for (let sample = 0; sample < 2000; sample++) {
      const state = random(ours.size);
      expect(table.distance(state)).toBe(other.distance(state));
    }
  });
});

describe('threads change no byte', () => {
  test.each(FULL ? [4, 6, 7] : [6])('of %i tiles of 4x4', async (tiles) => {
    const pattern = Array.from({ length: tiles }, (_, index) => 2 * index + 1);
    const runs = [];
    for (const threads of [1, 2, 3]) runs.push(await found({ space: '4x4', pattern, threads, antipodes: 100 }));
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });
});

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
