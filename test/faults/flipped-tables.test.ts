/**
 * Changed bytes in tables, a thousand random ones for each kind of table: no answer is ever wrong, and errors name the file and its
 * part.
 *
 * The bytes between the sections of a table are all 0 and have no meaning: `verify` checks them, but queries do not.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpaceSource } from '#src/space/space.js';
import { type Metric, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { CHUNK_BYTES } from '#src/table/container.js';
import { TableError } from '#src/table/contents.js';
import { readHeader } from '#src/table/header.js';
import { ChunkedFile } from '#src/table/store.js';
import { Table } from '#src/table/table.js';
import { type TableReport, verifyTable } from '#src/verify/verify-table.js';
import { openWalker } from '../board-walkers.js';
import { DIRECTED } from '../engines/generated.js';
import { plainPatternTable, savePatternTable } from '../pattern-table.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainRank } from '../plain-search.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { makeTable } from '../verify/table/files.js';
import { makeSpaceTable, type SpaceTableFile } from '../verify/table/space-files.js';
import { errorOf, FLIPS, type Flip, flipsOf, type Part, partsOf, withFlip } from './flips.js';

/** Expects the error of reading a whole table: it names the file and the part. Bytes between the sections give no error. */
function expectNamed(error: Error | undefined, path: string, part: Part, sectionName: (section: number) => string) {
  if (part.name === 'padding') {
    expect(error).toBeUndefined();
    return;
  }
  expect(error).toBeInstanceOf(TableError);
  const what =
    part.name === 'header'
      ? 'header|it does not begin with ANTIPODE|format version|truncated'
      : `damaged in ${sectionName(part.section)}, chunk ${part.chunk};`;
  expect(error?.message).toMatch(new RegExp(`^${path}: [^\\n]*(${what})[^\\n]*$`));
}

/** Parts of a report that may be named. */
const FAULTS_OF: Readonly<Record<Part['name'], readonly string[]>> = {
  header: ['header', 'magic', 'version', 'length'],
  words: ['checksums'],
  checksums: ['checksums'],
  padding: ['padding'],
};

/** Selects all flips that queries do not read, and every tenth of the others, because reading a whole file takes long. */
function isVerified({ at }: Flip, { name }: Part): boolean {
  return name === 'padding' || at % 10 === 0;
}

/** Expects that `verify` reports the part, but no consequences of wrong words. */
function expectFault({ faults, histogram }: TableReport, { name }: Part) {
  expect(FAULTS_OF[name]).toContain(faults[0]?.part);
  expect(histogram).toBeUndefined();
}

describe.each<[string, Metric]>([
  ['2x4', 'single'],
  ['3x3', 'multi'],
  ['..#/.../#..', 'multi'],
])('a changed byte of the table of %s, metric %s', async (name, metric) => {
  const board = parseBoard(name);
  const goal = orderedPosition(board);
  const random = new SeededRandom(1);
  const positions = Array.from({ length: 500 }, () => randomPosition(board, goal, random));

  test('never gives a wrong answer, and is always named', async () => {
    const { depths } = plainMapSearch(mapOf(board), goal, metric);
    const { path, bytes, header } = await makeTable(temporaryFolder(), name, undefined, metric);
    const parts = partsOf(bytes.length, 16 + bytes.readUInt32LE(12) + 4, header.sections);
    const readAll = () => {
      const words = new ChunkedFile(path, readHeader);
      try {
        for (const [cell, { words: extent }] of header.sections.entries()) {
          for (let at = 0; at < extent.bytes; at += CHUNK_BYTES) words.word(cell, at / 4);
        }
      } finally {
        words.close();
      }
    };
    const ask = (asked: readonly (readonly number[])[]) => {
      using table = openWalker(path);
      for (const position of asked) {
        if (table.distance(position) !== depths[plainRank(position)])
          throw new Error(`${position} is answered wrongly`);
      }
    };
    const flips = flipsOf(parts.map((part) => part.name));
    const named = async (flip: Flip) => {
      const part = parts[flip.at];
      await withFlip(path, flip, async () => {
        expectNamed(await errorOf(readAll), path, part, (cell) => `the words of blank cell ${cell}`);
        if (isVerified(flip, part)) expectFault(await verifyTable(path, { threads: 1 }), part);
      });
    };
    await fc.assert(fc.asyncProperty(flips, named), { numRuns: FLIPS });
    const neverWrong = async (flip: Flip, asked: number) => {
      const error = await withFlip(path, flip, () => errorOf(() => ask(positions.slice(asked, asked + 20))));
      if (error !== undefined) expect(error).toBeInstanceOf(TableError);
    };
    await fc.assert(fc.asyncProperty(flips, fc.nat(positions.length), neverWrong), { numRuns: Math.ceil(FLIPS / 20) });
    ask(positions);
  });
});

