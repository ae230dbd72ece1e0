/** The package in python/ reads tables of every kind as they are exported, and does what its page shows. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandsOf, wordsOf } from '../docs/commands.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { LEFT_OUT, PYTHON, runPython, WITHOUT_PYTHON } from './python-needed.js';
import { tablesOfEveryKind } from './tables-of-every-kind.js';

const PAGE = fileURLToPath(new URL('../../docs/tutorials/python.md', import.meta.url));

describe.skipIf(WITHOUT_PYTHON)(`the package in Python${LEFT_OUT}`, () => {
  test('gives the exported distances of every kind of table, and refuses what is damaged', async () => {
    const tables = await tablesOfEveryKind();
    const { status, stderr } = runPython(['-m', 'unittest', 'discover', '-s', join(PYTHON, 'tests')], {
      cwd: tables,
      tables,
    });
    expect(stderr).toMatch(/\nOK\n$/);
    expect(status).toBe(0);
  });

  test('does what its page shows', async () => {
    const cwd = temporaryFolder();
    // The table of 3x4 is large; only the example that draws it needs it.
    const commands = wordsOf(commandsOf('docs/tutorials/python.md').map(({ line }) => line))
      .flat()
      .filter((words) => !words.includes('3x4'));
    expect(commands.length).toBeGreaterThan(3);
    for (const words of commands) expect((await antipode(words, { cwd })).status).toBe(0);
    expect(runPython([join(PYTHON, 'tests/page.py'), PAGE], { cwd })).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('prints the mean distance by the blank, whose average is that of the board', async () => {
    const cwd = temporaryFolder();
    await antipode(['explore', '2x3'], { cwd });
    const { status, stdout } = runPython([join(PYTHON, 'examples/distribution.py'), 'out/2x3.table'], { cwd });
    expect(status).toBe(0);
    const means = stdout.match(/\d+\.\d{4}$/gm) ?? [];
    expect(means).toHaveLength(6);
    // The histogram of 2x3 adds up to 4544 moves for 360 positions, 60 for each cell of the blank.
    expect(means.map(Number).reduce((sum, mean) => sum + mean) / 6).toBeCloseTo(4544 / 360, 3);
  });
});
