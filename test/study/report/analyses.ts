/** Spaces that reports are made of. */

import { parseBoard } from '#src/spaces/board/board.js';
import { BLANK, type Position, parsePosition } from '#src/spaces/board/position.js';
import { type Analysis, analyse } from '#src/study/analysis/analyse.js';
import { exploreBoard } from '../../board-exploration.js';

export interface Analysed {
  readonly analysis: Analysis;
  readonly antipodes: readonly Position[];
}

/** @param goal of any tiles, by default the ordered one */
export async function analysed(name: string, goal?: string): Promise<Analysed> {
  const board = parseBoard(name);
  const { starts, histogram } = await exploreBoard({ board: name, ...(goal && { goal }), table: false, threads: 2 });
  const antipodes: Position[] = [];
  const analysis = await analyse(
    { board, goalCell: parsePosition(starts[0], board).indexOf(BLANK), metric: 'single', histogram },
    { threads: 2, onAntipode: (position) => void antipodes.push(position) },
  );
  return { analysis, antipodes };
}
