/** The puzzles of examples/, with their figures in examples/README.md. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A row of the table. */
export interface PuzzleExample {
  readonly file: string;
  readonly states: bigint;
  /** undefined if the file defines the moves directly. */
  readonly metric: string | undefined;
  readonly depth: number;
}

export function examplePath(file: string): string {
  return fileURLToPath(new URL(`../examples/${file}`, import.meta.url));
}

export function puzzleExamples(): PuzzleExample[] {
  const lines = readFileSync(examplePath('README.md'), 'utf8').matchAll(/^\| (\S+\.\w+) \|.*$/gm);
  return [...lines].map(([line, file]) => {
    const [, , , states, metric, depth] = line.split('|').map((cell) => cell.trim());
    return {
      file,
      states: BigInt(states.replaceAll(',', '')),
      metric: metric === '' ? undefined : metric,
      depth: Number(depth),
    };
  });
}
