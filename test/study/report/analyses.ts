/** Analyses of boards, for reports. */

import { parseBoard } from '#src/spaces/board/board.js';
import { BLANK, parsePosition } from '#src/spaces/board/position.js';
import type { Analysis } from '#src/study/analysis.js';
import { exploreBoard } from '../../board-exploration.js';
import { analyseBoard } from '../board-table.js';

export interface Analysed {
  readonly analysis: Analysis;
  /** Texts of all antipodes. */
  readonly antipodes: readonly string[];
}

/** Explores and analyses a board. @param goal position with any order of tiles; by default the ordered one */
export async function analysed(name: string, goal?: string): Promise<Analysed> {
  const board = parseBoard(name);
  const { starts, histogram } = await exploreBoard({ board: name, ...(goal && { goal }), table: false, threads: 2 });
  const antipodes: string[] = [];
  const analysis = await analyseBoard(
    { board, goalCell: parsePosition(starts[0], board).indexOf(BLANK), metric: 'single', histogram },
    { threads: 2, onAntipode: (text) => void antipodes.push(text) },
  );
  return { analysis, antipodes };
}
