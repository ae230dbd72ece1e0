/** Runs the built program in the process of the tests. */

import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, onTestFinished } from 'vitest';
import { main } from '#src/program/main.js';
import { capturedIo } from '../captured-io.js';
import type { Finished, RunOptions } from './process.js';

/** The last run in this process, whether it has ended or not. */
let running: Promise<unknown> = Promise.resolve();

/**
 * Runs the program in this process. The folder of the process is changed meanwhile, so only one run is active at a time.
 * Signals, pipes, terminals, memory, and modules that print or end the process require antipodeProcess of process.ts.
 */
export function antipode(words: readonly string[], { cwd, input = '' }: RunOptions): Promise<Finished> {
  const finished = running.then(async () => {
    const { io, stdout, stderr } = capturedIo(Buffer.from(input));
    const before = process.cwd();
    process.chdir(cwd);
    try {
      const status = await main(words, io);
      return { status, signal: null, out: stdout.text(), err: stderr.text() };
    } finally {
      process.chdir(before);
    }
  });
  running = finished.catch(() => {});
  return finished;
}

/** Returns the words of a command line; quotes hold spaces together. */
export function wordsOf(line: string): string[] {
  return (line.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** Waits until a file matches a pattern, and then acts on the process. */
export function whenWritten(path: string, what: RegExp, act: (process: ChildProcess) => void) {
  return async (child: ChildProcess): Promise<void> => {
    while (!(existsSync(path) && what.test(readFileSync(path, 'utf8')))) {
      if (child.exitCode !== null) return;
      await setTimeout(5);
    }
    act(child);
  };
}

/** Returns the values of a file of JSON lines, all of which are complete. */
export function linesOf(path: string) {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns a printed result without its times and provenance. */
export function withoutEffort(json: string) {
  const { seconds, totalSeconds, statesPerSecond, provenance, ...lasting } = JSON.parse(json);
  expect(provenance).toEqual(PROVENANCE);
  for (const effort of [seconds, totalSeconds, statesPerSecond]) expect(effort).toBeGreaterThan(0);
  return lasting;
}

/** The provenance of any result. */
export const PROVENANCE = {
  version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  command: expect.stringMatching(/^antipode \w/),
  date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  node: process.version,
  processor: { model: expect.stringMatching(/\S/), count: expect.any(Number) },
  threads: expect.any(Number),
};

/** Returns the name of the files of a module's space. @param path absolute path of the module */
export function moduleFile(path: string): string {
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 6);
  return `${basename(path, extname(path))}-${digest}`;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder that all tests of a file share. It is removed after them. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
