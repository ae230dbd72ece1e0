/** Files of tables of coordinates: what is read is what was made, and a file that is damaged or of another puzzle is refused. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { concatenated, sealed, unpackPlain } from '#src/base/bytes.js';
import { InputError } from '#src/base/text.js';
import { saveTable } from '#src/files/save-table.js';
import { allSymmetries, moveSymmetries } from '#src/permutations/symmetries.js';
import { CoordinateDatabases } from '#src/search/coordinates/coordinate-databases.js';
import { openCoordinates, savedPuzzle } from '#src/search/coordinates/coordinate-file.js';
import { parseProjection, projectedProduct } from '#src/search/coordinates/projection.js';
import { Limits } from '#src/search/question/limits.js';
import { makeCoordinates, search } from '#src/search/search.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { puzzleOfSource } from '#src/spaces/open-space.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';
import { TableError } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';
import { temporaryFolder } from '../../program/run.js';
import { newSeed } from '../../seed.js';

const PROJECTIONS = ['corners/o', 'edges/ab.......... * corners/a.......'];

/** Returns a puzzle, with all that its tables are made of. */
async function puzzleOf(space: string, metric?: string) {
  const definition = (await puzzleOfSource({ kind: 'known', space, ...(metric && { metric }) })) as PuzzleDefinition;
  const points = puzzlePoints(definition);
  const { puzzle } = points;
  const symmetries = allSymmetries(moveSymmetries(puzzle.moves, puzzle.solved), puzzle.points, puzzle.moves.length);
  const moves = symmetries.map((symmetry) => symmetry.moves);
  const products = PROJECTIONS.map((text) =>
    projectedProduct(points, parseProjection(text, points), moves, new Limits()),
  );
  const named = savedPuzzle(metric === undefined ? space : `${space}-${metric}`, points);
  return { named, make: CoordinateDatabases.make.bind(null, named, puzzle, products, symmetries, 1, new Limits()) };
}

const CUBE = await puzzleOf('cube-3x3x3');
const MADE = await CUBE.make();
const BYTES = concatenated([...MADE.parts()].map((part) => part.slice()));
/** The scrambled state R U2 F'. */
const STATE = 'RDB ULF FDR LUB LDF RUF DLB BUR / RD UL UF FR FD BU UR BL LF BR DB DL';

/** Reads a file of the cube's tables as searches do. */
async function read(bytes: Uint8Array, { named, make } = CUBE): Promise<CoordinateDatabases> {
  const path = join(temporaryFolder(), 'cube.coordinates');
  writeFileSync(path, bytes);
  const file = openCoordinates(path, named);
  try {
    return await make(file);
  } finally {
    file.close();
  }
}

/** Expects that a file is refused in one line that names it. */
async function expectRefused(bytes: Uint8Array, reason = /./, puzzle = CUBE) {
  const error = await read(bytes, puzzle).catch((error) => error);
  expect(error).toBeInstanceOf(TableError);
  expect(error.message).toMatch(/^\/[^\n]*\/cube\.coordinates: [^\n]+$/);
  expect(error.message).toMatch(reason);
}

/** Returns the file with another header, whose checksum is right. */
function withHeader(change: (header: ReturnType<typeof headerOf>) => object, version = 1): Uint8Array {
  const header = headerOf();
  const start = header.sections[0].words.offset;
  const head = sealed({ magic: 'ANTIPODE', version }, change(header));
  return concatenated([head, new Uint8Array(Math.max(0, start - head.length)), BYTES.subarray(start)]);
}

function headerOf() {
  const length = new DataView(BYTES.buffer).getUint32(12, true);
  expect(crc32(BYTES.subarray(0, 16 + length))).toBe(new DataView(BYTES.buffer).getUint32(16 + length, true));
  return unpackPlain(BYTES.subarray(16, 16 + length)) as Record<string, unknown> & {
    sections: readonly (Record<string, unknown> & { words: { offset: number; bytes: number } })[];
  };
}

