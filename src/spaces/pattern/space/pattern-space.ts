/** Patterns as spaces: states are numbered as ../geometry.ts describes, and moves are those of the pattern's tiles. */

import { NO_STATE } from '../../../space/definition.js';
import type { NumberedSpace } from '../../../space/space.js';
import type { PatternSpaceSource } from '../../../space/space-source.js';
import { DIRECTIONS } from '../../board/board.js';
import { writePatternMoves } from '../geometry.js';
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
  const ofLabels = new Float64Array(tiles.length * DIRECTIONS.length);
  // Moves are named by the tiles in ascending order, and the geometry knows labels alone.
  const firstMoves = states.tileOf.map((tile) => tiles.indexOf(tile) * DIRECTIONS.length);

  return {
    ...patternOutline(pattern),
    states: geometry.states,
    size: geometry.states,
    starts: [states.goal],
    board: null,
    group: null,
    pattern: { ...pattern, geometry },
    neighbours(state, next) {
      writePatternMoves(geometry, state, ofLabels, NO_STATE);
      for (let label = 0; label < firstMoves.length; label++) {
        for (let direction = 0; direction < DIRECTIONS.length; direction++) {
          next[firstMoves[label] + direction] = ofLabels[label * DIRECTIONS.length + direction];
        }
      }
    },
    format: (state) => states.format(state),
    parse: (text) => states.parse(text),
  };
}
