import { execFile, execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FULL, rows } from '../../suite.js';
import { antipodeProcess, CLI } from '../process.js';
import { antipode, linesOf, temporaryFolder } from '../run.js';

describe('antipode explore --log', () => {
  test('writes a line per layer, and replaces the lines of an earlier run', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    writeFileSync(join(cwd, 'logs/run.log'), 'of another run\n'.repeat(1000));
    const { status, out } = await antipode(['explore', '3x3', '--json', '--log', 'logs/run.log'], { cwd });
    expect(status).toBe(0);
    const lines = linesOf(join(cwd, 'logs/run.log'));
    const { histogram, seconds } = JSON.parse(out);
    expect(lines.map(({ fresh }) => fresh)).toEqual(histogram);
    expect(lines.map(({ depth }) => depth)).toEqual(histogram.map((_: number, depth: number) => depth));
    let found = 0;
    let before = 0;
    for (const line of lines) {
      expect(Object.keys(line)).toEqual([
        'depth',
        'fresh',
        'found',
        'states',
        'seconds',
        'bytesRead',
        'bytesWritten',
        'memory',
      ]);
      found += line.fresh;
      expect(line).toMatchObject({ found, states: 181440, bytesRead: 0, bytesWritten: 0 });
      expect(line.seconds).toBeGreaterThanOrEqual(before);
      before = line.seconds;
      // A Node process takes about 40 MB.
      expect(line.memory).toBeGreaterThan(2e7);
      expect(line.memory).toBeLessThan(2e9);
    }
    expect(before).toBeLessThanOrEqual(seconds);
  });

  test.runIf(FULL)('writes each line as soon as its layer is complete', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'run.log');
    const seen: number[] = [];
    const { out } = await antipodeProcess(
      ['explore', '2x6', '--no-table', '--json', '--threads', '1', '--log', 'run.log'],
      {
        cwd,
        during: (child) => {
          const look = () => {
            if (child.exitCode !== null) return;
            const text = readdirSync(cwd).includes('run.log') ? readFileSync(path, 'utf8') : '';
            if (text !== '') {
              expect(text.endsWith('}\n')).toBe(true);
              seen.push(text.split('\n').length - 1);
            }
            setTimeout(look, 5);
          };
          look();
        },
      },
    );
    // 2x6 takes several tenths of a second, and its layers are reported every tenth of a second.
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(linesOf(path).map(({ fresh }) => fresh)).toEqual(JSON.parse(out).histogram);
  });

  test('gives the goal of each line for several goals, and the same fields for all spaces', async () => {
    const cwd = temporaryFolder();
    const { out } = await antipode(['explore', '2x4', '--all-goals', '--json', '--log', 'goals.log'], { cwd });
    const { goals } = JSON.parse(out);
    const expected = goals.flatMap(({ histogram }: { histogram: number[] }, goal: number) =>
      histogram.map((fresh, depth) => ({ goal, depth, fresh })),
    );
    const lines = linesOf(join(cwd, 'goals.log'));
    expect(lines.map(({ goal, depth, fresh }) => ({ goal, depth, fresh }))).toEqual(expected);
    await antipode(['explore', 'pancake:6', '--log', 'pancake.log'], { cwd });
    const [first, ...others] = linesOf(join(cwd, 'pancake.log'));
    expect(first).toMatchObject({ depth: 0, fresh: 1, found: 1, states: 720 });
    expect(others.at(-1)).toMatchObject({ depth: 7, fresh: 2, found: 720 });
    expect(['goal', ...Object.keys(first)]).toEqual(Object.keys(lines[0]));
  });

  test('writes to a pipe that is read', async () => {
    const cwd = temporaryFolder();
    const pipe = join(cwd, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const unread = await antipode(['explore', '2x3', '--log', 'pipe'], { cwd });
    expect(unread.err).toContain('antipode: the log pipe cannot be written (ENXIO): choose another --log\n');
    expect(unread.status).toBe(2);
    const reader = openSync(pipe, 'r+');
    onTestFinished(() => closeSync(reader));
    const { status } = await antipode(['explore', '2x3', '--log', 'pipe'], { cwd });
    expect(status).toBe(0);
    const bytes = Buffer.alloc(65536);
    const text = bytes.toString('utf8', 0, readSync(reader, bytes));
    expect(text.trimEnd().split('\n')).toHaveLength(22);
  });

  test.each(
    rows(
      [
        ['', "--log must be the name of a file, found ''"],
        ['logs/', "--log must be the name of a file, found 'logs/'"],
        ['folder', 'the log folder cannot be written (EISDIR): choose another --log'],
        ['file/run.log', 'the log file/run.log cannot be written (ENOTDIR): choose another --log'],
        ['/proc/none/run.log', 'the log /proc/none/run.log cannot be written (ENOENT): choose another --log'],
        ['/dev/stdout', 'the log /dev/stdout would be mixed with printed output: choose another --log'],
        ['/dev/stderr', 'the log /dev/stderr would be mixed with printed output: choose another --log'],
        ['out/3x3.table', 'the result out/3x3.table would overwrite the log: choose another --log'],
        ['folder/../out/3x3.json', 'the result out/3x3.json would overwrite the log: choose another --log'],
      ],
      [0, 1, 2, 3, 4, 5, 7, 8],
    ),
  )('refuses %j before the search, in one line', async (path, message) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'file'), '');
    const run = path.startsWith('/dev/') ? antipodeProcess : antipode;
    const { status, out, err } = await run(['explore', '3x3', '--log', path], { cwd });
    expect(err.split('\n').slice(1)).toEqual([`antipode: ${message}`, '']);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test('leaves an old log unchanged if the run is refused', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'run.log'), 'precious\n');
    mkdirSync(join(cwd, 'out/3x3.table'), { recursive: true });
    const { status } = await antipode(['explore', '3x3', '--log', 'run.log'], { cwd });
    expect(status).toBe(2);
    expect(readFileSync(join(cwd, 'run.log'), 'utf8')).toBe('precious\n');
  });

  test('reports once that the log has failed, leaves no partial line, and continues', async () => {
    const cwd = temporaryFolder();
    // No file can grow beyond 2 KB, so that part of a line is written, as on a full disk.
    const limited = ['-c', 'ulimit -f 2; trap "" XFSZ; exec "$@"', 'bash', process.execPath, CLI];
    const words = [...limited, 'explore', '3x3', '--no-table', '--log', 'run.log'];
    const { stdout, stderr } = await promisify(execFile)('bash', words, { cwd });
    expect(stderr.split('\n').slice(1)).toEqual([
      'antipode: the log run.log cannot be written (EFBIG), and ends here; the exploration continues',
      '',
    ]);
    expect(stdout).toContain('maximum depth       31');
    const lines = linesOf(join(cwd, 'run.log'));
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.map(({ depth }) => depth)).toEqual(lines.map((_, depth) => depth));
    expect(readdirSync(join(cwd, 'out'))).toEqual(['3x3.json']);
  });
});
