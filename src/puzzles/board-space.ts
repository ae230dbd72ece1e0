/**
 * A sliding-tile board as a state space for the general method, to compare it with the fast one on the same board.
 *
 * The state of a position is cell * arrangements + arrangement: the cell of the blank, and the number word * 60 + bit of the
 * arrangement of the tiles, as src/numbering/geometry.ts tells. States that differ from the goal in parity have no number.
 */

import { DIRECTIONS, type Direction, formatBoard, parseBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { formatPosition, type Position, parsePosition } from '../board/position.js';
import { type Geometry, geometryOf, STATES_PER_WORD, writeStateDigits } from '../numbering/geometry.js';
import { positionOf, stateOf } from '../numbering/numbering.js';
import { type Step, stepsOf, weightsOf } from '../numbering/steps.js';
import { changeByRotation, rotateWindow } from '../permutation/lehmer.js';
import type { BoardSpaceSource } from '../space/space-source.js';
import { NO_STATE, type StateSpace } from '../space/state-space.js';

/**
 * The space of the positions that a board's goal can be reached from. Moves are those of the blank: u d l r by one cell; with
 * the metric `multi` u1 u2 ... d1 d2 ... l1 ... r1 ..., with the number of cells.
 * @throws InputError where the board, its goal or its size is wrong
 */
export function boardSpace(source: BoardSpaceSource): StateSpace {
  const board = parseBoard(source.board);
  const geometry = geometryOf(board);
  const goal = parsePosition(source.goal, board);
  const { arrangements } = geometry;

  const numberOf = (position: Position) => {
    const { cell, word, bit } = stateOf(geometry, goal, position);
    return cell * arrangements + word * STATES_PER_WORD + bit;
  };
  const positionAt = (state: number) => {
    const cell = Math.floor(state / arrangements);
    const arrangement = state - cell * arrangements;
    const bit = arrangement % STATES_PER_WORD;
    return positionOf(geometry, goal, { cell, word: (arrangement - bit) / STATES_PER_WORD, bit });
  };
  const reach = (direction: Direction) => {
    if (source.metric === 'single') return 1;
    return (direction === 'u' || direction === 'd' ? board.rows : board.columns) - 1;
  };
  const reaches = DIRECTIONS.map(reach);

  return {
    name: formatBoard(board),
    metric: source.metric,
    size: geometry.states,
    starts: [numberOf(goal)],
    moves: DIRECTIONS.flatMap((direction, index) =>
      source.metric === 'single'
        ? [direction]
        : Array.from({ length: reaches[index] }, (_, cells) => `${direction}${cells + 1}`),
    ),
    reversible: true,
    neighbours: neighboursOf(geometry, reaches),
    format: (state) => formatPosition(positionAt(state)),
    parse(text) {
      const position = parsePosition(text, board);
      try {
        return numberOf(position);
      } catch (error) {
        throw error instanceof RangeError ? new InputError(error.message) : error;
      }
    },
  };
}

/** @param reaches how many cells the blank goes at most in each direction */
function neighboursOf(geometry: Geometry, reaches: readonly number[]): StateSpace['neighbours'] {
  const { arrangements, digits: count } = geometry;
  const steps: readonly (readonly (Step | undefined)[])[] = stepsOf(geometry);
  const weights = weightsOf(geometry);
  const written = new Array<number>(count).fill(0);
  const digits = new Int32Array(count);
  /** The digits after the first steps of a move. */
  const moved = new Int32Array(count);

  const writeDigits = (arrangement: number) => {
    const bit = arrangement % STATES_PER_WORD;
    writeStateDigits((arrangement - bit) / STATES_PER_WORD, bit, written);
    for (let j = 0; j < count; j++) digits[j] = written[j];
  };

  return (state, next) => {
    const cell = Math.floor(state / arrangements);
    const arrangement = state - cell * arrangements;
    // Most steps change no digit: then they need not be known.
    let known = false;
    let move = 0;
    for (let direction = 0; direction < reaches.length; direction++) {
      const end = move + reaches[direction];
      let after = arrangement;
      let current = digits;
      for (let step = steps[cell][direction]; step !== undefined && move < end; step = steps[step.to][direction]) {
        if (step.first < step.last) {
          if (!known) writeDigits(arrangement);
          known = true;
          after += changeByRotation(current, step.first, step.last, step.rotation, weights);
          if (move + 1 < end) {
            if (current === digits) moved.set(digits);
            current = moved;
            rotateWindow(moved, step.first, step.last, step.rotation);
          }
        }
        next[move++] = step.to * arrangements + after;
      }
      while (move < end) next[move++] = NO_STATE;
    }
  };
}
