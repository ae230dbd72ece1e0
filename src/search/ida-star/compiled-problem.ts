/**
 * A board, a goal's heuristic and the moves between cells, compiled into the tables that workers/kernel/ida-star.ts
 * describes; and the search loop there, run on them.
 */

import { type Board, type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import {
  type BoardLines,
  type Heuristic,
  type HeuristicName,
  heuristicFor,
  type LineConflicts,
} from '../question/heuristics.js';
import type { Limits } from '../question/limits.js';
import {
  CompiledSearch,
  type KernelNumber,
  kernelIn,
  MOST_SOLUTION_MOVES,
  MOVE_ORDER,
  type SearchKernel,
} from './compiled-search.js';

/** The exports of workers/kernel/ida-star.ts, which documents them. */
interface ProblemKernel extends SearchKernel {
  beginBelow(list: number, slack: number, bottomOfStack: number, movesLeft: number): void;
  searchByCosts(nodes: number): number;
  searchWithConflicts(nodes: number): number;
  readonly leastExcess: KernelNumber;
}

/** Bytes of an entry of a list, and its field with the address of the blank's cell. */
const ENTRY_BYTES = 32;
const ENTRY_BLANK = 8;
/** Bytes of a list: an entry for each move, and one that ends it. */
const LIST_BYTES = ENTRY_BYTES * (MOVE_ORDER.length + 1);
const FRAME_BYTES = 12;
const FRAME_SLACK = 4;
const CONFLICT_COST_BYTES = 16;
const PAGE = 65536;
/** Value of the kernel for no excess: i32.MAX_VALUE. */
const NO_EXCESS = 2 ** 31 - 1;

/** Nodes per millisecond. */
const SPEED = 170_000;

/** The moves that can lead to a cell, and none. */
const ARRIVALS = [undefined, ...MOVE_ORDER];

/** A search by a heuristic that needs no table, as plain data. */
export interface ProblemSource {
  readonly kind: 'problem';
  readonly board: Board;
  readonly start: Position;
  readonly goal: Position;
  readonly heuristic: HeuristicName;
}

export class CompiledProblem extends CompiledSearch<ProblemKernel> {
  readonly estimate: number;
  readonly speed = SPEED;
  readonly bytes: number;
  readonly #source: ProblemSource;
  readonly #heuristic: Heuristic;
  readonly #tiles: Uint8Array;
  /** Address of the lists, by blank's cell and the move that led there. */
  readonly #lists: number;
  /** Address of the numbers of the rows and of the columns. */
  readonly #lineNumbers: number;

  /** @throws LimitError */
  constructor(source: ProblemSource, limits: Limits) {
    const { board, start, goal } = source;
    const heuristic = heuristicFor(source.heuristic, board, goal);
    const { conflicts } = heuristic;
    const { cells, rows, columns } = board;
    const costBytes = cells * (conflicts ? CONFLICT_COST_BYTES : 1);
    const tables = conflicts ? [conflicts.rows.leaving, conflicts.columns.leaving] : [];
    // Address 0 marks the end of a list, so nothing is placed there.
    let free = 64;
    const take = (bytes: number) => {
      const address = free;
      free += Math.ceil(bytes / 16) * 16;
      return address;
    };
    const tilesAt = take(cells);
    const lineNumbers = take(4 * (rows + columns));
    const lists = take(LIST_BYTES * cells * ARRIVALS.length);
    const costsAt = take(costBytes * cells * MOVE_ORDER.length);
    const tablesAt = tables.map((table) => take(table.length));
    const stack = take(FRAME_BYTES * MOST_SOLUTION_MOVES);
    const pages = Math.ceil(free / PAGE);
    const memory = limits.allocate(pages * PAGE, () => new WebAssembly.Memory({ initial: pages }));
    const kernel = kernelIn<ProblemKernel>(memory, 'ida-star');
    super(kernel, memory.buffer, stack, FRAME_BYTES, conflicts ? kernel.searchWithConflicts : kernel.searchByCosts);
    this.estimate = heuristic.estimate(start);
    this.bytes = memory.buffer.byteLength;
    this.#source = source;
    this.#heuristic = heuristic;
    this.#tiles = new Uint8Array(memory.buffer, tilesAt, cells);
    this.#lists = lists;
    this.#lineNumbers = lineNumbers;
    for (const [index, table] of tables.entries()) new Uint8Array(memory.buffer).set(table, tablesAt[index]);
    for (let cell = 0; cell < cells; cell++) {
      const entries = MOVE_ORDER.flatMap((direction, index) => {
        const near = neighbour(board, cell, direction);
        if (near < 0) return [];
        const costs = costsAt + costBytes * (cell * MOVE_ORDER.length + index);
        this.#writeCosts(costs, cell, near);
        const lines = conflicts ? this.#lineFields(conflicts, cell, near, tablesAt) : [];
        return { direction, fields: [tilesAt + near, costs, tilesAt + cell, this.#list(near, direction), ...lines] };
      });
      for (const arrivedBy of ARRIVALS) {
        let address = this.#list(cell, arrivedBy);
        for (const { direction, fields } of entries) {
          if (arrivedBy !== undefined && OPPOSITE[arrivedBy] === direction) continue;
          for (const [index, field] of fields.entries()) this.view.setUint32(address + 4 * index, field, true);
          address += ENTRY_BYTES;
        }
      }
    }
  }

  sourceFor(): ProblemSource {
    return this.#source;
  }

  begin(moves: string, bound: number, depth = bound): void {
    const { board, start } = this.#source;
    const tiles = this.#tiles;
    tiles.set(start);
    let blank = start.indexOf(BLANK);
    let arrivedBy: Direction | undefined;
    for (const letter of moves) {
      arrivedBy = letter as Direction;
      const next = neighbour(board, blank, arrivedBy);
      tiles[blank] = tiles[next];
      tiles[next] = BLANK;
      blank = next;
    }
    this.#writeLineNumbers();
    this.boundBelow = bound - moves.length;
    const slack = this.boundBelow - this.#heuristic.estimate(tiles);
    this.kernel.beginBelow(this.#list(blank, arrivedBy), slack, this.stack, depth - moves.length);
  }

  get leastExcess(): number {
    const excess = this.kernel.leastExcess.value;
    return excess === NO_EXCESS ? Number.POSITIVE_INFINITY : excess;
  }

  letterOf(entry: number): Direction {
    const [near, cell] = [entry, entry + ENTRY_BLANK].map(
      (field) => this.view.getUint32(field, true) - this.#tiles.byteOffset,
    );
    return MOVE_ORDER.find((direction) => neighbour(this.#source.board, cell, direction) === near) as Direction;
  }

  protected slackOf(frame: number): number {
    return this.view.getInt32(frame + FRAME_SLACK, true);
  }

  #list(cell: number, arrivedBy: Direction | undefined): number {
    return this.#lists + LIST_BYTES * (cell * ARRIVALS.length + ARRIVALS.indexOf(arrivedBy));
  }

  /** Returns an entry's fields of lines: the lines that the tile on `near` leaves, enters and moves along, and their table. */
  #lineFields(conflicts: LineConflicts, blank: number, near: number, tablesAt: readonly number[]): number[] {
    const [along, across] = linesOfMove(conflicts, near, blank);
    return [
      this.#lineNumberAt(across, across.lineOf[near]),
      this.#lineNumberAt(across, across.lineOf[blank]),
      this.#lineNumberAt(along, along.lineOf[blank]),
      tablesAt[across === conflicts.rows ? 0 : 1],
    ];
  }

  #writeCosts(address: number, blank: number, cell: number): void {
    const { costs, conflicts } = this.#heuristic;
    for (let tile = BLANK + 1; tile < this.#source.board.cells; tile++) {
      const cost = 1 + costs.change(tile, cell, blank);
      if (conflicts === undefined) {
        this.view.setUint8(address + tile, cost);
        continue;
      }
      const [along, across] = linesOfMove(conflicts, cell, blank);
      const counts = (lines: BoardLines, place: number) => conflicts.countsIn(lines, tile, place);
      const fields = [cost, counts(across, cell), counts(across, blank), counts(along, blank) - counts(along, cell)];
      for (const [index, field] of fields.entries()) {
        this.view.setInt32(address + tile * CONFLICT_COST_BYTES + 4 * index, field, true);
      }
    }
  }

  #lineNumberAt(lines: BoardLines, line: number): number {
    const columns = lines === this.#heuristic.conflicts?.columns;
    return this.#lineNumbers + 4 * (columns ? this.#source.board.rows + line : line);
  }

  /** Writes the numbers of the lines of the position on the board. */
  #writeLineNumbers(): void {
    const { conflicts } = this.#heuristic;
    if (conflicts === undefined) return;
    for (const lines of [conflicts.rows, conflicts.columns]) {
      for (let line = 0; line < lines.count; line++) {
        const number = conflicts.numberOf(lines, line, this.#tiles);
        this.view.setUint32(this.#lineNumberAt(lines, line), number, true);
      }
    }
  }
}

/** Returns the lines along which a tile slides, and those across, one of which it leaves for another. */
function linesOfMove({ rows, columns }: LineConflicts, from: number, to: number): readonly [BoardLines, BoardLines] {
  return rows.lineOf[from] === rows.lineOf[to] ? [rows, columns] : [columns, rows];
}
