/** A board in both metrics, in the same rounds. */

import { inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { report, times } from './rows.js';

export async function benchMetrics(programs: Programs, board: string, rounds: number): Promise<void> {
  const figures = await inTurn(rounds, {
    single: () => programs.antipode(['explore', board]),
    multi: () => programs.antipode(['explore', board, '--metric', 'multi']),
  });
  report({ what: `process: explore ${board}`, figure: figures.single, unit: 's' });
  report({
    what: `process: explore ${board}, multi-tile metric`,
    figure: figures.multi,
    unit: 's',
    note: `${times(figures.multi, figures.single)} times the time of the single-tile metric`,
  });
}
