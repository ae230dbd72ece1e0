/** The Python that the tests of the package in python/ need, with numpy. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FULL } from '../suite.js';

/** The folder of the package, its tests and its examples. */
export const PYTHON = fileURLToPath(new URL('../../python', import.meta.url));

const NEEDED = 'no python3 with numpy: expected it on the PATH; apt-get install python3-numpy';

const found = ['python3', '/usr/bin/python3'].find((path) => spawnSync(path, ['-c', 'import numpy']).status === 0);

/** True if tests that need it are left out. In full mode they fail instead. */
export const WITHOUT_PYTHON = found === undefined && !FULL;

/** Suffix of the name of a test that is left out. */
export const LEFT_OUT = WITHOUT_PYTHON ? ` (left out: ${NEEDED})` : '';

/**
 * Runs Python, which finds the package of this checkout.
 * @param tables the folder that the tests of the package read
 * @throws if there is no Python with numpy
 */
export function runPython(words: readonly string[], { cwd, tables = '' }: { cwd: string; tables?: string }) {
  if (found === undefined) throw new Error(NEEDED);
  const env = { ...process.env, PYTHONPATH: PYTHON, ANTIPODE_TABLES: tables };
  const { status, stdout, stderr } = spawnSync(found, ['-B', ...words], { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}
