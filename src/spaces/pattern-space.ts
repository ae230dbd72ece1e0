/** Patterns as spaces: states are numbered as ./board/pattern-geometry.ts describes, and moves are those of the pattern's tiles. */

import { excerpt, InputError } from '../base/text.js';
import { onesIn, rankOfBytes } from '../permutations/lehmer.js';
import { NO_STATE } from '../space/definition.js';
import type { NumberedSpace, PatternSpaceSource } from '../space/space.js';
import { DIRECTIONS, formatBoard } from './board/board.js';
import type { Pattern } from './board/partition.js';
import { NO_PLACE, type PatternGeometry, patternGeometry, placementOf } from './board/pattern-geometry.js';
import { BLANK } from './board/position.js';
import { patternOfSource, patternOutline } from './board-facts.js';

/**
 * Opens the space of a pattern.
 * @throws InputError if the board, the goal or the tiles are wrong, or the source has a start
 */
export function patternSpace(source: PatternSpaceSource & { readonly start?: string }): NumberedSpace {
  const pattern = patternOfSource(source);
  const { tiles } = pattern;
  const { geometry, tileOf, goal, format, parse } = patternStates(pattern);
  // Moves are named by the tiles in ascending order, but the geometry has labels instead of tiles.
  const firstMoves = tileOf.map((tile) => tiles.indexOf(tile) * DIRECTIONS.length);

  return {
    ...patternOutline(pattern),
    states: geometry.states,
    size: geometry.states,
    starts: [goal],
    board: null,
    group: null,
    pattern: { ...pattern, geometry },
    neighbours: placementMoves(geometry, firstMoves, NO_STATE),
    format,
    parse,
  };
}

/*
 * The states of one pattern as positions and as texts.
 *
 * The text of a state is the board in reading order. It has the numbers of the pattern's tiles, and `.` for each other tile. An `x` shows the
 * blank on the first cell of its region in reading order. On 3x3, the goal of the pattern 1 2 3 is
 *
 *     1 2 3 x . . . . .
 *
 * because the blank can move from the last cell to all cells of the last two rows without moving one of these tiles.
 */

/** Stands for the label of a cell whose tile is not in the pattern, or which has no tile. */
const UNLABELLED = -1;
const FREE = '.';
const BLANK_SIGN = 'x';
const BLANK_SIGNS = ['x', 'X', '_', '0'];

export type PatternStates = ReturnType<typeof patternStates>;

/** Returns the states of a pattern. */
export function patternStates(pattern: Pattern) {
  const { board, goal, tiles } = pattern;
  const geometry = patternGeometry(board, tiles.length);
  const { path, pathIndex, sets, regions, arrangements } = geometry;
  /** [label]: its tile. In the goal, labels ascend along the path. */
  const tileOf = path.map((cell) => goal[cell]).filter((tile) => tiles.includes(tile));
  /** [tile]: its label. */
  const labelOf = new Map(tileOf.map((tile, label) => [tile, label]));

  /** Returns the text of a state. */
  function format(state: number): string {
    const placement = Math.floor(state / arrangements.count);
    const first = (state - placement * arrangements.count) * tiles.length;
    const signs = new Array<string>(board.cells).fill(FREE);
    let place = 0;
    for (const [index, cell] of path.entries()) {
      if ((sets[placement] >>> index) & 1) signs[cell] = String(tileOf[arrangements.labels[first + place++]]);
    }
    const region = path.filter((_, index) => (regions[placement] >>> index) & 1);
    signs[Math.min(...region)] = BLANK_SIGN;
    return signs.join(' ');
  }

  /**
   * Returns the state of a text. The signs are separated by spaces or commas, or written together if no tile of the pattern has two
   * digits. The `x` can be on any cell of the region.
   * @throws InputError if there are more or fewer signs than cells, or they are not the pattern's tiles and one blank
   */
  function parse(text: string): number {
    const words = text.split(/[\s,]+/).filter((word) => word !== '');
    const signs = words.length === 1 ? [...words[0]] : words;
    const expected = `a state of this pattern has the tiles ${tiles.join(' ')} and x once each, and ${FREE} on all other cells`;
    if (signs.length !== board.cells) {
      throw new InputError(
        `${expected}: ${board.cells} signs for ${formatBoard(board)}, found ${signs.length}: '${excerpt(text)}'`,
      );
    }
    const position = signs.map((sign) => {
      if (sign === FREE) return UNLABELLED;
      if (BLANK_SIGNS.includes(sign)) return BLANK;
      const tile = /^[1-9]\d?$/.test(sign) ? Number(sign) : UNLABELLED;
      if (tiles.includes(tile)) return tile;
      throw new InputError(`${expected}, found '${excerpt(sign, 12)}' in '${excerpt(text)}'`);
    });
    for (const tile of [...tiles, BLANK]) {
      const count = position.filter((other) => other === tile).length;
      if (count === 1) continue;
      const name = tile === BLANK ? BLANK_SIGN : `tile ${tile}`;
      throw new InputError(`${expected}, but ${name} occurs ${count} times in '${excerpt(text)}'`);
    }
    return numberOf(position);
  }

  /** Returns the number of a position's state. @param position tile on each cell; tiles outside the pattern are alike */
  function numberOf(position: readonly number[]): number {
    const labels: number[] = [];
    let set = 0;
    for (const [place, cell] of path.entries()) {
      const label = labelOf.get(position[cell]);
      if (label === undefined) continue;
      set |= 1 << place;
      labels.push(label);
    }
    const placement = placementOf(geometry, set, pathIndex[position.indexOf(BLANK)]);
    return placement * arrangements.count + rankOfBytes(Uint8Array.from(labels));
  }

  return { pattern, geometry, tileOf, goal: numberOf(goal), format, parse };
}