describe('a file of tables of coordinates', () => {
  test('has the tables that were made', async () => {
    const found = await read(BYTES);
    expect(found.name).toBe(MADE.name);
    expect(found.tables.map(({ histogram }) => histogram)).toEqual(MADE.tables.map(({ histogram }) => histogram));
    expect(concatenated([...found.parts()].map((part) => part.slice()))).toEqual(BYTES);
  });

  test('is refused if a bit of any byte is flipped', async () => {
    const random = new SeededRandom(newSeed());
    for (let at = 0; at < BYTES.length; at++) {
      const flipped = BYTES.slice();
      flipped[at] ^= 1 << random.below(8);
      await expectRefused(flipped);
    }
  });

  test('is refused if it is cut at any length, or goes on', async () => {
    for (let length = 0; length < BYTES.length; length++) await expectRefused(BYTES.subarray(0, length));
    await expectRefused(concatenated([BYTES, new Uint8Array(1)]), /too long/);
  });

  const ofSection = (change: object) => (header: ReturnType<typeof headerOf>) => ({
    ...header,
    sections: [{ ...header.sections[0], ...change }, ...header.sections.slice(1)],
  });
  const NOT_MADE = /the header does not describe tables of coordinates that this program could have made/;
  test.each([
    ['kind', { kind: 'space' }],
    ['numbering', { numbering: 2 }],
    ['space', { space: 5 }],
    ['digest', { puzzle: null }],
    ['size of chunks', { chunkBytes: 8192 }],
    ['length', { fileBytes: BYTES.length + 64 }],
    ['sections', { sections: [] }],
    ['sections', { sections: null }],
  ])('is refused if the %s of the header is wrong', async (_, change) => {
    await expectRefused(
      withHeader((header) => ({ ...header, ...change })),
      NOT_MADE,
    );
  });

  test.each([
    ['names', { coordinates: [] }],
    ['names', { coordinates: [7] }],
    ['histogram', { histogram: [] }],
    ['histogram', { histogram: [1, 4, -1] }],
    ['views', { views: 4 }],
    ['views', { views: 0 }],
    ['bytes', { bytes: 8 }],
    ['places of bits', { words: { offset: 64, bytes: 1344 } }],
    ['places of bits', { words: null }],
    ['places of checksums', { checksums: { offset: 64, bytes: 4 } }],
  ])('is refused if the %s of a table in the header are wrong', async (_, change) => {
    await expectRefused(withHeader(ofSection(change)), NOT_MADE);
  });

  test('is refused if it is of another version, another puzzle, or no such file at all', async () => {
    await expectRefused(
      withHeader((header) => header, 2),
      /the table has format version 2, but this program reads version 1; make it again/,
    );
    const other = /these are tables of coordinates of cube-3x3x3, not of cube-3x3x3-quarter-turn; move the file away/;
    await expectRefused(BYTES, other, await puzzleOf('cube-3x3x3', 'quarter-turn'));
    await expectRefused(
      withHeader((header) => ({ ...header, puzzle: 'of another one' })),
      /these are tables of coordinates of another cube-3x3x3, not of cube-3x3x3/,
    );
    await expectRefused(Buffer.from('no table'), /this is not an antipode table/);
  });

  test('is no distance table', async () => {
    const path = join(temporaryFolder(), 'cube.table');
    writeFileSync(path, BYTES);
    await expect(Table.open(path)).rejects.toThrow(
      `${path}: these are tables of coordinates: name their puzzle instead`,
    );
  });
});

describe('the option coordinates of search', () => {
  test('reads the tables that makeCoordinates made and saveTable wrote', async () => {
    const path = join(temporaryFolder(), 'cube.coordinates');
    const made = await makeCoordinates('cube-3x3x3', { projections: PROJECTIONS });
    expect(await saveTable(made, path)).toBe(BYTES.length);
    const found = await search('cube-3x3x3', { from: STATE }, { coordinates: path });
    expect(found).toMatchObject({ distance: 3, moves: ['F', 'U2', "R'"], algorithm: 'idastar', heuristic: 'pattern' });
  });

  test('is refused if there is no such file, or it does not apply', async () => {
    const from = { from: STATE };
    const path = join(temporaryFolder(), 'cube.coordinates');
    await expect(search('cube-3x3x3', from, { coordinates: path })).rejects.toThrow(TableError);
    await expect(search('cube-3x3x3', from, { coordinates: path })).rejects.toThrow(`${path}: there is no such table`);
    for (const wrong of [{ coordinates: 5 as unknown as string }, { coordinates: path, projections: ['edges/o'] }]) {
      await expect(search('cube-3x3x3', from, wrong)).rejects.toThrow(InputError);
    }
    await expect(search('3x3', {}, { coordinates: path })).rejects.toThrow(/3x3 is none: leave out coordinates/);
    await expect(makeCoordinates('pancake:5')).rejects.toThrow(InputError);
  });
});