/** A table with its correct depths. */
async function tableOfSource(source: SpaceSource) {
  const { depths } = plainSpaceSearch(await openNumberedSpace(source));
  return { ...(await makeSpaceTable(temporaryFolder(), source, 'space')), depths };
}

async function tableOfPattern(boardName: string, tiles: readonly number[]) {
  const table = await plainPatternTable(boardName, tiles);
  return { ...(await savePatternTable(temporaryFolder(), table)), depths: table.depths };
}

describe.each<[string, () => Promise<SpaceTableFile & { readonly depths: Int32Array }>]>([
  ['distances mod 3', () => tableOfSource({ kind: 'known', space: 'pancake:8' })],
  ['distances of one byte', () => tableOfSource(DIRECTED)],
  ['a bit per state', () => tableOfPattern('3x3', [1, 2, 3, 4, 5])],
  ['two bits, one of which marks reached states', () => tableOfPattern('..../.##./....', [1, 5, 9])],
])('a changed byte of the table of a space, %s', (_, made) => {
  test('never gives a wrong answer, and is always named', async () => {
    const { path, bytes, header, depths } = await made();
    const parts = partsOf(bytes.length, 16 + bytes.readUInt32LE(12) + 4, header.sections);
    const readAll = () => {
      const codes = new ChunkedFile(path, readHeader);
      try {
        for (const _ of codes.bytes(0));
      } finally {
        codes.close();
      }
    };
    const ask = async (states: readonly number[]) => {
      using table = await Table.open(path);
      for (const state of states) {
        if ((table.distance(state) ?? -1) !== depths[state]) throw new Error(`${state} is answered wrongly`);
      }
    };
    const flips = flipsOf(parts.map((part) => part.name));
    const named = async (flip: Flip) => {
      const part = parts[flip.at];
      await withFlip(path, flip, async () => {
        expectNamed(await errorOf(readAll), path, part, () => 'its states');
        if (isVerified(flip, part)) expectFault(await verifyTable(path, { threads: 1 }), part);
      });
    };
    await fc.assert(fc.asyncProperty(flips, named), { numRuns: FLIPS });
    const neverWrong = async (flip: Flip, states: readonly number[]) => {
      const error = await withFlip(path, flip, () => errorOf(() => ask(states)));
      if (error !== undefined) expect(error).toBeInstanceOf(TableError);
    };
    const states = fc.array(fc.nat(depths.length - 1), { maxLength: 20 });
    await fc.assert(fc.asyncProperty(flips, states, neverWrong), { numRuns: Math.ceil(FLIPS / 20) });
    await ask(Array.from({ length: 500 }, (_, index) => index));
  });
});

describe('antipode with a table that has a wrong byte', () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
    expect((await antipode(['explore', '2x4'], { cwd })).status).toBe(0);
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  test.each([
    [
      'words',
      ['solve', '--table', 'out/2x4.table', '1 2 3 4 5 6 x 7'],
      'damaged in the words of blank cell 6, chunk 0',
    ],
    ['words', ['verify', 'out/2x4.table'], 'checksum of chunk 0 of the words of blank cell 6 is'],
    ['padding', ['verify', 'out/2x4.table'], 'between the sections, is'],
    ['header', ['verify', 'out/2x4.table'], 'header: checksum is'],
    ['header', ['analyse', 'out/2x4.table'], 'the header is damaged'],
    ['header', ['export', 'out/2x4.table', '--format', 'npy'], 'the header is damaged'],
  ])('in the %s: %j', async (partName, words, message) => {
    const path = join(cwd, 'out/2x4.table');
    const bytes = readFileSync(path);
    const { fields: header } = new ChunkedFile(path, readHeader).checked;
    const parts = partsOf(bytes.length, 16 + bytes.readUInt32LE(12) + 4, header.sections);
    const at = parts.findIndex(
      ({ name, section }, at) => name === partName && (section === 6 || (section < 0 && at > 20)),
    );
    const { status, err } = await withFlip(path, { at, mask: 64 }, () => antipode(words, { cwd }));
    expect(status).toBe(1);
    expect(err).toContain(message);
    expect(err).toMatch(/^(2x4: [^\n]*\n)?antipode: out\/2x4\.table[: ][^\n]*\n$/);
  });
});
