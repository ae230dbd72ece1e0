/** Analyses for reports, and their pages. */

import { parseBoard } from '#src/spaces/board/board.js';
import { BLANK, parsePosition } from '#src/spaces/board/position.js';
import type { Analysis } from '#src/study/analysis.js';
import { reportPage } from '#src/study/report/page.js';
import { exploreBoard } from '../../board-exploration.js';
import { analyseBoard } from '../board-table.js';
import { type Element, parseXml } from './xml.js';

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

export const PROVENANCE = {
  command: 'antipode report out/3x3.table --output 3x3.html',
  version: '1.2.3',
  table: 'out/3x3.table',
  date: '2026-02-03T04:05:06.000Z',
  node: 'v20.19.0',
  processor: { model: 'Zilog Z80', count: 2 },
  threads: 2,
};

export function pageOf({ analysis, antipodes }: Analysed): string {
  return reportPage(analysis, antipodes, PROVENANCE);
}

/** Returns the visible text of a page, with single spaces. */
export function plainText(html: string): string {
  return html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<title>[^<]*<\/title>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Returns the pictures of a page. */
export function picturesOf(html: string): Element[] {
  return [...html.matchAll(/<svg [\s\S]*?<\/svg>/g)].map(([svg]) => parseXml(svg));
}
