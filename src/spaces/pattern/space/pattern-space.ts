/** Patterns as spaces: states are numbered as ../geometry.ts describes, and moves are those of the pattern's tiles. */

import { NO_STATE } from '../../../space/definition.js';
import type { NumberedSpace } from '../../../space/space.js';
import type { PatternSpaceSource } from '../../../space/space-source.js';
import { DIRECTIONS } from '../../board/board.js';
import { PlacementMoves } from '../placement-moves.js';
import { PatternStates } from '../states.js';
import { patternOfSource, patternOutline } from './pattern-facts.js';

/**
 * Opens the space of a pattern.
 * @throws InputError if the board, the goal or the tiles are wrong, or the source has a start
 */
export function patternSpace(source: PatternSpaceSource & { readonly start?: string }): NumberedSpace {
  const pattern = patternOfSource(source);
  const { tiles } = pattern;
  const states = new PatternStates(pattern);
  const { geometry } = states;
  // Moves are named by the tiles in ascending order, but the geometry has labels instead of tiles.
  const firstMoves = states.tileOf.map((tile) => tiles.indexOf(tile) * DIRECTIONS.length);
  const moves = new PlacementMoves(geometry, firstMoves);

  return {
    ...patternOutline(pattern),
    states: geometry.states,
    size: geometry.states,
    starts: [states.goal],
    board: null,
    group: null,
    pattern: { ...pattern, geometry },
    neighbours: (state, next) => moves.write(state, next, NO_STATE),
    format: (state) => states.format(state),
    parse: (text) => states.parse(text),
  };
}
