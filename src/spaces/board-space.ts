/**
 * Sliding-tile boards as spaces.
 *
 * The number of a position's state is cell * arrangements + arrangement. Here `cell` is the cell of the blank, and `arrangement` the number
 * word * 60 + bit of the arrangement of the tiles: see src/spaces/board/numbering.ts. Positions that differ from the goal in
 * parity have no number.
 *
 * The arrangement is rank >> 1, and a move of the blank rotates a window of it. So the neighbours' ranks are looked up, see
 * WindowRotation. The shift drops the last digit that counts, which follows from the parity of the others.
 */

import { InputError } from '../base/text.js';
import { factorial, quotient } from '../permutations/lehmer.js';
import { NO_STATE } from '../space/definition.js';
import type { BoardSpaceSource, NumberedSpace, Space } from '../space/space.js';
import { type Board, checkMetricName, DIRECTIONS, formatBoard, type Metric } from './board/board.js';
import {
  type Geometry,
  geometryOf,
  numberedStates,
  numberOf,
  positionOf,
  stateAt,
  stateOf,
  stepsOf,
  valueAfter,
  type Window,
  windowMap,
} from './board/numbering.js';
import { BLANK, formatPosition, type Position, parsePosition } from './board/position.js';
import { blankMoves, boardOfSource, mostCellsTo, spaceName } from './board-facts.js';

/**
 * Opens a board as a space. If its positions can be numbered, its states are those from which the goal can be reached. Moves are those of the
 * blank: u d l r by one cell; in the metric `multi` u1 u2 ... d1 d2 ... l1 ... r1 ..., with the number of cells.
 * @throws InputError if the board or its goal is wrong
 */
export function openBoard(source: BoardSpaceSource): NumberedSpace | Space<Position> {
  const board = boardOfSource(source);
  if (Number.isSafeInteger(numberedStates(board))) return boardSpace(source);
  const goal = parsePosition(source.goal, board);
  const parse = (text: string) => parsePosition(text, board);
  return { ...boardView(source, board, goal), states: null, format: formatPosition, parse };
}

/** Returns the properties of a board that do not depend on its size. */
function boardView(
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
    ...boardView(source, board, goal),
    states: geometry.states,
    size: geometry.states,
    starts: [numberAt(goal)],
    neighbours(state, next) {
      write ??= neighboursOf(geometry, source.metric);
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

function neighboursOf(geometry: Geometry, metric: Metric): NumberedSpace['neighbours'] {
  const { board, arrangements, digits, parityAt } = geometry;
  // Maximum number of cells that the blank moves in each direction.
  const reaches = DIRECTIONS.map((direction) => mostCellsTo(board, direction, metric));
  const steps = boardSteps(geometry);
  const parityOf = digitParity(digits);

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
          // The last digit but one gives the arrangement its parity.
          if (rank === UNKNOWN) rank = 2 * arrangement + (parityOf(arrangement) ^ parityAt[cell]);
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

/** Returns [cell][direction, in the order of DIRECTIONS]: the move of the blank by one cell; null beyond the edge of the board. */
function boardSteps(geometry: Geometry) {
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
      // Most moves change no digit.
      return { to: step.to, rotation: step.first < step.last ? rotationOf(step) : null };
    }),
  );
}

/*
 * Rotations of windows by table look-up: the change of an arrangement's rank, without its Lehmer digits.
 *
 * A rotation of the window first..last rewrites the digits first..last, and the result depends on these digits alone
 * (see src/permutations/lehmer.ts). In the rank they are one block, the number
 *
 *     floor(rank / below) mod values,   below = (m - 1 - last)!,   values = (m - first)! / below
 *
 * with m digits, of which digit j has the radix m - j. So a table of `values` entries gives the block afterwards. Example: the window
 * 0..1 of m = 3 has 3 * 2 values. The block of the digits 1 0 is 2. Exchanging the two elements turns them into 0 0, the block 0.
 */

/** Maximum number of entries. All windows of boards of up to 12 cells have tables: 3x4 needs at most 55,440 entries. */
const LARGEST_ROTATION_TABLE = 1 << 17;

/** Returns the effect of a window's rotation on ranks. @param digits of the arrangement, m */
export function windowRotation(digits: number, window: Window) {
  const { first, last, rotation } = window;
  const below = factorial(digits - 1 - last);
  const values = factorial(digits - first) / below;
  return {
    below,
    belowInverse: 1 / below,
    values,
    valuesInverse: 1 / values,
    /** [block]: the block afterwards; null if there are too many blocks. */
    blocks: values <= LARGEST_ROTATION_TABLE ? windowMap(digits, first, last, rotation) : null,
    /** Returns the block afterwards, computed from the digits. */
    blockAfter: valueAfter(digits, window),
  };
}

type WindowRotation = ReturnType<typeof windowRotation>;

/** Returns the rank after a rotation. @param rank below 2^50, as for all boards whose states can be numbered */
export function rotatedRank(rotation: WindowRotation, rank: number): number {
  const upper = quotient(rank, rotation.belowInverse);
  const block = upper - quotient(upper, rotation.valuesInverse) * rotation.values;
  const after = rotation.blocks === null ? rotation.blockAfter(block) : rotation.blocks[block];
  return rank + (after - block) * rotation.below;
}

/*
 * Parity of the sum of Lehmer digits, from their number: by a table for a few digits at a time.
 *
 * The digits are those that number the arrangements of one parity: all but the last two, with the radices m, m - 1, ... 3.
 */

const LARGEST_PARITY_TABLE = 1 << 15;

/**
 * Returns the parity function of arrangements with this many digits.
 * @param digits of the arrangement, m
 * @returns takes the number of the first m - 2 digits, below 2^50, and returns 0 if their sum is even, else 1
 */
export function digitParity(digits: number): (value: number) => number {
  const tables: { table: Uint8Array; inverse: number }[] = [];
  for (let radix = 3; radix <= digits; ) {
    let table = Uint8Array.of(0);
    for (; radix <= digits && table.length * radix <= LARGEST_PARITY_TABLE; radix++) {
      const longer = new Uint8Array(table.length * radix);
      for (let value = 0; value < longer.length; value++) {
        longer[value] = table[value % table.length] ^ (Math.floor(value / table.length) & 1);
      }
      table = longer;
    }
    tables.push({ table, inverse: 1 / table.length });
  }
  return (value) => {
    let rest = value;
    let parity = 0;
    for (const { table, inverse } of tables) {
      const upper = quotient(rest, inverse);
      parity ^= table[rest - upper * table.length];
      rest = upper;
    }
    return parity;
  };
}
