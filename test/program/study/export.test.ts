import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { plainRank, plainSearch } from '../../plain-search.js';
import { FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { CLI } from '../process.js';
import { antipode, PROVENANCE, temporaryFolder } from '../run.js';

async function folderWith(...boards: readonly string[]): Promise<string> {
  const cwd = temporaryFolder();
  for (const board of boards) await exploreInto(cwd, [board]);
  return cwd;
}

function arrayBuffer(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}

describe('antipode export', () => {
  test('writes each format to the given file, or to out/, and prints its name', async () => {
    const [board, states, shown] = FULL ? (['3x3', 181_440, '181,440'] as const) : (['2x4', 20_160, '20,160'] as const);
    const cwd = await folderWith(board);
    for (const format of ['npy', 'csv', 'parquet', 'msgpack']) {
      const { status, out, err } = await antipode(['export', `out/${board}.table`, '--format', format], { cwd });
      expect(status).toBe(0);
      expect(out).toMatch(
        new RegExp(`^out/${board}\\.${format}: ${shown} (distances|rows), [\\d.]+ [KM]B, [\\d.]+ s\\n$`),
      );
      expect(err).toMatch(
        new RegExp(
          `^${board}: ${shown} states need [\\d.]+ [KM]B of memory and about [\\d.]+ [KM]B of disk, .* are free\\n$`,
        ),
      );
    }
    expect((await antipode(['export', `out/${board}.table`, '--output', 'some/where/d.npy'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, 'some/where/d.npy'))).toEqual(readFileSync(join(cwd, `out/${board}.npy`)));
    const read = await parquetReadObjects({ file: arrayBuffer(join(cwd, `out/${board}.parquet`)) });
    const lines = readFileSync(join(cwd, `out/${board}.csv`), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    expect(read.map(({ position, blank, rank, distance }) => [position, blank, rank, distance].join())).toEqual(lines);
    const [high, wide] = FULL ? [3, 3] : [2, 4];
    const { depths } = plainSearch(high, wide, orderedPosition(makeBoard(high, wide)));
    expect(lines).toHaveLength(states);
    for (const line of lines.filter((_, index) => index % 97 === 0)) {
      const [position, , , distance] = line.split(',');
      const tiles = position.split(' ').map((tile) => (tile === 'x' ? 0 : Number(tile)));
      expect(formatPosition(tiles)).toBe(position);
      expect(depths[plainRank(tiles)]).toBe(Number(distance));
    }
  });

  test('as json writes the result of explore without the properties of its run, so the same table gives the same bytes', async () => {
    const cwd = await folderWith('3x3');
    expect((await antipode(['export', 'out/3x3.table', '--output', 'result.json'], { cwd })).status).toBe(0);
    const exported = JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8'));
    const { provenance, threads, seconds, totalSeconds, statesPerSecond, bytes, ...found } = JSON.parse(
      readFileSync(join(cwd, 'out/3x3.json'), 'utf8'),
    );
    expect(provenance).toEqual(PROVENANCE);
    expect(Math.min(threads, seconds, totalSeconds, statesPerSecond, bytes)).toBeGreaterThan(0);
    expect(exported).toEqual(found);
    expect((await antipode(['export', 'out/3x3.table', '--output', 'again.json'], { cwd })).status).toBe(0);
    expect(readFileSync(join(cwd, 'again.json')).equals(readFileSync(join(cwd, 'result.json')))).toBe(true);
  });

  test('selects layers and samples', async () => {
    const cwd = await folderWith('3x3');
    const read = async (...words: readonly string[]) => {
      expect((await antipode(['export', 'out/3x3.table', '--output', 'd.csv', ...words], { cwd })).status).toBe(0);
      return readFileSync(join(cwd, 'd.csv'), 'utf8').trimEnd().split('\n').slice(1);
    };
    expect((await read('--depth', '31')).map((line) => line.split(',')[0])).toEqual(
      ['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1'].toSorted((a, b) => a.indexOf('x') - b.indexOf('x')),
    );
    const depths = (await read('--depth', '2..4')).map((line) => Number(line.split(',')[3]));
    expect(depths).toEqual([...new Array(4).fill(2), ...new Array(8).fill(3), ...new Array(16).fill(4)]);
    const sample = await read('--sample', '100', '--seed', '5', '--threads', '2');
    expect(sample).toHaveLength(100);
    expect(await read('--sample', '100', '--seed', '5', '--threads', '1')).toEqual(sample);
    expect(await read('--sample', '100')).not.toEqual(sample);
    expect(await read('--depth', '30..31', '--sample', '223')).toEqual(await read('--depth', '30..31'));
  });

  test('asks before it writes more than 1 GB, and gives the size', async () => {
    const cwd = await folderWith('3x4');
    const { status, err } = await antipode(['export', 'out/3x4.table', '--format', 'csv'], { cwd });
    expect(status).toBe(2);
    expect(err).toMatch(
      /^antipode: out\/3x4\.csv would have 239,500,800 rows and about 9\.\d\d GB: add --yes, or choose some of its positions with --depth or --sample\n$/,
    );
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['3x4.json', '3x4.table']);
  });

  test.each([
    [
      ['out/2x2.table'],
      'antipode: --format must be one of npy, csv, parquet, msgpack, json, or --output must end in one of them; found neither of them\n',
    ],
    [
      ['out/2x2.table', '--output', 'd.txt'],
      "antipode: --format must be one of npy, csv, parquet, msgpack, json, or --output must end in one of them; found an output 'd.txt'\n",
    ],
    [
      ['out/2x2.table', '--format', 'xls'],
      "antipode: --format must be one of npy, csv, parquet, msgpack, json; found 'xls'\n",
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--depth', '7'],
      "antipode: --depth must be a distance from 0 to 6, or a range such as 2..5, found '7'\n",
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--depth', '4..2'],
      "antipode: --depth must be a distance from 0 to 6, or a range such as 2..5, found '4..2'\n",
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--sample', '13'],
      'antipode: a sample of 13 states was asked for, and there are only 12\n',
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--seed', '1'],
      'antipode: --seed is for --sample: add --sample <n>, or leave out --seed\n',
    ],
    [
      ['out/2x2.table', '--format', 'npy', '--depth', '1'],
      'antipode: an npy file always holds all distances: choose csv, parquet or msgpack for some of them\n',
    ],
    [
      ['out/2x2.table', '--format', 'json', '--sample', '1'],
      'antipode: json is the result of the whole space: leave out --depth and --sample, which are for rows\n',
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--output', 'out/2x2.table'],
      'antipode: the output would overwrite the table out/2x2.table: choose another --output\n',
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--output', '/dev/null'],
      'antipode: /dev/null is a device, a pipe, a socket or a descriptor: name a file, or write to standard output with --output -\n',
    ],
    [
      ['out/2x2.table', '--format', 'csv', '--output', 'folder'],
      'antipode: folder is a folder, but must be a file: choose another --output\n',
    ],
  ])('export %j is refused with one line', async (words, message) => {
    const cwd = await folderWith('2x2');
    mkdirSync(join(cwd, 'folder'));
    const { status, out, err } = await antipode(['export', ...words], { cwd });
    expect([status, out, err]).toEqual([2, '', message]);
  });

  test('leaves no half-written file on SIGINT', async () => {
    const cwd = await folderWith('3x4');
    const words = ['export', 'out/3x4.table', '--format', 'csv', '--yes', '--threads', '2'];
    const child = spawn(process.execPath, [CLI, ...words], { cwd });
    const ended = new Promise((resolve) => child.on('close', resolve));
    const begun = () =>
      readdirSync(join(cwd, 'out')).some(
        (name) => name.endsWith('.tmp') && statSync(join(cwd, 'out', name)).size > 1e6,
      );
    while (!begun()) await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['3x4.json', '3x4.table']);
  });
});

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;

test.skipIf(!python)(
  `the lines of Python in docs/reference/table-format.md find the distances of positions${python ? '' : ' (skipped: it needs python3)'}`,
  async () => {
    const document = readFileSync(
      fileURLToPath(new URL('../../../docs/reference/table-format.md', import.meta.url)),
      'utf8',
    );
    const code = /```python\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
    const cwd = await folderWith('3x3', '1x5', ...(FULL ? ['2x5'] : []));
    for (const [high, wide, position, expected] of rows(
      [
        [3, 3, '2 3 4 1 5 x 7 6 8', 19],
        [3, 3, '8 6 7 2 5 4 3 x 1', 31],
        [3, 3, '1 2 3 4 5 6 7 8 x', 0],
        [2, 5, 'x 9 8 7 6 5 4 3 2 1', undefined],
        [1, 5, 'x 1 2 3 4', 4],
      ] as const,
      [1, 4],
    )) {
      const name = `${high}x${wide}`;
      await antipode(['export', `out/${name}.table`, '--format', 'npy'], { cwd });
      const solved = await antipode(['solve', '--board', name, position], { cwd });
      const distance = expected ?? solved.out.trim().length;
      const tiles = position.replace('x', '0').split(' ').join(', ');
      const goal = orderedPosition(makeBoard(high, wide)).join(', ');
      // Replaces numpy, which may be missing: bytes at [cell, rank] after a header of 128.
      const program = `${code}
class Array:
    def __getitem__(self, at):
        data = open('out/${name}.npy', 'rb').read()
        return data[128 + at[0] * ((len(data) - 128) // ${high * wide}) + at[1]]
print(distance(Array(), ${high}, ${wide}, [${goal}], [${tiles}]))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd, encoding: 'utf8' });
      expect([stdout, stderr]).toEqual([`${distance}\n`, '']);
    }
  },
);
