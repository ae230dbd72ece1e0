/** Times whole processes: the program itself, and prototypes in C if a compiler exists. */

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/program/cli.cjs');
/** Folder of the prototypes in C, beside the checkout. */
const prototypes = join(root, '../shared/yardstick');

/** Runs a prototype. @returns the match of its output @throws Error if the output does not match */
export type Prototype = (words: readonly (string | number)[], printed: RegExp, input?: string) => RegExpExecArray;

/** A temporary folder, and the programs timed in it. */
export class Programs {
  readonly #folder = mkdtempSync(join(tmpdir(), 'antipode-bench-'));

  path(name: string): string {
    return join(this.#folder, name);
  }

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * Returns the seconds of the program as a process, from start to end.
   * @param input path of its standard input
   * @param statuses exit statuses with which it succeeds
   * @throws Error if it fails
   */
  antipode(words: readonly string[], input?: string, statuses = [0]): number {
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
    if (!statuses.includes(status ?? -1)) throw new Error(`antipode ${words.join(' ')} failed: ${stderr}`);
    return seconds;
  }

  /** Starts the program, which the caller must end. */
  start(words: readonly string[]): ChildProcessByStdio<null, null, Readable> {
    return spawn(process.execPath, [cli, ...words], { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Returns the JSON that the program prints. @throws Error if it fails */
  result(words: readonly string[]): unknown {
    this.antipode(words);
    return JSON.parse(readFileSync(this.path('output'), 'utf8'));
  }

  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /**
   * Builds a prototype in C.
   * @param source path such as groups/cp.c
   * @param flags additional flags of the compiler
   * @returns undefined if the prototype or a compiler is missing
   */
  buildPrototype(source: string, ...flags: readonly string[]): Prototype | undefined {
    const program = this.path(basename(source, '.c'));
    const input = join(prototypes, source);
    if (!existsSync(input)) return undefined;
    const words = ['-O3', '-march=native', '-w', ...flags, '-o', program, input, '-lpthread', '-lm'];
    if (spawnSync('cc', words).status !== 0) return undefined;
    return (words, printed, input) => {
      const { stdout } = spawnSync(program, words.map(String), { encoding: 'utf8', input });
      const match = printed.exec(stdout);
      if (match === null) throw new Error(`unexpected output of the prototype ${source}: ${stdout}`);
      return match;
    };
  }
}
