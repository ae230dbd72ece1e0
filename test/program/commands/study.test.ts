/** `antipode analyse`, `report` and `export`: what they print and write, and refusals. The golden record holds more tables and formats. */

import { spawnSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardClaims, boardHeaderOf } from '#src/table/files/header.js';
import manifest from '../../../package.json' with { type: 'json' };
import { plainRank, plainSearch } from '../../plain-search.js';
import { parseXml } from '../../study/report/xml.js';
import { FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipodeProcess } from '../process.js';
import { antipode, moduleFile, PROVENANCE, sharedFolder, temporaryFolder, wordsOf } from '../run.js';

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/spaces/${name}`, import.meta.url));
}

const SPIRAL = '3x3 --goal "1 2 3 4 x 5 6 7 8" --antipodes 200';
const ONE_WAY = fixture('one-way-ring.mjs');

/** A folder with tables in out/. */
const tabled = sharedFolder();
beforeAll(async () => {
  for (const line of ['3x3', SPIRAL, '2x4', '1x5', 'pancake:7', 'solitaire:5,3', ONE_WAY]) {
    await exploreInto(tabled, wordsOf(line));
  }
  // The table of a large board: a header, and a hole that takes no disk space.
  const { header, bytes } = boardHeaderOf(boardClaims(makeBoard(2, 7), 13, 'single', [1, 43_589_145_599]));
  writeFileSync(join(tabled, 'large.table'), bytes);
  truncateSync(join(tabled, 'large.table'), header.fileBytes);
});
const run = (line: string) => antipode(wordsOf(line), { cwd: tabled });
const written = (name: string) => readFileSync(join(tabled, name), 'utf8');

/** Creates a folder with out/<board>.table. */
async function folderWith(board: string): Promise<string> {
  const cwd = temporaryFolder();
  await exploreInto(cwd, [board]);
  return cwd;
}

describe('antipode analyse', () => {
  test('prints the layers, the heuristics and the summary of a board', async () => {
    const { status, out, err } = await run('analyse out/3x3.table');
    expect(status).toBe(0);
    expect(err).toMatch(/^3x3: 181,440 states need 1\.50 MB of memory, .* are free\n$/);
    expect(out).toMatch(/^antipodes of out\/3x3\.table\n {2}6 4 7 8 5 x 3 2 1\n {2}8 6 7 2 5 4 3 x 1\n\ndepth /);
    expect(out).toContain('\nlocal maxima        25,077 (13.82 %)');
    expect(out).toMatch(/\n +30 +221 .* 64\n +31 +2 .* 40\.0 +40\n/);
    expect(out).toMatch(/\nmanhattan +mean 14\.0000/);
    expect(out).toContain('25%:20 50%:22 75%:24');
  });

  test('prints the layers and the summary of another space', async () => {
    const { status, out, err } = await run('analyse out/pancake-7.table --antipodes 2');
    expect(status).toBe(0);
    expect(err).toMatch(/^pancake:7: 5,040 states need 6\d\.\d KB of memory, .* are free\n$/);
    expect(out).toMatch(/^antipodes of \S+\n( {2}[\d ]+\n){2} {2}and 33 more: --antipodes all lists them\n\n/);
    expect(out).toMatch(/\ndepth {2}states {2}nearer {2}level {2}further {2}local maxima {2}solutions {2}most\n/);
    expect(out).toMatch(/\n +8 +35 +5\.771 +0\.229 +0\.000 +35 +28\.0 +64\n\ndepth +gap +below by\n +0 +0\.00 +0\n/);
    expect(out).toMatch(/\ngap +mean 5\.1429, 0\.9170 of the distance\n/);
    expect(out).not.toContain('manhattan');
  });

  test.each(
    rows(
      [
        ['1x5'],
        // It has 20 million states, too many for solution counts.
        ['map-xooo-oooo-oooo', '#.../..../....'],
        ['2x5', '2x5'],
        ['hanoi-3-11', 'hanoi:3,11', '\n2,048 depths, 50 per line; --json lists each depth\n'],
        ['solitaire-5-3'],
        [moduleFile(fixture('grid.mjs')), fixture('grid.mjs')],
      ] as [string, string?, string?][],
      [0],
    ),
  )('fits %s into 80 columns, in a pipe without colours', async (name, space, text = '') => {
    if (space !== undefined) await exploreInto(tabled, [space]);
    const words = ['analyse', `out/${name}.table`, '--antipodes', '3'];
    const { status, out } = await antipodeProcess(words, { cwd: tabled, env: { CI: 'true' } });
    expect(status).toBe(0);
    expect(out).not.toContain('\u001b');
    expect(out).toContain(text);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('prints what explore has found with --json, and all antipodes with --antipodes all', async () => {
    const explored = JSON.parse(written('out/3x3-blank-4.json'));
    const all = JSON.parse((await run('analyse out/3x3-blank-4.table --json --antipodes all')).out);
    expect(all.antipodes.toSorted()).toEqual(explored.antipodes.toSorted());
    expect(all).toMatchObject({ space: '3x3-blank-4', goal: '1 2 3 4 x 5 6 7 8', maxDepth: 30, antipodeCount: 148 });
    expect(all.histogram).toEqual(explored.histogram);
    const none = JSON.parse((await run('analyse out/3x3-blank-4.table --json --antipodes 0 --threads 3')).out);
    expect(none).toMatchObject({ antipodes: [], threads: 3, localMaxima: all.localMaxima });
    const name = moduleFile(ONE_WAY);
    const { out } = await run(`analyse out/${name}.table --json --antipodes all --threads 1`);
    const { states, maxDepth, histogram, mean, median, mode, antipodes } = JSON.parse(written(`out/${name}.json`));
    expect(JSON.parse(out)).toMatchObject({ states, maxDepth, histogram, mean, median, mode, antipodes });
    expect(JSON.parse(out)).toMatchObject({ starts: ['place 0'], size: 604, notReached: 4, reversible: false });
  });

  test.runIf(FULL)('ends immediately on SIGINT', async () => {
    const cwd = await folderWith('hanoi:3,13');
    const { status } = await antipodeProcess(['analyse', 'out/hanoi-3-13.table', '--threads', '1'], {
      cwd,
      // It begins after it has printed its needs.
      during: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    });
    expect(status).toBe(130);
  });
});

describe('antipode report', () => {
  test('writes a page and a picture, and prints a line for each', async () => {
    const words = 'report out/3x3.table --output made/here/3x3.html --svg 3x3.svg --threads 2';
    const { status, out, err } = await run(words);
    expect(err).toMatch(/^3x3: 181,440 states need 1\.\d\d MB of memory, .* are free\n$/);
    expect(out).toMatch(/^made\/here\/3x3\.html: \d+ KB\n3x3\.svg: [\d.]+ KB\n$/);
    expect(status).toBe(0);
    const page = written('made/here/3x3.html');
    expect(page).toContain(`<code>antipode ${words}</code>`);
    expect(page).toContain(`antipode ${manifest.version}<`);
    expect(page).toContain(`<dt>Node</dt><dd>${process.version}</dd>`);
    expect(page).toContain(`<dt>Processor</dt><dd>${cpus().length} × ${cpus()[0].model.trim()}</dd>`);
    expect(page).toContain('<strong>25,077</strong>');
    expect(parseXml(written('3x3.svg')).attributes.viewBox).toBe('0 0 420 270');
    expect(readdirSync(join(tabled, 'made/here'))).toEqual(['3x3.html']);
  });

  test('writes only the requested file, and replaces an existing one', async () => {
    const cwd = await folderWith('2x2');
    writeFileSync(join(cwd, 'a.svg'), 'old');
    expect(await antipode(wordsOf('report out/2x2.table --svg a.svg'), { cwd })).toMatchObject({ status: 0 });
    expect(readdirSync(cwd).sort()).toEqual(['a.svg', 'out']);
    expect(readFileSync(join(cwd, 'a.svg'), 'utf8')).toMatch(/^<\?xml /);
  });

  test('shows its command escaped for HTML, and quoted for a shell', async () => {
    const output = `a <b> & "c" it's.html`;
    await antipode(['report', 'out/solitaire-5-3.table', '--output', output], { cwd: tabled });
    const page = written(output);
    expect(page).toContain('--output &#39;a &lt;b&gt; &amp; &quot;c&quot; it&#39;\\&#39;&#39;s.html&#39;</code>');
    expect(page).toContain('<h1>The state space solitaire:5,3</h1>');
  });

  test.runIf(FULL)('leaves nothing behind on SIGINT', async () => {
    const cwd = await folderWith('3x4');
    const { status, out } = await antipodeProcess(wordsOf('report out/3x4.table --output a.html --threads 1'), {
      cwd,
      during: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    });
    expect({ out, status }).toEqual({ out: '', status: 130 });
    expect(readdirSync(cwd)).toEqual(['out']);
  });
});

