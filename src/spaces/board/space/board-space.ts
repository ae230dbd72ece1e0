/**
 * Sliding-tile boards as spaces.
 *
 * The number of a position's state is cell * arrangements + arrangement. Here `cell` is the cell of the blank, and `arrangement` the number
 * word * 60 + bit of the arrangement of the tiles: see src/spaces/board/numbering/geometry.ts. Positions that differ from the goal in
 * parity have no number.
 *
 * The arrangement is rank >> 1, and a move of the blank rotates a window of it. So the neighbours' ranks are looked up: see
 * window-rotations.ts. The shift drops the last digit that counts, which follows from the parity of the others.
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
 * Opens a board as a space. If its positions can be numbered, its states are those from which the goal can be reached. Moves are those of the
 * blank: u d l r by one cell; in the metric `multi` u1 u2 ... d1 d2 ... l1 ... r1 ..., with the number of cells.
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

/** Returns the properties of a board that do not depend on its size. */
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
 * Opens a board whose states can be numbered. Its moves are prepared when neighbours are first requested.
 * @throws InputError as for openBoard, and if there are more than 2^53 states
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
  /** Rotation of the arrangement; null if the move changes no digit, as most moves do not. */
  readonly rotation: WindowRotation | null;
}

function neighboursOf(geometry: Geometry, goal: Position, metric: Metric): NumberedSpace['neighbours'] {
  const { board, arrangements, digits } = geometry;
  // Maximum number of cells that the blank moves in each direction.
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

/** Returns [cell][direction, in the order of DIRECTIONS]: the move; null beyond the edge of the board. */
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
 * Returns the last digit but one of arrangement 0 for each cell of the blank. The sum of the other digits adds its parity to it.
 */
function lastDigitsOf(geometry: Geometry, goal: Position): number[] {
  const labels = labelsOf(geometry, goal);
  const digits = new Int32Array(geometry.digits);
  return geometry.path.map((_, cell) => {
    writeArrangement(geometry, labels, positionOf(geometry, goal, { cell, word: 0, bit: 0 }), digits);
    return digits[geometry.digits - 2];
  });
}
