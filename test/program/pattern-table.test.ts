import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainPatternTable, savePatternTable } from '../pattern-table.js';
import { antipode } from './run.js';

describe('a table of a pattern with one bit per state', () => {
  let path: string;
  const cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
  afterAll(() => rmSync(cwd, { recursive: true }));
  beforeAll(async () => {
    ({ path } = await savePatternTable(cwd, await plainPatternTable('3x3', [1, 2, 4])));
  });
  const run = (...words: string[]) => antipode(words, { cwd });

  test('solves states', async () => {
    const { out } = await run('solve', '--table', path, '. 4 2 1 . . . . x', 'x 4 2 1 . . . . .');
    expect(out).toBe('4d 1u 4l 2l\n1u 4d 2l 4l\n');
  });

  test('is analysed and reported', async () => {
    const analysed = await run('analyse', path, '--json');
    expect(JSON.parse(analysed.out)).toMatchObject({ space: '3x3 pattern 1 2 4', states: 744, maxDepth: 11 });
    const report = await run('report', path, '--output', 'report.html');
    expect([report.status, report.err.includes('report.html') || report.out.includes('report.html')]).toEqual([
      0,
      true,
    ]);
  });

  test('is verified, as are the distances exported from it', async () => {
    expect((await run('export', path, '--format', 'npy', '--output', 'distances.npy')).status).toBe(0);
    for (const more of [[], ['--distances', 'distances.npy']]) {
      const { status, out } = await run('verify', path, ...more, '--json');
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ ok: true, states: 744, maxDepth: 11 });
    }
  });

  test('is refused as the table of another space', async () => {
    const { status, err } = await run('solve', '4x4', '--table', path);
    expect(status).not.toBe(0);
    expect(err).toContain('antipode: ');
  });
});
