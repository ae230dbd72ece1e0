/** Writes tables of every kind, with what the tests of the package in python/ compare them with. */

import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { type ExploreOptions, explore, exportTable, fileNameOf, saveTable, Table, writeWhole } from '#src/index.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { CHUNK_BYTES } from '#src/table/container.js';
import { boardTableHeader, headerOf } from '#src/table/header.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainRank } from '../plain-search.js';
import { exploreInto } from '../program/explored.js';
import { temporaryFolder } from '../program/run.js';
import { count, rows } from '../suite.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** A space whose moves cannot be undone: its table holds the distances themselves. State 7 is not reached. */
const DIRECTED = `export default {
  name: 'directed', size: 8, moves: ['next', 'twice'], starts: [0], reversible: false,
  neighbours: (state, next) => { next[0] = state === 7 ? 0 : (state + 1) % 7; next[1] = (2 * state) % 7; },
  format: String, parse: Number,
};
`;

/** Generators whose orbits of points are mixed: 1 3 5 and 2 4 6 7. */
const MIXED = {
  name: 'mixed',
  generators: [
    [3, 2, 5, 4, 1, 6, 7],
    [5, 2, 1, 4, 3, 6, 7],
    [3, 4, 1, 2, 5, 6, 7],
    [1, 4, 3, 6, 5, 7, 2],
    [1, 7, 3, 2, 5, 4, 6],
  ],
};

/** Generators whose moves cannot be undone by one move. */
const ONE_WAY = {
  name: 'one-way',
  generators: [
    [2, 3, 4, 5, 1],
    [2, 1, 3, 4, 5],
  ],
};

const BOARDS = rows<{ space: string; goal?: string; metric?: 'multi' }>(
  [
    { space: '3x3' },
    { space: '3x3', goal: '1 2 3 4 x 5 6 7 8' },
    { space: '2x5' },
    { space: '2x2' },
    { space: '1x4' },
    { space: '4x1', goal: '1 x 2 3' },
    { space: '#.#/.../...' },
    { space: '#.#/.../...', goal: 'x 1 2 3 4 5 6' },
    { space: '..#/.../...', goal: '1 2 3 x 4 5 6 7' },
    { space: '.../.#./...' },
    { space: '../.#' },
    { space: '3x3', metric: 'multi' },
    { space: '2x4', metric: 'multi' },
    { space: '2x3', metric: 'multi', goal: '1 x 2 3 4 5' },
    { space: '.../.#./...', metric: 'multi' },
  ],
  [0, 5, 8, 13, 14],
);

const PUZZLES = rows(
  [
    { space: 'pancake:5' },
    { space: 'pancake:8' },
    { space: 'burnt-pancake:3' },
    { space: 'burnt-pancake:5', start: '2 -1 3 5 4' },
    { space: 'topspin:7,4' },
    { space: join(EXAMPLES, 'star-7.json') },
    { space: join(EXAMPLES, 'rings.tws') },
  ],
  [0, 2, 4, 5, 6],
);

const OTHERS = rows(
  [
    { space: '3x3', pattern: [1, 2, 4] },
    { space: '..#/.../#..', pattern: [2, 4] },
    { space: '3x4', pattern: [1, 2, 3, 5, 6] },
    { space: '3x3', pattern: [1, 2, 3, 4, 5, 6] },
    { space: 'hanoi:3,4' },
    { space: 'knight:5' },
    { space: join(EXAMPLES, 'm12.g') },
  ],
  [0, 1, 4],
);

const POSITIONS = count(100, 500);

/** Returns a folder of tables, each `name.table`, with their exported arrays `name.npy`, and rows of puzzles' states `name.csv`. */
export async function tablesOfEveryKind(): Promise<string> {
  const folder = temporaryFolder();
  const plain: Record<string, Record<string, number | null>> = {};
  for (const kind of BOARDS) plain[await writeTable(folder, kind)] = plainDistances(kind);
  writeFileSync(join(folder, 'plain.json'), JSON.stringify(plain));
  for (const kind of PUZZLES) await writeTable(folder, kind, 'rows');
  for (const { name, generators } of [MIXED, ONE_WAY]) {
    const space = join(folder, `${name}.json`);
    writeFileSync(space, JSON.stringify({ name, generators }));
    await writeTable(folder, { space }, 'rows');
  }
  for (const kind of OTHERS) await writeTable(folder, kind);
  const directed = join(folder, 'directed.js');
  writeFileSync(directed, DIRECTED);
  await writeTable(folder, { space: directed });
  await exploreInto(folder, ['3x3', '--goal', '1 2 3 8 x 4 7 6 5']);
  await writeDamaged(folder);
  writeHoles(folder);
  return folder;
}

