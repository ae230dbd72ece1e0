import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { grouped } from '#src/base/text.js';
import { publishedHistogram } from '../../spaces/puzzles/space-checks.js';
import { rows } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { temporaryFolder, whenWritten } from '../run.js';

const FOUND_OF_3X4 = publishedHistogram('3x4', 'single');

test.each(
  rows(
    [
      ['3x4', [], 'SIGINT', 130, FOUND_OF_3X4],
      ['pancake:12', [], 'SIGINT', 130, publishedHistogram('pancake:12')],
      ['3x4', ['--json'], 'SIGHUP', 129, FOUND_OF_3X4],
      ['3x4', ['--all-goals'], 'SIGTERM', 143, FOUND_OF_3X4],
    ] as const,
    [3],
  ),
)(
  'explore %s %j prints on %s the distribution so far, and how to save progress',
  async (space, more, signal, expected, known) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipodeProcess(
      ['explore', space, ...more, '--threads', '1', '--log', 'run.log'],
      { cwd, during: whenWritten(join(cwd, 'run.log'), /"depth":6,/, (child) => child.kill(signal)) },
    );
    expect([status, out]).toEqual([expected, '']);
    const [announced, title, head, ...lines] = err.trimEnd().split('\n');
    expect(announced).toContain(' states need ');
    expect(head).toMatch(/^depth +states +share$/);
    const advice = lines.pop();
    expect(advice).toMatch(/^antipode: stopped.* --checkpoint <dir> saves progress for /);
    expect(title.startsWith(`${space}, `)).toBe(true);
    const all = grouped(known.reduce((sum, states) => sum + states, 0));
    const found = known.slice(0, lines.length);
    const states = grouped(found.reduce((sum, count) => sum + count, 0));
    expect(title).toContain(`incomplete: ${lines.length} layers complete, ${states} of `);
    expect(title.endsWith(`${all} states found`)).toBe(true);
    const told = lines.map((line) => line.trim().split(/ +/).slice(0, 2).join(' '));
    expect(told).toEqual(found.map((count, depth) => `${depth} ${grouped(count)}`));
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  },
);
