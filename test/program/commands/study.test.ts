/** `antipode analyse`, `report` and `export`: what they print and write, and refusals. The golden record holds more tables and formats. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardTableHeader, headerOf } from '#src/table/header.js';
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
  for (const line of ['3x3', SPIRAL, '2x3', '1x5', 'pancake:7', 'solitaire:5,3', ONE_WAY]) {
    await exploreInto(tabled, wordsOf(line));
  }
  // The table of a large board: a header, and a hole that takes no disk space.
  const { header, bytes } = headerOf(boardTableHeader(makeBoard(2, 7), 13, 'single', [1, 43_589_145_599]));
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
      [],
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
      const { status, out, err } = await run(`export out/2x3.table --format ${format}`);
      expect(status).toBe(0);
      expect(out).toMatch(new RegExp(`^out/2x3\\.${format}: 360 (distances|rows), [\\d.]+ (bytes|KB), [\\d.]+ s\\n$`));
      expect(err).toMatch(
        /^2x3: 360 states need [\d.]+ [KM]B of memory and about [\d.]+ (bytes|KB) of disk, .* are free\n$/,
      );
    }
    expect(await run('export out/2x3.table --output some/where/d.npy')).toMatchObject({ status: 0 });
    expect(written('some/where/d.npy')).toBe(written('out/2x3.npy'));
    const file = new Uint8Array(readFileSync(join(tabled, 'out/2x3.parquet'))).buffer;
    const lines = written('out/2x3.csv').trimEnd().split('\n').slice(1);
    expect(
      (await parquetReadObjects({ file })).map(({ position, blank, rank, distance }) =>
        [position, blank, rank, distance].join(),
      ),
    ).toEqual(lines);
    const { depths } = plainSearch(2, 3, orderedPosition(makeBoard(2, 3)));
    expect(lines).toHaveLength(360);
    for (const line of lines) {
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

test('a file of more than 1 GB is refused without --yes', async () => {
  const { status, out, err } = await run('export large.table --format csv');
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(
    /^antipode: out\/2x7\.csv would have 43,589,145,600 rows and about 2\.\d\d TB: add --yes, or choose some of its positions with --depth or --sample\n$/,
  );
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
    const known = [
      [3, 3, '2 3 4 1 5 x 7 6 8', 19],
      [3, 3, '8 6 7 2 5 4 3 x 1', 31],
      [1, 5, 'x 1 2 3 4', 4],
    ] as const;
    for (const [high, wide, position, distance] of rows(known, [0])) {
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
