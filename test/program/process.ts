/** Runs the built program as a separate process. */

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/program/cli.cjs', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Buffer;
}

interface ProcessOptions extends RunOptions {
  readonly nodeOptions?: readonly string[];
  /** Changes of the environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Path of the program. @default the built program */
  readonly cli?: string;
  /** Called with the process once it has started. */
  readonly during?: (process: ChildProcess) => void;
}

/** Runs the program in a separate process. */
export function antipodeProcess(
  words: readonly string[],
  { cwd, input, nodeOptions = [], env, cli = CLI, during }: ProcessOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, cli, ...words], { cwd, env: { ...process.env, ...env } });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.on('error', reject).on('close', (status, signal) => resolve({ status, signal, out, err }));
    // The program may end before it has read everything.
    child.stdin.on('error', () => {}).end(input ?? '');
    during?.(child);
  });
}

/** Starts the program in a shell. @param where what the shell does with its standard output */
export function startedProcess(words: readonly string[], cwd: string, where = ''): ChildProcessWithoutNullStreams {
  const script = `"$0" "$@" ${where}`;
  return spawn('sh', ['-c', script, process.execPath, CLI, ...words], { cwd });
}
