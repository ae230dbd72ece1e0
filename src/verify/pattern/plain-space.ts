/** The check's own space of a pattern. It shares neither numbering nor moves with the explored space. */

import type { NumberedSpace } from '../../space/space.js';
import type { PatternSpaceSource } from '../../space/space-source.js';
import { BLANK } from '../../spaces/board/position.js';
import { patternOfSource, patternOutline } from '../../spaces/pattern/space/pattern-facts.js';
import { PlainPattern, UNLABELLED } from './plain-pattern.js';

/**
 * Opens the space of a pattern.
 * @throws InputError if the board, the goal or the tiles are wrong, or the source has a start
 */
export function plainPatternSpace(source: PatternSpaceSource & { readonly start?: string }): NumberedSpace {
  const pattern = patternOfSource(source);
  const plain = new PlainPattern(pattern);
  const { size } = plain;
  return {
    ...patternOutline(pattern),
    states: size,
    size,
    starts: [plain.numberOf(pattern.goal)],
    board: null,
    group: null,
    pattern: null,
    neighbours: (state, next) => plain.neighbours(state, next),
    format: (state) => plain.positionOf(state).map(signOf).join(' '),
    parse: (text) => plain.numberOf(text.split(' ').map(tileOf)),
  };
}

function signOf(tile: number): string {
  if (tile === BLANK) return 'x';
  return tile === UNLABELLED ? '.' : String(tile);
}

function tileOf(sign: string): number {
  if (sign === 'x') return BLANK;
  return sign === '.' ? UNLABELLED : Number(sign);
}
