import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FULL, rows } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, linesOf, PROVENANCE, temporaryFolder, whenWritten } from '../run.js';

/** Fields of a result that differ between runs. */
const EFFORT = { seconds: expect.any(Number), totalSeconds: expect.any(Number), statesPerSecond: expect.any(Number) };

describe('antipode explore --partition', () => {
  test.each(
    rows(
      [
        ['4x4', '6-6-3', [], ['4 7 8 11 12 15', '5 6 9 10 13 14', '1 2 3']],
        ['3x4', '1 2 3 4 5 / 6 7 8 / 9 10 11', ['--no-table'], ['1 2 3 4 5', '6 7 8', '9 10 11']],
        ['3x3', '6-2', ['--goal', '1 2 3 8 x 4 7 6 5'], ['1 2 3 4 5 8', '6 7']],
        ['..#/.../#..', '2-4', ['--method', 'general'], ['1 3', '2 4 5 6']],
      ],
      [3],
    ),
  )('of %s, %s writes the same as --pattern for each pattern', async (board, partition, more, patterns) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(
      ['explore', board, '--partition', partition, ...more, '--json', '--output', 'all'],
      { cwd },
    );
    expect(status, err).toBe(0);
    expect(err).toMatch(/ in turn: [\d,]+ states need /);
    const alone = [];
    for (const tiles of patterns) {
      const words = ['explore', board, '--pattern', tiles, ...more, '--json', '--output', 'alone'];
      const { provenance: _, ...result } = JSON.parse((await antipode(words, { cwd })).out);
      alone.push({ ...result, table: result.table?.replace('alone', 'all') ?? null, ...EFFORT });
    }
    const result = JSON.parse(out);
    expect(out).toBe(`${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({ metric: 'single', partition, provenance: PROVENANCE });
    expect(result.patterns).toEqual(alone);
    const names = readdirSync(join(cwd, 'all'));
    expect(names).toEqual(readdirSync(join(cwd, 'alone')));
    expect(names).toHaveLength(patterns.length * (more.includes('--no-table') ? 1 : 2));
    for (const name of names) {
      const [one, other] = ['all', 'alone'].map((folder) => readFileSync(join(cwd, folder, name)));
      if (name.endsWith('.table')) expect(one.equals(other)).toBe(true);
      else expect(JSON.parse(one.toString()).histogram).toEqual(JSON.parse(other.toString()).histogram);
    }
  });

  test('logs layers with the number of their pattern', async () => {
    const cwd = temporaryFolder();
    await antipode(['explore', '3x3', '--partition', '5-3', '--log', 'run.log', '--no-table'], { cwd });
    const depths = [0, 1].map((number) => linesOf(join(cwd, 'run.log')).filter(({ pattern }) => pattern === number));
    expect(depths.map((lines) => lines.map(({ depth }) => depth))).toEqual(
      depths.map((lines) => lines.map((_, depth) => depth)),
    );
    expect(depths.map((lines) => lines.length > 10)).toEqual([true, true]);
  });

  test.runIf(FULL)('keeps the bitsets of one pattern at a time', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '3x6', '--partition', '7-7-3', '--no-table', '--log', 'run.log'];
    expect((await antipodeProcess(words, { cwd })).status).toBe(0);
    const [first, second] = [0, 1].map((number) => {
      const lines = linesOf(join(cwd, 'run.log')).filter(({ pattern }) => pattern === number);
      return Math.max(...lines.map(({ memory }) => memory));
    });
    // A bitset takes 50 MB.
    expect(second - first).toBeLessThan(25e6);
  });

  test('refuses, before it begins, to replace a file of another space', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '2x3', '--partition', '1 2 3 / 4 5'];
    mkdirSync(join(cwd, 'out'));
    const { patterns } = JSON.parse((await antipode([...words, '--json', '--output', 'x'], { cwd })).out);
    const name = patterns[1].table.replace('x/', '').replace('.table', '.json');
    writeFileSync(join(cwd, 'out', name), '{ "space": "3x4", "goal": "1" }');
    const { status, out, err } = await antipode(words, { cwd });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(`out/${name} is of 3x4, and would be replaced`);
    expect(readdirSync(join(cwd, 'out'))).toEqual([name]);
    expect((await antipode([...words, '--replace'], { cwd })).status).toBe(0);
    expect((await antipode(words, { cwd })).status).toBe(0);
  });

  test.runIf(FULL)('lists the saved and the missing patterns on Ctrl-C', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipodeProcess(
      ['explore', '4x4', '--partition', '1 2 3 / 4 5 6 7 8 9 10 11 / 12 13 / 14 15', '--threads', '1', '--log', 'log'],
      { cwd, during: whenWritten(join(cwd, 'log'), /"pattern":1,"depth":6,/, (child) => child.kill('SIGINT')) },
    );
    expect([status, out]).toEqual([130, '']);
    expect(err).toMatch(/^4x4 pattern 4 5 6 7 8 9 10 11, incomplete: \d+ layers complete/m);
    expect(err.trimEnd().split('\n').at(-1)).toBe(
      'antipode: stopped; saved in out: 1 2 3; missing: 4 5 6 7 8 9 10 11 / 12 13 / 14 15; --pattern explores a single pattern',
    );
    expect(readdirSync(join(cwd, 'out'))).toEqual(['4x4-pattern-1-2-3.json', '4x4-pattern-1-2-3.table']);
  });
});

describe('antipode explore --partition --plan', () => {
  const words = ['explore', '3x3', '--partition', '1 2 4 / 5 8 / 3 6 7', '--plan'];

  test.runIf(FULL)('gives the needs of each pattern, and of all in turn', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipode([...words, '--json'], { cwd });
    expect(status).toBe(0);
    const { partition, goal, patterns, memory } = JSON.parse(out);
    expect([partition, goal]).toEqual(['1 2 4 / 5 8 / 3 6 7', '1 2 3 4 5 6 7 8 x']);
    expect(patterns.map(({ space }: { space: string }) => space)).toEqual([
      '3x3 pattern 1 2 4',
      '3x3 pattern 5 8',
      '3x3 pattern 3 6 7',
    ]);
    type Plan = { readonly rooms: readonly { readonly neededBytes: number }[]; readonly seconds: number };
    const plans: Plan[] = patterns.map((pattern: { readonly memory: Plan }) => pattern.memory);
    const bytesOf = (room: number) => plans.map(({ rooms }) => rooms[room].neededBytes);
    expect(memory.rooms[0].neededBytes).toBe(Math.max(...bytesOf(0)));
    expect(memory.rooms[1].neededBytes).toBe(bytesOf(1).reduce((sum, bytes) => sum + bytes));
    expect(memory.seconds).toBeCloseTo(plans.reduce((sum, { seconds }) => sum + seconds, 0));
    expect(memory.fits).toBe(true);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.runIf(FULL)('fits into 80 columns', async () => {
    const { status, out } = await antipode([...words, '--no-table'], { cwd: temporaryFolder() });
    expect(status).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toBe('3x3 partition 1 2 4 / 5 8 / 3 6 7: a plan, nothing is enumerated');
    expect(lines).toContain('states              1,568, in 3 patterns, explored in turn');
    expect(lines.find((line) => line.startsWith('1 2 4'))).toMatch(/ 744 .* none .* s$/);
    expect(lines).toContain('In memory: possible here');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});