/** Returns the name of the files. */
async function writeTable(folder: string, options: ExploreOptions, rows?: 'rows'): Promise<string> {
  const exploration = await explore(options);
  if (exploration.table === null) throw new Error('no table');
  const space = String(options.space);
  const name = isAbsolute(space) ? parse(space).name : fileNameOf(exploration);
  await saveTable(exploration.table, join(folder, `${name}.table`));
  const table = await Table.of(exploration.table);
  await writeWhole(join(folder, `${name}.npy`), (write) => exportTable(table, { format: 'npy' }, write));
  if (rows !== undefined) {
    const sample = { sample: Math.min(300, exploration.states), seed: 1 };
    await writeWhole(join(folder, `${name}.csv`), (write) => exportTable(table, { format: 'csv', ...sample }, write));
  }
  if (name === '3x3') {
    const { maxDepth, histogram } = exploration;
    const antipodes = ['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1'];
    writeFileSync(join(folder, '3x3.json'), JSON.stringify({ maxDepth, histogram, antipodes }));
  }
  return name;
}

/** Returns the distances of any positions and of some that can be solved, of a search that uses nothing of src; null if they cannot. */
function plainDistances({ space, goal, metric }: { space: string; goal?: string; metric?: 'multi' }) {
  const board = parseBoard(space);
  const solved =
    goal === undefined ? orderedPosition(board) : goal.split(' ').map((tile) => Number(tile.replace('x', '0')));
  const { depths } = plainMapSearch(mapOf(board), solved, metric ?? 'single');
  const random = new SeededRandom(solved.indexOf(0));
  const positions = [
    solved,
    ...Array.from({ length: POSITIONS }, () => shuffled(solved, random)),
    // Of some maps hardly any position can be reached.
    ...Array.from({ length: POSITIONS / 10 }, () => randomPosition(board, solved, random)),
  ];
  return Object.fromEntries(
    positions.map((position) => {
      const depth = depths[plainRank(position)];
      return [formatPosition(position), depth < 0 ? null : depth];
    }),
  );
}

/** Any order of tiles and blank: on boards of two rows or more, half of them cannot be solved. */
function shuffled(goal: Position, random: SeededRandom): Position {
  const position = [...goal];
  for (let left = position.length; left > 1; left--) {
    const other = random.below(left);
    [position[left - 1], position[other]] = [position[other], position[left - 1]];
  }
  return position;
}

/** Writes 2x5 with a damaged last chunk of cell 0: its 24,192 bytes are five chunks of 4,096 and one of 3,712. */
async function writeDamaged(folder: string): Promise<void> {
  const path = join(folder, 'damaged.table');
  const { table } = await explore({ space: '2x5', antipodes: 0 });
  if (table === null) throw new Error('no table');
  await saveTable(table, path);
  const bytes = readFileSync(path);
  const { header } = headerOf(boardTableHeader(parseBoard('2x5'), 9, 'single', publishedHistogram('2x5')));
  const { words } = header.sections[0];
  bytes[words.offset + words.bytes - 1] ^= 1;
  writeFileSync(path, bytes);
}

/** Writes the header of 2x7, the checksum of the goal's chunk, and holes up to its length: 5.8 GB of zeros that take no space. */
function writeHoles(folder: string): void {
  const path = join(folder, 'holes.table');
  const { header, bytes } = headerOf(boardTableHeader(parseBoard('2x7'), 13, 'single', publishedHistogram('2x7')));
  writeFileSync(path, bytes);
  truncateSync(path, header.fileBytes);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(Buffer.alloc(CHUNK_BYTES)));
  const file = openSync(path, 'r+');
  writeSync(file, checksum, 0, checksum.length, header.sections[13].checksums.offset);
  closeSync(file);
}

function publishedHistogram(board: string): number[] {
  const published: { space: string; metric: string; histogram: number[] }[] = JSON.parse(
    readFileSync(new URL('../reference/distributions.json', import.meta.url), 'utf8'),
  );
  return published.find(({ space, metric }) => space === board && metric === 'single')?.histogram ?? [];
}
