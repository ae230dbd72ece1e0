import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { shellCommand } from '#src/base/text.js';
import { distributionText } from '#src/program/terminal/distribution-text.js';
import { columnsOf, columnsText, factsText } from '#src/program/terminal/layout.js';
import { publishedHistogram } from '../../spaces/puzzles/space-checks.js';
import { rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { CLI } from '../process.js';
import { temporaryFolder } from '../run.js';

const plainLines = (text: string) => stripVTControlCharacters(text).split('\n');

/** Returns the number of characters of the longest line. */
const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => [...line].length));

test('a terminal has its own width, by default 80 columns; a file or a pipe has none', () => {
  expect(columnsOf({ isTTY: true, columns: 60 })).toBe(60);
  expect(columnsOf({ isTTY: true, columns: 0 })).toBe(80);
  expect(columnsOf({})).toBeUndefined();
});

test('bars use the remaining width of a narrow terminal, and are omitted if they would be too short', () => {
  const of4x4 = publishedHistogram('4x4', 'single');
  expect(widest(plainLines(distributionText(of4x4, 60)))).toBe(60);
  expect(widest(plainLines(distributionText(of4x4, 40)))).toBe(40);
  const [head, first] = plainLines(distributionText(of4x4, 35));
  expect([head, first]).toEqual(['depth           states    share', '    0                1  <0.01 %']);
  expect(plainLines(distributionText(of4x4, 30))[1]).toBe('    0                1');
});

test('columns that do not fit are in another block below, which repeats the first column', () => {
  const head = ['depth', 'states', 'growth', 'nearer'];
  const rows = [
    ['0', '1', '-', '0.000'],
    ['1', '2', '2.000', '1.000'],
  ];
  expect(plainLines(columnsText(head, rows, 21))).toEqual([
    'depth  states  growth',
    '    0       1       -',
    '    1       2   2.000',
    '',
    'depth  nearer',
    '    0   0.000',
    '    1   1.000',
  ]);
  expect(plainLines(columnsText(head, rows, 5))).toHaveLength(3 * 3 + 2);
  expect(plainLines(columnsText(head, rows))).toHaveLength(3);
});

test('facts are folded between words, but not between a number and its unit', () => {
  const lines = plainLines(factsText('a title of many words', [['memory', '2.79 TB, and 21.5 GB are free']], 36));
  expect(lines).toEqual([
    'a title of many words',
    'memory              2.79 TB, and',
    '                    21.5 GB are free',
  ]);
});

test.skipIf(spawnSync('script', ['--version']).status !== 0)(
  'results fit into the 60 columns of a terminal',
  async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['2x4']);
    const antipode = (...words: string[]) => shellCommand([process.execPath, CLI, ...words]);
    const commands = rows([antipode('explore', '2x4', '--output', 'o'), antipode('analyse', 'out/2x4.table')], [1]);
    const { stdout } = spawnSync('script', ['-qec', `stty cols 60; ${commands.join(' && ')}`, '/dev/null'], {
      cwd,
      encoding: 'utf8',
    });
    const results = plainLines(stdout.replaceAll('\r', '\n')).filter((line) => !line.includes(' of memory, '));
    expect(results.join('\n')).toContain('2x4, goal 1 2 3 4 5 6 7 x');
    expect(widest(results)).toBe(60);
  },
);