describe('antipode export', () => {
  test('writes each format to the given file, or to out/, and prints its name', async () => {
    for (const format of ['npy', 'csv', 'parquet', 'msgpack']) {
      const { status, out, err } = await run(`export out/2x4.table --format ${format}`);
      expect(status).toBe(0);
      expect(out).toMatch(new RegExp(`^out/2x4\\.${format}: 20,160 (distances|rows), [\\d.]+ [KM]B, [\\d.]+ s\\n$`));
      expect(err).toMatch(
        /^2x4: 20,160 states need [\d.]+ [KM]B of memory and about [\d.]+ [KM]B of disk, .* are free\n$/,
      );
    }
    expect(await run('export out/2x4.table --output some/where/d.npy')).toMatchObject({ status: 0 });
    expect(written('some/where/d.npy')).toBe(written('out/2x4.npy'));
    const file = new Uint8Array(readFileSync(join(tabled, 'out/2x4.parquet'))).buffer;
    const lines = written('out/2x4.csv').trimEnd().split('\n').slice(1);
    expect(
      (await parquetReadObjects({ file })).map(({ position, blank, rank, distance }) =>
        [position, blank, rank, distance].join(),
      ),
    ).toEqual(lines);
    const { depths } = plainSearch(2, 4, orderedPosition(makeBoard(2, 4)));
    expect(lines).toHaveLength(20_160);
    for (const line of lines.filter((_, index) => index % 97 === 0)) {
      const [position, , , distance] = line.split(',');
      const tiles = position.split(' ').map((tile) => (tile === 'x' ? 0 : Number(tile)));
      expect(depths[plainRank(tiles)]).toBe(Number(distance));
    }
  });

  test('as json writes the result of explore without the properties of its run, so the same table gives the same bytes', async () => {
    for (const name of ['result', 'again']) await run(`export out/3x3.table --output ${name}.json`);
    const { provenance, threads, seconds, totalSeconds, statesPerSecond, bytes, ...found } = JSON.parse(
      written('out/3x3.json'),
    );
    expect(provenance).toEqual(PROVENANCE);
    expect(Math.min(threads, seconds, totalSeconds, statesPerSecond, bytes)).toBeGreaterThan(0);
    expect(JSON.parse(written('result.json'))).toEqual(found);
    expect(written('again.json')).toBe(written('result.json'));
  });

  test('selects layers and samples', async () => {
    const read = async (line: string) => {
      expect((await run(`export out/3x3.table --output d.csv ${line}`)).status).toBe(0);
      return written('d.csv').trimEnd().split('\n').slice(1);
    };
    expect((await read('--depth 31')).map((line) => line.split(',')[0])).toEqual([
      '6 4 7 8 5 x 3 2 1',
      '8 6 7 2 5 4 3 x 1',
    ]);
    const depths = (await read('--depth 2..4')).map((line) => Number(line.split(',')[3]));
    expect(depths).toEqual([...new Array(4).fill(2), ...new Array(8).fill(3), ...new Array(16).fill(4)]);
    const sample = await read('--sample 100 --seed 5 --threads 2');
    expect(sample).toHaveLength(100);
    expect(await read('--sample 100 --seed 5 --threads 1')).toEqual(sample);
    expect(await read('--sample 100')).not.toEqual(sample);
    expect(await read('--depth 30..31 --sample 223')).toEqual(await read('--depth 30..31'));
  });

  test.runIf(FULL)('leaves no half-written file on SIGINT', async () => {
    const cwd = await folderWith('3x4');
    const out = join(cwd, 'out');
    const begun = () => readdirSync(out).some((name) => name.endsWith('.tmp') && statSync(join(out, name)).size > 1e6);
    const { status } = await antipodeProcess(wordsOf('export out/3x4.table --format csv --yes --threads 2'), {
      cwd,
      during: async (child) => {
        while (!begun()) await new Promise((resolve) => setTimeout(resolve, 50));
        child.kill('SIGINT');
      },
    });
    expect(status).toBe(130);
    expect(readdirSync(out).sort()).toEqual(['3x4.json', '3x4.table']);
  });
});

