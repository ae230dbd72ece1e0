import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeProgram } from '#src/program/main.js';
import { EXIT_NOT_PROVED } from '#src/program/terminal/process.js';
import { capturedIo } from '../captured-io.js';
import { CLI } from '../program/process.js';
import { antipode, sharedFolder } from '../program/run.js';
import { FULL } from '../suite.js';
import { commandsOf, wordsOf } from './commands.js';
import { commandsPage } from './commands-page.js';
import { pages, root, tokensOf } from './pages.js';

const shown = pages.flatMap((page) => commandsOf(page).map((command) => ({ page, ...command })));

/** Commands that are only parsed, by the reason. */
const ONLY_PARSED: readonly (readonly [RegExp, string])[] = [
  // Times on two cores.
  [/explore 2x7|moonspinner|verify out\/(3x4|pancake)/, 'more than 5 s or 1 GB'],
  [
    /cube-3x3x3 .*(--save|--algorithm idastar)/,
    'makes tables for 10 to 20 s: test/program/commands/coordinates.test.ts saves smaller ones',
  ],
  [/compare (3x3|4x4|pancake:1\d|burnt-pancake:10)|--partition (7-8|"1 2 5)/, 'more than 5 s'],
  [/-[0-9a-f]{6}\.table --module/, 'the name of the table depends on the folder: test/program/modules.test.ts runs it'],
  [/--resume/, 'resumes a run that was stopped'],
  [/--queue|antipode (worker|portion)/, 'several machines: test/runs/queue and test/program/portion run them'],
  [/antipode serve/, 'serves until it is stopped: test/program/serve.test.ts runs it'],
];
/** Commands that pages presuppose. */
const PREPARATION = [
  ...['3x3', './my-field.js'].map((space) => `antipode explore ${space}`),
  // Arrays that verify.md takes from elsewhere.
  ...[
    ['cross', '"#.#/.../#.#"'],
    ['3x3', '3x3 --goal "1 2 3 8 x 4 7 6 5"'],
    ['3x3-multi', '3x3 --metric multi'],
  ].map(
    ([name, board]) =>
      `antipode explore ${board} --output ${name} && antipode export ${name}/*.table --format npy --output ${name}.npy`,
  ),
];
/** Commands of more than a quarter of a second, which `npm test` leaves to the full run. */
const LONG = /4x4|5 12 10|explore 3x4|compare|--metric multi|parquet|verify/;
const isRun = (line: string) => !ONLY_PARSED.some(([pattern]) => pattern.test(line)) && (FULL || !LONG.test(line));

test('every command of the pages has a name, options and arguments that the program knows', () => {
  const calls = wordsOf(shown.map(({ line }) => line));
  expect(calls).toHaveLength(shown.length);
  const wrong = shown.flatMap(({ page, line }, index) =>
    calls[index].flatMap((words) => {
      const fault = faultOf(words);
      return fault === null ? [] : [`${page}: ${line}: ${fault}`];
    }),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

/** Returns the program's objection to a command line, or null. */
function faultOf(words: readonly string[]): string | null {
  const program = describeProgram(capturedIo().io);
  program.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const command of program.commands) command.action(() => undefined);
  try {
    program.parse(words, { from: 'user' });
    return null;
  } catch (error) {
    return String(error);
  }
}

test('docs/reference/commands.md is the help of the program', async () => {
  await expect(commandsPage()).toMatchFileSnapshot('../../docs/reference/commands.md');
});

describe('run in turn, the commands of', () => {
  const folder = sharedFolder();
  const bin = join(folder, 'bin');
  /** Runs a line: in this process, unless it needs a shell. A search with a solution at any time has less of it. */
  async function run(shownLine: string) {
    const line = shownLine.replace(/(--anytime.*--time-limit) \d+/, '$1 0.2');
    const [[words]] = wordsOf([line]);
    if (!/[|<>&$=]/.test(line)) return antipode(words, { cwd: folder });
    const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      maxBuffer: 1e9,
    });
    return { status, out: stdout, err: stderr };
  }
  const finished = new Map<string, ReturnType<typeof run>>();
  /** Runs a line, unless it has been run and the page shows no output of it. */
  function ranOnce(line: string, output: readonly string[] = []): ReturnType<typeof run> {
    const found = (output.length === 0 && finished.get(line)) || run(line);
    finished.set(line, found);
    return found;
  }

  beforeAll(async () => {
    mkdirSync(bin);
    writeFileSync(join(bin, 'antipode'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, { mode: 0o755 });
    cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
    cpSync(join(root, 'examples'), folder, { recursive: true });
    const [knight, , field] = tokensOf('docs/tutorials/your-own-space.md', 'code').filter(({ lang }) => lang === 'js');
    for (const name of ['my-knight.js', 'my-space.js']) writeFileSync(join(folder, name), knight.text);
    writeFileSync(join(folder, 'my-field.js'), field.text);
    writeFileSync(join(folder, 'positions.txt'), '5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15\n');
    writeFileSync(join(folder, 'puzzle.txt'), '2 3 4 1 5 0 7 6 8\n1 2 3 4 5 6 7 8 0\n');
    for (const line of FULL ? PREPARATION : []) expect(await ranOnce(line), line).toMatchObject({ status: 0 });
  });

  const sample = FULL ? pages : ['README.md'];
  test.each(sample.filter((page) => shown.some((command) => command.page === page && isRun(command.line))))(
    '%s',
    async (page) => {
      const failed = [];
      for (const { line, output } of shown.filter((command) => command.page === page && isRun(command.line))) {
        const { status, out, err } = await ranOnce(line, output);
        const missing = missingFrom([...out.split('\n'), ...err.split('\n')], output);
        const refused = output.some((text) => text.startsWith('antipode: '));
        // Solutions need not be proved to be shortest.
        const isAnswered = status === 0 || (status === EXIT_NOT_PROVED && line.includes('--anytime'));
        if (isAnswered === refused || missing !== null) failed.push({ line, status, missing, err });
      }
      expect(failed).toEqual([]);
    },
  );
});

/** Returns the first shown line that a command did not print in its place, or null. Figures of time differ. */
function missingFrom(printed: readonly string[], shownLines: readonly string[]): string | null {
  let place = 0;
  for (const line of shownLines) {
    if (line.trim() === '...' || /^(time|memory|threads) /.test(line)) continue;
    const index = printed.slice(place).findIndex((one) => one.trim() === line.trim());
    if (index < 0) return line;
    place += index + 1;
  }
  return null;
}
