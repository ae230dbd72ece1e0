/** The package in python/ reads tables of every kind as they are exported, and does what its page shows. */

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandsOf, wordsOf } from '../docs/commands.js';
import { antipode } from '../program/run.js';
import { FULL } from '../suite.js';
import { tablesOfEveryKind } from './tables-of-every-kind.js';

/** The folder of the package and its tests. */
const PYTHON = fileURLToPath(new URL('../../python', import.meta.url));

const python = ['python3', '/usr/bin/python3'].find((path) => spawnSync(path, ['-c', 'import numpy']).status === 0);
const NEEDED = 'no python3 with numpy: expected it on the PATH; apt-get install python3-numpy';

/** If Python is missing, the test is left out; in full mode it fails instead. */
const isLeftOut = python === undefined && !FULL;

test.skipIf(isLeftOut)(
  `the package in Python gives the exported distances of every kind of table, refuses what is damaged, and does what its page shows${isLeftOut ? ` (left out: ${NEEDED})` : ''}`,
  async () => {
    if (python === undefined) throw new Error(NEEDED);
    const tables = await tablesOfEveryKind();
    const cwd = join(tables, 'page');
    mkdirSync(cwd);
    // The table of 3x4 is large; only the example that draws it needs it.
    const commands = wordsOf(commandsOf('docs/tutorials/python.md').map(({ line }) => line))
      .flat()
      .filter((words) => !words.includes('3x4'));
    expect(commands.length).toBeGreaterThan(3);
    for (const words of [...commands, ['explore', '2x3']]) expect((await antipode(words, { cwd })).status).toBe(0);
    const env = { ...process.env, PYTHONPATH: PYTHON, ANTIPODE_TABLES: tables };
    const unittest = ['-B', '-m', 'unittest', 'discover', '-s', join(PYTHON, 'tests')];
    const { status, stdout, stderr } = spawnSync(python, unittest, { cwd: tables, env, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/\nOK\n$/);
    expect(status).toBe(0);
  },
);
