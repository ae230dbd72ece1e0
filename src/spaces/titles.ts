/** Titles of spaces: what people call them, such as `15-puzzle` for 4x4 and `10 pancakes` for pancake:10. */

import type { Space, SpaceSource } from '../space/space.js';
import { KNOWN_BOARD_NAMES, looksLikeMap, parseBoard } from './board/board.js';
import { puzzleTitle } from './puzzles/known-puzzles.js';

/** The Mathieu groups. */
const MATHIEU = /^m(11|12|22|23|24)$/i;

/** The metrics of boards and built-in puzzles that titles name. The usual ones go without saying. */
const METRICS: Readonly<Record<string, string>> = {
  multi: 'multi-tile moves',
  'quarter-turn': 'quarter turns',
  generators: 'single turns',
};

/** Returns the title of a space: what it is called, with its metric and its start if they are not the usual ones. */
export function titleOfSpace({ source, name }: Pick<Space, 'source' | 'name'>): string {
  const called = calledByPeople(source, name);
  const metric = source.kind === 'board' || source.kind === 'known' ? METRICS[source.metric ?? ''] : undefined;
  const start = source.start === undefined ? undefined : `from ${source.start}`;
  return [called, metric, start].filter((part) => part !== undefined).join(', ');
}

function calledByPeople(source: SpaceSource, name: string): string {
  switch (source.kind) {
    case 'board':
      return boardTitle(source);
    case 'pattern':
      return `${boardTitle(source)}, tiles ${source.tiles.join(' ')}`;
    case 'known':
      return puzzleTitle(source.space);
    case 'generators':
      return source.name.replace(MATHIEU, 'Mathieu group M$1');
    case 'module':
      return name;
  }
}

function boardTitle({ board, mapName = board }: { readonly board: string; readonly mapName?: string }): string {
  if (looksLikeMap(board)) return `Sliding puzzle ${mapName}`;
  return KNOWN_BOARD_NAMES.find((known) => parseBoard(known).name === board) ?? `${board} sliding puzzle`;
}
