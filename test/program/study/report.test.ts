import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { parseXml } from '../../study/report/xml.js';
import { FULL } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

/** Creates a folder with out/<board>.table. */
async function withTable(board: string): Promise<string> {
  const cwd = temporaryFolder();
  await exploreInto(cwd, [board]);
  return cwd;
}

describe('antipode report', () => {
  test('writes a page and a picture, and prints a line for each', async () => {
    const cwd = await withTable('3x3');
    const words = ['report', 'out/3x3.table', '--output', 'made/here/3x3.html', '--svg', '3x3.svg', '--threads', '2'];
    const { status, out, err } = await antipode(words, { cwd });
    expect(err).toMatch(/^3x3: 181,440 states need 1\.\d\d MB of memory, .* are free\n$/);
    expect(out).toMatch(/^made\/here\/3x3\.html: \d+ KB\n3x3\.svg: [\d.]+ KB\n$/);
    expect(status).toBe(0);
    const page = readFileSync(join(cwd, 'made/here/3x3.html'), 'utf8');
    expect(page).toContain(`<code>antipode ${words.join(' ')}</code>`);
    expect(page).toContain(`antipode ${manifest.version}<`);
    expect(page).toContain(`<dt>Node</dt><dd>${process.version}</dd>`);
    expect(page).toContain(`<dt>Processor</dt><dd>${cpus().length} × ${cpus()[0].model.trim()}</dd>`);
    expect(page).toContain('<strong>25,077</strong>');
    const svg = readFileSync(join(cwd, '3x3.svg'), 'utf8');
    expect(parseXml(svg).attributes.viewBox).toBe('0 0 420 270');
    expect(readdirSync(join(cwd, 'made/here'))).toEqual(['3x3.html']);
  });

  test('writes only the requested file, and replaces an existing one', async () => {
    const cwd = await withTable('2x2');
    writeFileSync(join(cwd, 'a.svg'), 'old');
    const { status, out } = await antipode(['report', 'out/2x2.table', '--svg', 'a.svg'], { cwd });
    expect(status).toBe(0);
    expect(out).toMatch(/^a\.svg: .*\n$/);
    expect(readdirSync(cwd).sort()).toEqual(['a.svg', 'out']);
    expect(readFileSync(join(cwd, 'a.svg'), 'utf8')).toMatch(/^<\?xml /);
  });

  test('shows its command escaped for HTML, and quoted for a shell', async () => {
    const cwd = await withTable('2x2');
    const output = `a <b> & "c" it's.html`;
    const { status } = await antipode(['report', 'out/2x2.table', '--output', output], { cwd });
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, output), 'utf8')).toContain(
      '--output &#39;a &lt;b&gt; &amp; &quot;c&quot; it&#39;\\&#39;&#39;s.html&#39;</code>',
    );
  });

  test('refuses unsuitable files before it begins', async () => {
    const cwd = await withTable('2x2');
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'file'), '');
    symlinkSync('folder', join(cwd, 'alias'));
    linkSync(join(cwd, 'out/2x2.table'), join(cwd, 'same.html'));
    const table = 'out/2x2.table';
    const before = readFileSync(join(cwd, table));
    const cases: [string[], string][] = [
      [[], 'the output is missing: give --output <file.html>, --svg <file.svg>, or both'],
      [['--output', ''], "--output must be the name of a file, found ''"],
      [['--output', 'new/'], "--output must be the name of a file, found 'new/'"],
      [['--svg', 'folder'], 'folder is a folder, but must be a file: choose another --svg'],
      [
        ['--svg', '/dev/null'],
        '/dev/null is a device, a pipe, a socket or a descriptor: name a file, or write to standard output with --svg -',
      ],
      [['--svg', 'file/a.svg'], "cannot write to the folder 'file' (ENOTDIR): choose another --svg"],
      [['--output', 'a', '--svg', './a'], 'the page and the picture would both be written to a: choose another --svg'],
      [
        ['--output', 'folder/a', '--svg', 'alias/a'],
        'the page and the picture would both be written to folder/a: choose another --svg',
      ],
      [['--output', `./${table}`], `the output would overwrite the table ${table}: choose another --output`],
      [['--output', 'same.html'], `the output would overwrite the table ${table}: choose another --output`],
      [
        ['--output', '2x2.svg'],
        "--output is for a page and must end in .html, found '2x2.svg': give --svg 2x2.svg for a figure",
      ],
      [['--output', 'page'], "--output is for a page and must end in .html, found 'page'"],
      [['--svg', '2x2.png'], "--svg must end in .svg, found '2x2.png'"],
      [['--svg', 'a.svg', '--threads', '0'], "--threads must be a whole number from 1 to 256, found '0'"],
    ];
    for (const [words, message] of cases) {
      const { status, out, err } = await antipode(['report', table, ...words], { cwd });
      expect({ err, out, status }).toEqual({ err: `antipode: ${message}\n`, out: '', status: 2 });
    }
    expect(readFileSync(join(cwd, table))).toEqual(before);
    expect(readdirSync(cwd).sort()).toEqual(['alias', 'file', 'folder', 'out', 'same.html']);
    expect(readdirSync(join(cwd, 'folder'))).toEqual([]);
  });

  test('fails in one line if there is no table', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'no.table'), 'no table');
    for (const [name, expected] of [
      ['missing.table', 2],
      ['no.table', 1],
    ] as const) {
      const { status, out, err } = await antipode(['report', name, '--output', 'a.html'], { cwd });
      expect(err).toMatch(/^antipode: .+\n$/);
      expect(err).toContain(name);
      expect({ out, status }).toEqual({ out: '', status: expected });
    }
    expect(readdirSync(cwd)).toEqual(['no.table']);
  });

  test.runIf(FULL)('leaves nothing behind on SIGINT', async () => {
    const cwd = await withTable('3x4');
    const words = ['report', 'out/3x4.table', '--output', 'a.html', '--threads', '1'];
    const during = async (child: { kill: (signal: 'SIGINT') => boolean }) => {
      await setTimeout(1500);
      child.kill('SIGINT');
    };
    const { status, out } = await antipodeProcess(words, { cwd, during: (child) => void during(child) });
    expect({ out, status }).toEqual({ out: '', status: 130 });
    expect(readdirSync(cwd)).toEqual(['out']);
  });
});