/*
 * The moves of a pattern's states, compiled placement by placement.
 *
 * All states of a placement have the same moves, whose results differ only by the arrangement. Most requests are for states
 * in the order of their numbers, or near earlier ones. So the moves of recent placements are kept.
 */

/** A move from all states of a placement. */
interface PlacementMove {
  /** Place of the tile in the arrangement. */
  readonly from: number;
  /** Index in DIRECTIONS. */
  readonly direction: number;
  /** First state of the placement to which the move leads. */
  readonly first: number;
  /** [arrangement]: the arrangement after the move. */
  readonly carried: Uint16Array;
}

/** Number of placements that are kept, a power of two: about 1 MB. */
const KEPT = 1024;

/**
 * Returns a function that writes the neighbours of a state: those of a tile in the order of DIRECTIONS.
 * @param firstMoves [label]: the index of the first move of its tile
 * @param none stands for a move that cannot be made
 */
export function placementMoves(
  geometry: PatternGeometry,
  firstMoves: readonly number[],
  none: number,
): NumberedSpace['neighbours'] {
  const { tiles, arrangements } = geometry;
  const { count, labels } = arrangements;
  /** [placement mod KEPT]: the latest of these placements, and its moves. */
  const kept = new Array<{ placement: number; moves: readonly PlacementMove[] } | undefined>(KEPT).fill(undefined);
  return (state, next) => {
    const placement = Math.floor(state / count);
    const arrangement = state - placement * count;
    let compiled = kept[placement & (KEPT - 1)];
    if (compiled?.placement !== placement) {
      compiled = { placement, moves: compileMoves(geometry, placement) };
      kept[placement & (KEPT - 1)] = compiled;
    }
    const { moves } = compiled;
    next.fill(none);
    for (let index = 0; index < moves.length; index++) {
      const { from, direction, first, carried } = moves[index];
      next[firstMoves[labels[arrangement * tiles + from]] + direction] = first + carried[arrangement];
    }
  };
}

function compileMoves(geometry: PatternGeometry, placement: number): PlacementMove[] {
  const { beside, sets, regions, arrangements } = geometry;
  const set = sets[placement];
  const region = regions[placement];
  const moves: PlacementMove[] = [];
  let from = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1, from++) {
    const bit = rest & -rest;
    const place = 31 - Math.clz32(bit);
    for (let direction = 0; direction < DIRECTIONS.length; direction++) {
      const other = beside[place][direction];
      if (other === NO_PLACE || ((region >>> other) & 1) === 0) continue;
      const after = set ^ bit ^ (1 << other);
      const first = placementOf(geometry, after, place) * arrangements.count;
      const carried = arrangements.carried(from, onesIn(after & ((1 << other) - 1)));
      moves.push({ from, direction, first, carried });
    }
  }
  return moves;
}
