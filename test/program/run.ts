/** Runs the built program, in the process of the tests or in one of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { main } from '#src/program/main.js';
import { capturedIo } from '../captured-io.js';

export const CLI = fileURLToPath(new URL('../../dist/program/cli.cjs', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Buffer;
}

/** The last run in this process, whether it has ended or not. */
let running: Promise<unknown> = Promise.resolve();

/**
 * Runs the program in this process. Its folder is the whole process's meanwhile, so runs follow one another.
 * For signals, pipes, terminals, memory, and modules that end the process or print, there is antipodeProcess.
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

interface ProcessOptions extends RunOptions {
  readonly nodeOptions?: readonly string[];
  /** On top of this process's own; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called with the process once it has started. */
  readonly during?: (process: ChildProcess) => void;
}

/** Runs the program in a process of its own. */
export function antipodeProcess(
  words: readonly string[],
  { cwd, input, nodeOptions = [], env, during }: ProcessOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, CLI, ...words], { cwd, env: { ...process.env, ...env } });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.on('error', reject).on('close', (status, signal) => resolve({ status, signal, out, err }));
    // The program may have gone before it has read everything.
    child.stdin.on('error', () => {}).end(input ?? '');
    during?.(child);
  });
}

/** Looks at a file until something is in it, and then does something to the process. */
export function whenWritten(path: string, what: RegExp, act: (process: ChildProcess) => void) {
  return async (child: ChildProcess): Promise<void> => {
    while (!(existsSync(path) && what.test(readFileSync(path, 'utf8')))) {
      if (child.exitCode !== null) return;
      await setTimeout(5);
    }
    act(child);
  };
}

/** The lines of a file of JSON lines, each of them whole. */
export function linesOf(path: string) {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A printed result without the time that it took. */
export function withoutEffort(json: string) {
  const { seconds, totalSeconds, statesPerSecond, ...lasting } = JSON.parse(json);
  for (const effort of [seconds, totalSeconds, statesPerSecond]) expect(effort).toBeGreaterThan(0);
  return lasting;
}

/** A folder that goes when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
