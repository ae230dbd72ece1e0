/** The set-up of permutation puzzles: seconds before the first layer, each in a separate process. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { figureOf } from './measure.js';
import { report } from './rows.js';

const PUZZLES = [
  ...['pancake:10', 'burnt-pancake:7', 'topspin:10,4', 'cube-2x2x2', 'pyraminx', 'skewb'],
  ...['pancake:12', 'topspin:12,4', 'dino', 'corners-3x3x3', 'm24', 'jing-pyraminx', 'moonspinner'],
];

const program = fileURLToPath(new URL('./set-up-process.js', import.meta.url));

export function benchSetUp(rounds: number): void {
  for (const puzzle of PUZZLES) {
    const seconds = Array.from({ length: rounds }, () => Number(execFileSync(process.execPath, [program, puzzle])));
    report({ what: `set-up of ${puzzle}, new process`, figure: figureOf(seconds), unit: 's' });
  }
}
