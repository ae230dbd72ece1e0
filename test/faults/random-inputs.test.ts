/**
 * Random inputs for every parser. Each input is read, or refused with one line that gives the reason. None crashes the program, hangs
 * it, or takes unlimited memory. The inputs are in random-inputs/, and are read in a process with limited memory.
 */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { antipodeProcess } from '../program/process.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { count } from '../suite.js';
import type { Report } from './random-inputs/parser.js';

const PROGRAM = fileURLToPath(new URL('../../dist/test/faults/random-inputs/run.js', import.meta.url));

/** Limit of JavaScript objects, in MB. */
const HEAP = '--max-old-space-size=64';
/** Limit of the whole process; Node and fast-check take 70 MB of it. */
const MOST_MEMORY = 250e6;

/** Maximum milliseconds: ten times those of an idle machine. */
const LONGEST = 280_000;

/** Returns the reports that the process has printed. */
function reportsOfParsers(): Promise<{ reports: Report[]; status: number | null; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [HEAP, PROGRAM], { timeout: LONGEST });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.on('error', reject).on('close', (status) => {
      resolve({
        reports: out
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
        status,
        err,
      });
    });
  });
}

test('random inputs of 22 parsers are read, or refused in one line', { timeout: 1.05 * LONGEST }, async () => {
  const { reports, status, err } = await reportsOfParsers();
  expect(err).toBe('');
  expect(status).toBe(0);
  expect(reports).toHaveLength(22);
  for (const { name, inputs, failure, memory } of reports) {
    expect({ name, failure }).toEqual({ name, failure: null });
    expect(inputs).toBeGreaterThanOrEqual(count(100, 1000));
    expect(memory).toBeLessThan(MOST_MEMORY);
  }
});

test('much noise as positions give only some lines', async () => {
  const noise = Buffer.from(
    Uint8Array.from({ length: count(1_000_000, 3_000_000) }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 13),
  );
  const { status, out, err } = await antipodeProcess(['solve', '--board', '3x3'], {
    cwd: temporaryFolder(),
    input: noise,
    nodeOptions: [HEAP],
  });
  expect(status).toBe(2);
  expect(out).toBe('');
  expect(err.split('\n').length).toBeLessThan(30);
  expect(err).not.toMatch(/\n {4}at /);
});

test('a name of a file with control characters is shown on one line', async () => {
  const { status, err } = await antipode(['verify', 'no\n\r\u001b[2J\u202etable'], { cwd: temporaryFolder() });
  expect(err).toBe('antipode: no \u00b7[2J\u00b7table: there is no such table; make it with antipode explore\n');
  expect(status).toBe(2);
});
