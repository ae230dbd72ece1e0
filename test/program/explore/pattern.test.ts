import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder, whenWritten, withoutEffort } from '../run.js';

const PATTERN = ['explore', '4x4', '--pattern', '1 2 5 6 7 9', '--threads', '1', '--json'];

describe('antipode explore --pattern', () => {
  test.runIf(FULL)('that does not fit into memory is refused with advice', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '4x8', '--pattern', '1 2 3 4 5 6 7 8'];
    const { status, err } = await antipode(words, { cwd });
    expect(err).toMatch(
      /^antipode: 4x8 pattern 1 2 3 4 5 6 7 8 needs 195 GB of memory [^\n]*; --plan prints the needs, and a pattern of fewer tiles needs less memory; --no-table halves it\n$/,
    );
    expect(status).toBe(1);
    const half = await antipode([...words, '--no-table'], { cwd });
    expect(half.err).toMatch(/and a pattern of fewer tiles needs less memory\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('is enumerated by its own engine or by the general one, whose table has another name', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '3x3', '--pattern', '1 2 4', '--json'];
    const results = [];
    for (const method of [[], ['--method', 'general']]) {
      const { out } = await antipode([...words, ...method], { cwd });
      results.push(withoutEffort(out));
    }
    const [{ method, table, bytes: _, ...own }, { method: generalMethod, table: generalTable, bytes: __, ...general }] =
      results;
    expect([method, table]).toEqual(['patterns', 'out/3x3-pattern-1-2-4.table']);
    expect([generalMethod, generalTable]).toEqual(['general', 'out/3x3-pattern-1-2-4-general.table']);
    expect(own).toEqual(general);
    for (const name of [table, generalTable]) {
      expect((await antipode(['solve', '--table', String(name), '. 4 2 1 . . . . x'], { cwd })).out).toBe(
        '4d 1u 4l 2l\n',
      );
    }
  });

  test.runIf(FULL)('resumes only from a checkpoint of the same pattern', async () => {
    const cwd = temporaryFolder();
    const whole = await antipode([...PATTERN, '--output', 'whole'], { cwd });
    const log = ['--log', 'run.log'];
    const during = whenWritten(join(cwd, 'run.log'), /"depth":6,/, (child) => child.kill('SIGINT'));
    const saved = [...PATTERN, '--checkpoint', 'saved', '--checkpoint-every', '0', ...log];
    expect((await antipodeProcess(saved, { cwd, during })).status).toBe(130);
    const resume = ['explore', '--resume', 'saved', '--threads', '1', '--json'];
    const refused = async (...words: string[]) => (await antipode([...resume, ...words], { cwd })).err;
    expect(await refused('--pattern', '1 2 3')).toBe(
      'antipode: saved holds a run of pattern 1 2 5 6 7 9, but the command asks for 1 2 3: leave that out, or name another folder\n',
    );
    expect(await refused('4x4')).toBe(
      'antipode: saved holds a run of space 4x4 pattern 1 2 5 6 7 9, but the command asks for 4x4: leave that out, or name another folder\n',
    );
    expect(await refused('--goal', 'x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15')).toContain(
      'saved holds a run of goal 1 2 3',
    );
    const resumed = await antipode([...resume, '4x4', '--pattern', '9 7 6 5 2 1'], { cwd });
    expect(withoutEffort(resumed.out)).toEqual({
      ...withoutEffort(whole.out),
      table: 'out/4x4-pattern-1-2-5-6-7-9.table',
    });
  });
});
