/**
 * Sliding-tile boards as spaces.
 *
 * The state of a position is cell * arrangements + arrangement: the cell of the blank, and the number word * 60 + bit
 * of the arrangement of the tiles, as src/spaces/board/numbering/geometry.ts describes. Positions that differ from the goal in parity
 * have no number.
 *
 * That number is rank >> 1, and a move of the blank rotates a window of the arrangement, so that the neighbours' ranks
 * are looked up: see window-rotations.ts. What the shift has dropped, the last digit that counts, follows from the
 * others' parity.
 */

import { InputError } from '../../../base/input-error.js';
import { NO_STATE } from '../../../space/definition.js';
import type { NumberedSpace, Space } from '../../../space/space.js';
import type { BoardSpaceSource } from '../../../space/space-source.js';
import { type Board, DIRECTIONS, formatBoard } from '../board.js';
import { checkMetricName, type Metric } from '../metric.js';
import { type Geometry, geometryOf, numberedStates, type Window } from '../numbering/geometry.js';
import { labelsOf, numberOf, positionOf, stateAt, stateOf, writeArrangement } from '../numbering/numbering.js';
import { stepsOf } from '../numbering/steps.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../position.js';
import { blankMoves, boardOfSource, mostCellsTo, spaceName } from './board-facts.js';
import { digitParity } from './digit-parity.js';
import { rotatedRank, type WindowRotation, windowRotation } from './window-rotations.js';

/**
 * Opens a board as a space: of the positions that its goal can be reached from, if they can be numbered. Moves are those of the
 * blank: u d l r by one cell; with the metric `multi` u1 u2 ... d1 d2 ... l1 ... r1 ..., with the number of cells.
 * @throws InputError if the board or its goal is wrong
 */
export function openBoard(source: BoardSpaceSource): NumberedSpace | Space<Position> {
  const board = boardOfSource(source);
  if (Number.isSafeInteger(numberedStates(board))) return boardSpace(source);
  const goal = parsePosition(source.goal, board);
  return {
    ...viewOf(source, board, goal),
    states: null,
    format: formatPosition,
    parse: (text) => parsePosition(text, board),
  };
}

/** What a board has whatever its size. */
function viewOf(
  source: BoardSpaceSource,
  board: Board,
  goal: Position,
): Omit<Space<Position>, 'states' | 'format' | 'parse'> & { readonly group: null; readonly pattern: null } {
  const { metric } = source;
  return {
    source,
    name: formatBoard(board),
    fullName: spaceName(board, goal.indexOf(BLANK), metric),
    metric,
    moves: blankMoves(board, metric),
    reversible: true,
    board: { board, goal, metric },
    group: null,
    pattern: null,
  };
}

/**
 * Opens a board whose states can be numbered. Its moves are prepared when neighbours are first asked for.
 * @throws InputError as openBoard, and if there are more than 2^53 states
 */
export function boardSpace(source: BoardSpaceSource): NumberedSpace {
  checkMetricName(source.metric);
  const board = boardOfSource(source);
  const geometry = geometryOf(board);
  const goal = parsePosition(source.goal, board);
  const numberAt = (position: Position) => numberOf(geometry, stateOf(geometry, goal, position));
  let write: NumberedSpace['neighbours'] | undefined;

  return {
    ...viewOf(source, board, goal),
    states: geometry.states,
    size: geometry.states,
    starts: [numberAt(goal)],
    neighbours(state, next) {
      write ??= neighboursOf(geometry, goal, source.metric);
      write(state, next);
    },
    format: (state) => formatPosition(positionOf(geometry, goal, stateAt(geometry, state))),
    parse(text) {
      const position = parsePosition(text, board);
      try {
        return numberAt(position);
      } catch (error) {
        throw error instanceof RangeError ? new InputError(error.message) : error;
      }
    },
  };
}

/** A move of the blank by one cell. */
interface BoardStep {
  readonly to: number;
  /** Null where it changes no digit, as most moves do not. */
  readonly rotation: WindowRotation | null;
}

function neighboursOf(geometry: Geometry, goal: Position, metric: Metric): NumberedSpace['neighbours'] {
  const { board, arrangements, digits } = geometry;
  // How many cells the blank goes at most in each direction.
  const reaches = DIRECTIONS.map((direction) => mostCellsTo(board, direction, metric));
  const steps = boardSteps(geometry);
  const parityOf = digitParity(digits);
  const lastDigits = lastDigitsOf(geometry, goal);

  return (state, next) => {
    const cell = Math.floor(state / arrangements);
    const arrangement = state - cell * arrangements;
    let rank = UNKNOWN;
    for (let direction = 0, move = 0; direction < reaches.length; direction++) {
      const end = move + reaches[direction];
      let after = arrangement;
      let rankAfter = rank;
      for (let step = steps[cell][direction]; step !== null && move < end; step = steps[step.to][direction]) {
        if (step.rotation !== null) {
          if (rank === UNKNOWN) rank = 2 * arrangement + (parityOf(arrangement) ^ lastDigits[cell]);
          if (rankAfter === UNKNOWN) rankAfter = rank;
          rankAfter = rotatedRank(step.rotation, rankAfter);
          after = Math.floor(rankAfter * 0.5);
        }
        next[move++] = step.to * arrangements + after;
      }
      while (move < end) next[move++] = NO_STATE;
    }
  };
}

const UNKNOWN = -1;

/** [cell][direction], in the order of DIRECTIONS; null where the board ends. */
function boardSteps(geometry: Geometry): (BoardStep | null)[][] {
  const made = new Map<string, WindowRotation>();
  const rotationOf = (window: Window) => {
    const key = `${window.first} ${window.last} ${window.rotation}`;
    const rotation = made.get(key) ?? windowRotation(geometry.digits, window);
    made.set(key, rotation);
    return rotation;
  };
  return stepsOf(geometry).map((ofCell) =>
    ofCell.map((step) => {
      if (step === undefined) return null;
      return { to: step.to, rotation: step.first < step.last ? rotationOf(step) : null };
    }),
  );
}

/**
 * The last digit but one of arrangement 0 for each cell of the blank: what the sum of the others adds its parity to.
 */
function lastDigitsOf(geometry: Geometry, goal: Position): number[] {
  const labels = labelsOf(geometry, goal);
  const digits = new Int32Array(geometry.digits);
  return geometry.path.map((_, cell) => {
    writeArrangement(geometry, labels, positionOf(geometry, goal, { cell, word: 0, bit: 0 }), digits);
    return digits[geometry.digits - 2];
  });
}