describe('refusals in one line, before anything is written', () => {
  const TABLE = 'out/2x2.table';
  const FORMATS = '--format must be one of npy, csv, parquet, msgpack, json';
  const OVERWRITES = `the output would overwrite the table ${TABLE}: choose another --output`;
  const DEVICE = 'is a device, a pipe, a socket or a descriptor: name a file, or write to standard output with';
  test.each([
    ['analyse nosuch.table', 'nosuch.table: there is no such table; make it with antipode explore'],
    ['analyse file', 'file: this is not an antipode table: it does not begin with ANTIPODE', 1],
    ['analyse cut.table', /^cut\.table: [^\n]+$/, 1],
    [`analyse ${TABLE} --antipodes some`, "--antipodes must be 'all' or a whole number, found 'some'"],
    [`analyse ${TABLE} --threads 0`, "--threads must be a whole number from 1 to 256, found '0'"],
    ['report nosuch.table --output a.html', 'nosuch.table: there is no such table; make it with antipode explore'],
    [`report ${TABLE}`, 'the output is missing: give --output <file.html>, --svg <file.svg>, or both'],
    [`report ${TABLE} --output ""`, "--output must be the name of a file, found ''"],
    [`report ${TABLE} --output new/`, "--output must be the name of a file, found 'new/'"],
    [`report ${TABLE} --svg folder`, 'folder is a folder, but must be a file: choose another --svg'],
    [`report ${TABLE} --svg /dev/null`, `/dev/null ${DEVICE} --svg -`],
    [`report ${TABLE} --svg file/a.svg`, "cannot write to the folder 'file' (ENOTDIR): choose another --svg"],
    [
      `report ${TABLE} --output a --svg ./a`,
      'the page and the picture would both be written to a: choose another --svg',
    ],
    [
      `report ${TABLE} --output folder/a --svg alias/a`,
      'the page and the picture would both be written to folder/a: choose another --svg',
    ],
    [`report ${TABLE} --output ./${TABLE}`, OVERWRITES],
    [`report ${TABLE} --output same.html`, OVERWRITES],
    [
      `report ${TABLE} --output 2x2.svg`,
      "--output is for a page and must end in .html, found '2x2.svg': give --svg 2x2.svg for a figure",
    ],
    [`report ${TABLE} --output page`, "--output is for a page and must end in .html, found 'page'"],
    [`report ${TABLE} --svg 2x2.png`, "--svg must end in .svg, found '2x2.png'"],
    [`export ${TABLE}`, `${FORMATS}, or --output must end in one of them; found neither of them`],
    [`export ${TABLE} --output d.txt`, `${FORMATS}, or --output must end in one of them; found an output 'd.txt'`],
    [`export ${TABLE} --format xls`, `${FORMATS}; found 'xls'`],
    [
      `export ${TABLE} --format csv --depth 7`,
      "--depth must be a distance from 0 to 6, or a range such as 2..5, found '7'",
    ],
    [
      `export ${TABLE} --format csv --depth 4..2`,
      "--depth must be a distance from 0 to 6, or a range such as 2..5, found '4..2'",
    ],
    [`export ${TABLE} --format csv --sample 13`, 'a sample of 13 states was asked for, and there are only 12'],
    [`export ${TABLE} --format csv --seed 1`, '--seed is for --sample: add --sample <n>, or leave out --seed'],
    [
      `export ${TABLE} --format npy --depth 1`,
      'an npy file always holds all distances: choose csv, parquet or msgpack for some of them',
    ],
    [
      `export ${TABLE} --format json --sample 1`,
      'json is the result of the whole space: leave out --depth and --sample, which are for rows',
    ],
    [`export ${TABLE} --format csv --output ${TABLE}`, OVERWRITES],
    [`export ${TABLE} --format csv --output /dev/null`, `/dev/null ${DEVICE} --output -`],
    [`export ${TABLE} --format csv --output folder`, 'folder is a folder, but must be a file: choose another --output'],
    [
      'export large.table --format csv',
      /^out\/2x7\.csv would have 43,589,145,600 rows and about 2\.\d\d TB: add --yes, or choose some of its positions with --depth or --sample$/,
    ],
  ] as [string, string | RegExp, number?][])('%s', async (line, message, expected = 2) => {
    const cwd = await folderWith('2x2');
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'file'), 'no table at all');
    symlinkSync('folder', join(cwd, 'alias'));
    const table = readFileSync(join(cwd, TABLE));
    writeFileSync(join(cwd, 'cut.table'), table.subarray(0, -1));
    linkSync(join(cwd, TABLE), join(cwd, 'same.html'));
    symlinkSync(join(tabled, 'large.table'), join(cwd, 'large.table'));
    const before = readdirSync(cwd, { recursive: true }).sort();
    const { status, out, err } = await antipode(wordsOf(line), { cwd });
    expect([status, out]).toEqual([expected, '']);
    const text = /^antipode: ([^\n]*)\n$/.exec(err)?.[1];
    if (typeof message === 'string') expect(text).toBe(message);
    else expect(text).toMatch(message);
    expect(readFileSync(join(cwd, TABLE))).toEqual(table);
    expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(before);
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
    for (const [high, wide, position, distance] of [
      [3, 3, '2 3 4 1 5 x 7 6 8', 19],
      [3, 3, '8 6 7 2 5 4 3 x 1', 31],
      [1, 5, 'x 1 2 3 4', 4],
    ] as const) {
      const name = `${high}x${wide}`;
      await run(`export out/${name}.table --format npy`);
      const tiles = position.replace('x', '0').split(' ').join(', ');
      const goal = orderedPosition(makeBoard(high, wide)).join(', ');
      // Replaces numpy, which may be missing: bytes at [cell, rank] after a header of 128.
      const program = `${code}
class Array:
    def __getitem__(self, at):
        data = open('out/${name}.npy', 'rb').read()
        return data[128 + at[0] * ((len(data) - 128) // ${high * wide}) + at[1]]
print(distance(Array(), ${high}, ${wide}, [${goal}], [${tiles}]))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd: tabled, encoding: 'utf8' });
      expect([stdout, stderr]).toEqual([`${distance}\n`, '']);
    }
  },
);
