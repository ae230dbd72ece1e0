/** The cost of losing nothing: checkpoints, and bitsets in files. */

import { rmSync } from 'node:fs';
import { inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { report, times } from './rows.js';

/** Compares bitsets in files with bitsets in memory, as whole processes that also write the table. */
export async function benchDisk(programs: Programs, board: string, rounds: number): Promise<void> {
  const work = programs.path('work');
  const figures = await inTurn(rounds, {
    memory: () => programs.antipode(['explore', board]),
    disk: () => programs.antipode(['explore', board, '--store', 'disk', '--work', work]),
  });
  report({
    what: `process: explore ${board}, on disk`,
    figure: figures.disk,
    unit: 's',
    note: `${times(figures.disk, figures.memory)} times the time in memory`,
  });
}

/** Compares the search alone with and without checkpoints every 30 seconds. The files written at the end are the same. */
export async function benchCheckpoints(programs: Programs, board: string, rounds: number): Promise<void> {
  const folder = programs.path('checkpoint');
  const explore = (words: readonly string[]) => {
    const { seconds } = programs.result(['explore', board, '--json', ...words]) as { seconds: number };
    rmSync(programs.path('out'), { recursive: true });
    return seconds;
  };
  const figures = await inTurn(rounds, {
    without: () => explore([]),
    saving: () => explore(['--checkpoint', folder, '--checkpoint-every', '30']),
  });
  report({ what: `explore ${board}, as a process`, figure: figures.without, unit: 's' });
  report({
    what: `explore ${board}, checkpoints every 30 s`,
    figure: figures.saving,
    unit: 's',
    note: `${times(figures.saving, figures.without)} times the time without`,
  });
}
