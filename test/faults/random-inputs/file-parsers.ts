/** The parsers of files: headers of tables, when opened and when verified, headers of arrays, and whole files. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatPosition } from '#src/spaces/board/position.js';
import type { Read } from '#src/table/container.js';
import { readHeader } from '#src/table/header.js';
import { Table } from '#src/table/table.js';
import { readTableHeader, tableKind } from '#src/table/table-file.js';
import { TableFaults } from '#src/verify/faults.js';
import { parseNpyHeader } from '#src/verify/file-distances.js';
import { compareHeader, readFields } from '#src/verify/file-table.js';
import { verifyTable } from '#src/verify/verify-table.js';
import { openWalker } from '../../board-walkers.js';
import { count } from '../../suite.js';
import { INPUTS, type Parser, SHORT_INPUTS, same } from './parser.js';
import { BOARD_HEADS, fileOf, randomMap, SPACE_HEADS } from './random-table.js';
import type { RandomText } from './random-text.js';

type Head = (typeof BOARD_HEADS | typeof SPACE_HEADS)[number];

/** Returns a file similar to a table, complete or truncated, often with the length in the header. */
function randomFile(random: RandomText, heads: readonly Head[]): Buffer {
  const { header } = random.pick(heads);
  const file = fileOf(
    randomMap(random, heads),
    random.below(2) > 0 && header.fileBytes < 10_000 ? header.fileBytes : 0,
  );
  const edit = random.below(10);
  if (edit === 0) return file.subarray(0, random.below(file.length + 1));
  if (edit === 1) file[random.below(16)] = random.below(256);
  return file;
}

/** Returns a reader of a file that rejects reads outside of it. */
function readsOf(file: Buffer): Read {
  return (offset, bytes) => {
    if (offset < 0 || bytes < 0 || offset + bytes > file.length)
      throw new Error(`${offset}+${bytes} is read of ${file.length}`);
    return Buffer.from(file.subarray(offset, offset + bytes));
  };
}

const ARRAY_HEADS = [
  "{'descr': '|u1', 'fortran_order': False, 'shape': (9, 20160), }",
  "{'descr': '<u2', 'fortran_order': True, 'shape': (720,), }",
  '{"shape":(),"descr":"<u4","fortran_order":False}',
];

function randomArrayHead(random: RandomText): Buffer {
  const text = Buffer.from(
    random.near(ARRAY_HEADS, ["'", ',', '(', ' ', "'shape': (1,)", '}', ' '.repeat(900), ', '.repeat(900)]),
  );
  const prefix = Buffer.from('\u0093NUMPY\u0001\u0000\u0000\u0000', 'latin1');
  prefix.writeUInt16LE(Math.min(65535, random.below(5) > 0 ? text.length : random.below(70_000) & 65535), 8);
  if (random.below(10) === 0) prefix[random.below(prefix.length)] = random.below(256);
  return Buffer.concat([prefix, text]);
}

const folder = mkdtempSync(join(tmpdir(), 'antipode-random-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Performs all operations on a table in a file, except for the replay of its layers. */
async function useTable(file: Buffer): Promise<void> {
  const path = join(folder, 'random.table');
  writeFileSync(path, file);
  const enough = new Error('no replay');
  const stop = () => {
    throw enough;
  };
  try {
    const { faultCount } = await verifyTable(path, { threads: 1, onSpace: stop });
    if (faultCount === 0) throw new Error('nothing is wrong, and nothing was replayed');
  } catch (error) {
    if (error !== enough) throw error;
  }
  readTableHeader(path);
  if (tableKind(path) === 'space') {
    using table = await Table.open(path);
    for (let state = 0; state < Math.min(30, table.space.size); state++) table.distance(state);
  } else {
    using table = openWalker(path);
    table.distance(formatPosition(table.goal));
  }
}

export const FILE_PARSERS = [
  {
    name: 'headers of tables',
    inputs: INPUTS,
    random: (random: RandomText) => randomFile(random, BOARD_HEADS),
    parse: (file: Buffer) => readHeader('a.table', file.length, readsOf(file)),
  },
  {
    name: "headers of spaces' tables",
    inputs: SHORT_INPUTS,
    random: (random: RandomText) => randomFile(random, SPACE_HEADS),
    parse: (file: Buffer) => readHeader('a.table', file.length, readsOf(file)),
  },
  {
    name: 'headers that are verified',
    inputs: SHORT_INPUTS,
    random: (random: RandomText) => ({
      map: randomMap(random, [...BOARD_HEADS, ...SPACE_HEADS]),
      head: random.pick(BOARD_HEADS),
    }),
    parse: ({ map, head }: { map: Buffer; head: Head }) => {
      const { fields, bytes } = readFields(map);
      if (bytes > map.length) throw new Error(`${bytes} of ${map.length} bytes are read`);
      const faults = new TableFaults();
      compareHeader(fields, head.header, faults);
      for (const { message } of faults.first) if (message.length > 600) throw new Error(message);
    },
  },
  {
    name: 'heads of arrays',
    inputs: SHORT_INPUTS,
    random: randomArrayHead,
    parse: (head: Buffer) => {
      const { dataOffset } = parseNpyHeader('a.npy', head);
      same(dataOffset <= head.length, true, 'the values begin in the file');
    },
  },
  {
    name: 'tables',
    // Each input is a file, which is opened several times.
    inputs: count(100, 1000),
    random: (random: RandomText) => randomFile(random, random.below(2) > 0 ? BOARD_HEADS : SPACE_HEADS),
    parse: useTable,
  },
] as readonly Parser[];
