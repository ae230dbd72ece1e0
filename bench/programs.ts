/** Times whole processes: the program itself, and the yardstick in C where a compiler is there. */

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/program/cli.cjs');
/** The method of boards in plain C, one thread. */
const yardstickSource = sharedYardstick('closure.c');

/** Returns the path of a prototype in C; they are kept beside the checkout. */
export function sharedYardstick(name: string): string {
  return join(root, '../shared/yardstick', name);
}

/** A folder of its own, and the programs that are timed in it. */
export class Programs {
  readonly #folder = mkdtempSync(join(tmpdir(), 'antipode-bench-'));

  path(name: string): string {
    return join(this.#folder, name);
  }

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** Seconds that the program takes as a process, from start to end. @throws Error where it fails */
  antipode(words: readonly string[], input?: string): number {
    const stdin = input === undefined ? 'ignore' : openSync(input, 'r');
    const stdout = openSync(this.path('output'), 'w');
    const begin = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [cli, ...words], {
      cwd: this.#folder,
      stdio: [stdin, stdout, 'pipe'],
    });
    const seconds = (performance.now() - begin) / 1000;
    closeSync(stdout);
    if (typeof stdin === 'number') closeSync(stdin);
    if (status !== 0) throw new Error(`antipode ${words.join(' ')} failed: ${stderr}`);
    return seconds;
  }

  /** Starts the program, to be ended by whoever asks for it. */
  start(words: readonly string[]): ChildProcessByStdio<null, null, Readable> {
    return spawn(process.execPath, [cli, ...words], { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** What the program prints as JSON. @throws Error where it fails */
  result(words: readonly string[]): unknown {
    this.antipode(words);
    return JSON.parse(readFileSync(this.path('output'), 'utf8'));
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** The yardstick's own seconds for a board; undefined where it cannot be built. */
  buildYardstick(): ((rows: number, columns: number) => number) | undefined {
    if (!existsSync(yardstickSource)) return undefined;
    const program = this.path('closure');
    const { status } = spawnSync('cc', ['-O3', '-march=native', '-o', program, yardstickSource]);
    if (status !== 0) return undefined;
    return (rows, columns) => {
      const { stdout } = spawnSync(program, [String(rows), String(columns)], { encoding: 'utf8' });
      const seconds = /in ([\d.]+) s/.exec(stdout)?.[1];
      if (seconds === undefined) throw new Error(`the yardstick printed no time: ${stdout}`);
      return Number(seconds);
    };
  }
}
