/**
 * Sequences of moves that need not be tried, because another sequence leads to the same position.
 *
 * Let all sequences of the blank's moves from one cell be ordered by their lengths, and those of one length by MOVE_ORDER. A sequence is
 * *replaceable* on a cell if a smaller one can be made there and leads to the same position. The least of all shortest solutions holds no
 * replaceable sequence: with the smaller one in its place, it would be a smaller solution. So a search can skip all of
 * them, and still finds a shortest solution. The simplest case is a move and the move that undoes it, which the empty
 * sequence replaces. Another case: in a square of 2x2 cells, 6 moves clockwise are as good as 6 moves counterclockwise.
 *
 * Sequences are tried from every cell of the board itself. So a replacement never leaves the board, and missing cells
 * do no harm.
 *
 * The automaton of A. Aho and M. Corasick (1975) recognises them. A state is a beginning of replaceable sequences, and
 * the cell on which it began: the longest beginning that the last moves of a path form. The initial states are the
 * empty beginnings, one on each cell.
 *
 * Source: L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search", AAAI-93 (1993); here for each cell of a board.
 */

import { type Board, neighbour } from '../../spaces/board/board.js';
import { BLANK, orderedPosition } from '../../spaces/board/position.js';
import { MetBytes } from '../nodes/node.js';
import { Limits } from '../question/limits.js';
import { MOVE_ORDER } from './compiled-search.js';

/** The state after a move that is skipped or impossible. */
export const NO_STATE_BEHIND = -1;

/**
 * Searches of large boards are long, so longer sequences are worth their time: 0.3 s for 10 moves on 5x5, of which there are 10,573 states,
 * and 0.03 s for 8 moves on 4x4. With 12 moves on 5x5, 1.5 s and 52,605 states, searches take no less time.
 */
const MOST_CELLS_OF_SHORT = 16;
const SHORT_SEQUENCE = 8;
const LONG_SEQUENCE = 10;

/** Returns the maximum length of sequences that are worth their time, in moves. */
export function longestSequence(board: Board): number {
  return board.cells > MOST_CELLS_OF_SHORT ? LONG_SEQUENCE : SHORT_SEQUENCE;
}

const MOVES = MOVE_ORDER.length;
/** A move after which no longer beginning exists. */
const NO_CHILD = -2;

/** A state of the automaton: the blank's cell, and the state after each move of MOVE_ORDER. */
type SequenceState = { readonly cell: number; readonly next: number[] };

/**
 * Returns the states of the automaton, first the empty beginnings by their cells.
 * @param longest maximum moves of the sequences that are tried; with 2, only undoing moves are skipped
 */
export function sequenceStates(board: Board, longest = longestSequence(board)): SequenceState[] {
  const near = Array.from({ length: board.cells }, (_, cell) =>
    MOVE_ORDER.map((direction) => neighbour(board, cell, direction)),
  );
  const states = near.map((_, cell): SequenceState => ({ cell, next: new Array<number>(MOVES).fill(NO_CHILD) }));
  for (const [start, sequences] of replaceableSequences(board, near, longest).entries()) {
    for (const sequence of sequences) {
      let state = states[start];
      for (const move of sequence.slice(0, -1)) {
        if (state.next[move] === NO_CHILD) {
          state.next[move] = states.length;
          states.push({ cell: near[state.cell][move], next: new Array<number>(MOVES).fill(NO_CHILD) });
        }
        state = states[state.next[move]];
      }
      state.next[sequence[sequence.length - 1]] = NO_STATE_BEHIND;
    }
  }
  complete(states, near);
  return states;
}

/**
 * Completes the next states of each state: moves that form no longer beginning lead where they lead from the longest
 * shorter beginning, the *fallback*.
 */
function complete(states: readonly SequenceState[], near: readonly (readonly number[])[]): void {
  const fallbacks = new Int32Array(states.length).fill(NO_CHILD);
  // Shorter beginnings first, so that the next states of a fallback are known.
  const order = [...near.keys()];
  for (const number of order) {
    const { cell, next } = states[number];
    const fallback = fallbacks[number];
    for (const [move, to] of near[cell].entries()) {
      const behind = to < 0 ? NO_STATE_BEHIND : fallback === NO_CHILD ? to : states[fallback].next[move];
      if (next[move] < 0) {
        next[move] = next[move] === NO_STATE_BEHIND ? NO_STATE_BEHIND : behind;
      } else {
        fallbacks[next[move]] = behind;
        order.push(next[move]);
      }
    }
  }
}

/**
 * Returns for each cell the replaceable sequences that hold no other, as indices in MOVE_ORDER.
 * @param near cell of the blank -> the cells that moves lead to, negative if there is none
 */
function replaceableSequences(board: Board, near: readonly (readonly number[])[], longest: number): number[][][] {
  const replaceable = near.map((): number[][] => []);
  const positions = near.map(() => new MetBytes(board.cells, new Limits()));
  // By the first cell: the sequences of one length without a replaceable one, in their order, and the numbers of the
  // positions that they lead to. A sequence is a number with a digit for each move, the last move lowest.
  let kept = near.map(
    (_, start) => new Map([[0, positions[start].numberOf(Uint8Array.from(orderedPosition(board, start)))]]),
  );
  const tiles = new Uint8Array(board.cells);
  for (let length = 1; length <= longest; length++) {
    const firstDigit = MOVES ** (length - 1);
    kept = kept.map((sequences, start) => {
      const longer = new Map<number, number>();
      for (const [sequence, position] of sequences) {
        positions[start].read(position, tiles);
        const blank = tiles.indexOf(BLANK);
        for (const [move, to] of near[blank].entries()) {
          if (to < 0) continue;
          const path = MOVES * sequence + move;
          const first = Math.floor(path / firstDigit);
          // Without its first move, the path must not contain a replaceable sequence either.
          if (length > 1 && !kept[near[start][first]].has(path - first * firstDigit)) continue;
          tiles[blank] = tiles[to];
          tiles[to] = BLANK;
          const known = positions[start].size;
          const reached = positions[start].numberOf(tiles);
          if (reached < known) replaceable[start].push(digitsOf(path, length));
          else longer.set(path, reached);
          tiles[to] = tiles[blank];
          tiles[blank] = BLANK;
        }
      }
      return longer;
    });
  }
  return replaceable;
}

function digitsOf(sequence: number, length: number): number[] {
  return Array.from({ length }, (_, index) => Math.floor(sequence / MOVES ** (length - 1 - index)) % MOVES);
}
