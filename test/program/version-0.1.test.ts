/**
 * The command lines of version 0.1 still work: all of its README, and one for every option of its help.
 *
 * `npm test` compares the options; the full suite runs the lines. A line that takes more than a second has a stand-in, the same words for a
 * smaller space, which is run instead of it.
 */

import type { ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureSpace } from '../spaces.js';
import { FULL } from '../suite.js';
import { antipodeProcess } from './process.js';
import { antipode, whenWritten, wordsOf } from './run.js';

interface Row {
  readonly line: string;
  /** The stand-in of the line. */
  readonly run?: string;
  /** Standard input of a line with < FILE. */
  readonly input?: string;
  /** Patterns of standard output. */
  readonly out: readonly string[];
  /** Files that exist afterwards. */
  readonly writes?: readonly string[];
  /** A file, or '' for standard error, and a pattern. The program is interrupted when the pattern is found there. */
  readonly until?: readonly [file: string, pattern: string];
}

interface Fixture {
  readonly readme: readonly Row[];
  readonly help: readonly Row[];
  /** The options of each command in the help of 0.1. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

const { readme, help, options }: Fixture = JSON.parse(
  readFileSync(new URL('../fixtures/commands-0.1.json', import.meta.url), 'utf8'),
);
const ROWS = [...readme, ...help];

/** Files that the lines name. */
const FILES = {
  'cross.map': '#.#\n...\n...\n',
  'six.txt': 'x54321\n',
  'puzzle.txt': '8 3 5 1 2 7 4 6 0\n8\n1 2 3 4 5 6 7 8 0\n',
  'group.json': JSON.stringify({
    name: 'two-rings',
    points: 5,
    inverses: true,
    generators: [
      { name: 'a', permutation: '(1 2 3)' },
      { name: 'b', permutation: [1, 2, 4, 5, 3] },
    ],
  }),
};

/** Folder of all lines, which run in order, because many read tables of earlier ones. */
let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'antipode-'));
  copyFileSync(fixtureSpace('knight').path, join(cwd, 'my-space.js'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(cwd, name), content);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

/** Returns a line without its standard input. */
const plain = (line: string) => line.replace(/ < \S+$/, '');

/** Runs the program, and interrupts it when a pattern is found. */
function interrupted(line: string, [file, pattern]: readonly [string, string]) {
  const found = new RegExp(pattern);
  const interrupt = (child: ChildProcess) => void child.kill('SIGINT');
  const during = (child: ChildProcess) => {
    let err = '';
    if (file !== '') void whenWritten(join(cwd, file), found, interrupt)(child);
    else
      child.stderr?.on('data', (text) => {
        err += text;
        if (found.test(err)) interrupt(child);
      });
  };
  return antipodeProcess(wordsOf(plain(line)), { cwd, during });
}

describe.runIf(FULL).each([
  ['README', readme],
  ['help', help],
] as const)('a command line of the %s of 0.1 works:', (_, rows) => {
  test.each(rows.map((row) => [row.line, row] as const))('%s', async (_, row) => {
    const { line, run = line, input = '', out, writes = [], until } = row;
    const ended =
      until === undefined ? await antipode(wordsOf(plain(run)), { cwd, input }) : await interrupted(run, until);
    expect(ended).toMatchObject({ status: until === undefined ? 0 : 130, signal: null });
    for (const pattern of out) expect(ended.out).toMatch(new RegExp(pattern));
    for (const path of writes) {
      const names = readdirSync(join(cwd, dirname(path)));
      expect(
        names.some((name) => new RegExp(`^${basename(path)}$`).test(name)),
        path,
      ).toBe(true);
    }
  });
});

describe.each(Object.entries(options))('%s', (command, names) => {
  test('has all options of 0.1, each of which is tested by a line above', async () => {
    const { out } = await antipode([command, '--help'], { cwd });
    const lines = ROWS.map(({ line, run }) => wordsOf(plain(run ?? line))).filter(([word]) => word === command);
    for (const name of names) {
      expect(out).toMatch(new RegExp(` ${name}[\\s,]`));
      expect(lines.flat(), name).toContain(name);
    }
  });
});

test('the stand-in of a line differs from it only in its space or a file', () => {
  for (const { line, run = line } of ROWS) {
    const kept = wordsOf(plain(line)).filter((word) => !/^(?:\dx\d|pancake:\d+|out\/\S+|<file>)$/.test(word));
    expect(wordsOf(plain(run))).toEqual(expect.arrayContaining(kept));
  }
});
