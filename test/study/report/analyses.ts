/** Spaces that reports are made of. */

import { explore } from '#src/runs/explore.js';
import type { Position } from '#src/spaces/board/position.js';
import { BLANK } from '#src/spaces/board/position.js';
import { type Analysis, analyse } from '#src/study/analysis/analyse.js';

export interface Analysed {
  readonly analysis: Analysis;
  readonly antipodes: readonly Position[];
}

/** @param goal of any tiles, by default the ordered one */
export async function analysed(name: string, goal?: string): Promise<Analysed> {
  const {
    board,
    goal: reached,
    histogram,
  } = await explore({ space: name, ...(goal && { goal }), table: false, threads: 2 });
  const antipodes: Position[] = [];
  const analysis = await analyse(
    { board, goalCell: reached.indexOf(BLANK), metric: 'single', histogram },
    { threads: 2, onAntipode: (position) => void antipodes.push(position) },
  );
  return { analysis, antipodes };
}
