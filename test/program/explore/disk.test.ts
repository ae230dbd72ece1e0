import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkOneDisk } from '#src/program/explore/lasting-run.js';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, linesOf, temporaryFolder, whenWritten, withoutEffort } from '../run.js';

describe('antipode explore --store disk', () => {
  test('reports its needs, has the same results as in memory, and leaves no work files', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '2x4', '--json', '--threads', '2'];
    const alone = await antipode([...words, '--output', 'alone'], { cwd });
    const store = ['--store', 'disk', '--work', 'work', '--memory', '500000000', '--log', 'run.log'];
    const { status, out, err } = await antipode([...words, ...store], { cwd });
    expect(err).toMatch(
      /^2x4: 20,160 states need [\d.]+ KB of memory, with 2 threads about 10\d MB in all; [\d.]+ GB are free\nfiles in work of at most [\d.]+ [KM]B; [\d.]+ [GT]B are free\nif the run is stopped or killed, resume it: antipode explore --resume work\n$/,
    );
    expect(status).toBe(0);
    const { bytes: _, ...result } = withoutEffort(out);
    expect(withoutEffort(alone.out)).toMatchObject({ ...result, table: 'alone/2x4.table' });
    const table = readFileSync(join(cwd, 'out/2x4.table'));
    expect(table.equals(readFileSync(join(cwd, 'alone/2x4.table')))).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['alone', 'out', 'run.log']);
    const lines = linesOf(join(cwd, 'run.log'));
    expect(lines.map(({ fresh }) => fresh)).toEqual(result.histogram);
    // Everything fits into memory.
    expect(Math.max(...lines.map(({ bytesRead }) => bytesRead))).toBe(0);
    expect(Math.max(...lines.map(({ bytesWritten }) => bytesWritten))).toBeGreaterThan(1e3);
  });

  test.runIf(FULL)('finishes the layer on SIGTERM, prints the command that resumes, and resumes there', async () => {
    const cwd = temporaryFolder();
    const path = join(cwd, 'run.log');
    const words = ['explore', '3x4', '--json', '--threads', '1'];
    const plain = antipode([...words, '--output', 'plain'], { cwd });
    const stopped = await antipodeProcess([...words, '--store', 'disk', '--work', 'w', '--log', 'run.log'], {
      cwd,
      during: whenWritten(path, /"depth":20,/, (child) => child.kill('SIGTERM')),
    });
    expect(stopped.status).toBe(143);
    expect(stopped.out).toBe('');
    const [finishing, end, ...others] = stopped.err.split('\n').slice(3);
    expect(finishing).toMatch(/^finishing the layer of depth \d+ and saving; repeat to stop immediately$/);
    const depth = Number(/depth (\d+)/.exec(end)?.[1]);
    expect(end).toBe(`antipode: stopped after the layer of depth ${depth}; to resume: antipode explore --resume w`);
    expect(others).toEqual(['']);

    const refused = await antipode(['explore', '--resume', 'w', '--checkpoint-every', '5'], { cwd });
    expect(refused.err).toBe(
      'antipode: --checkpoint-every is for runs in memory, and the saved one is on disk, where every layer is saved: leave it out\n',
    );
    const resumed = await antipode(['explore', '--resume', 'w', '--json', '--threads', '1', '--log', 'run.log'], {
      cwd,
    });
    expect(resumed.err).toContain(`: resuming from depth ${depth}, saved in w\n`);
    expect(resumed.status).toBe(0);
    const { bytes: _, ...result } = withoutEffort(resumed.out);
    expect(withoutEffort((await plain).out)).toMatchObject({ ...result, table: 'plain/3x4.table' });
    const table = readFileSync(join(cwd, 'out/3x4.table'));
    expect(table.equals(readFileSync(join(cwd, 'plain/3x4.table')))).toBe(true);
    expect(linesOf(path).map(({ fresh }) => fresh)).toEqual(result.histogram);
    expect(readdirSync(cwd).sort()).toEqual(['out', 'plain', 'run.log']);
  });

  test('a disk must have space for the saved files and, at the same time, for the table', async () => {
    const cwd = temporaryFolder();
    const [output, work] = [join(cwd, 'none/out'), join(cwd, 'work')];
    const { bavail, bsize } = statfsSync(cwd);
    const half = 0.6 * bavail * bsize;
    await checkOneDisk(output, half, work, 1e6);
    await checkOneDisk(output, 1e6, work, half);
    await expect(checkOneDisk(output, half, work, half)).rejects.toThrow(
      /^the run writes up to [^']* to '[^']*work', and then about [^']* to '[^']*out' on the same disk, but [^']* are free: choose another disk for one of them, or --no-table$/,
    );
  });
});
