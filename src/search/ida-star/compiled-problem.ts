/**
 * A board, a goal's heuristic and the moves between cells, compiled into the tables of workers/kernel/ida-star.ts, where
 * their form is described; and the loop there, run on them.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Board, type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK, type Tiles } from '../../spaces/board/position.js';
import type { Heuristic } from '../heuristic/heuristic.js';
import type { BoardLines, LineConflicts } from '../heuristic/line-conflicts.js';
import type { Limits } from '../question/limits.js';

/** The order in which moves are tried: that of the program that counted the nodes of Korf's instances. */
export const MOVE_ORDER: readonly Direction[] = ['u', 'l', 'r', 'd'];

/** A position below which is searched. */
export interface Root {
  readonly tiles: Uint8Array;
  readonly blank: number;
  /** The move that led here, not to be undone; undefined at the start. */
  readonly arrivedBy: Direction | undefined;
  /** Moves made so far, and the heuristic here. */
  readonly depth: number;
  readonly estimate: number;
}

export type KernelOutcome = 'paused' | 'exhausted' | 'solved';
const OUTCOMES: readonly KernelOutcome[] = ['paused', 'exhausted', 'solved'];

/** The exports of workers/kernel/ida-star.ts, which documents them. */
interface Kernel {
  beginBelow(list: number, slack: number, bottomOfStack: number, movesLeft: number): void;
  searchByCosts(nodes: number): number;
  searchWithConflicts(nodes: number): number;
  generated(): number;
  expanded(): number;
  leastExcess(): number;
  topOfStack(): number;
}

const ENTRY_BYTES = 32;
const FRAME_BYTES = 12;
const CONFLICT_COST_BYTES = 16;
const PAGE = 65536;
/** The least excess if there was none: i32.MAX_VALUE. */
const NO_EXCESS = 2 ** 31 - 1;

/** No search goes deeper; frames for so many moves are allocated. */
export const MOST_SOLUTION_MOVES = 10_000;

let compiledKernel: WebAssembly.Module | undefined;

/** The kernel, compiled once; a module can be sent to workers. */
export function idaStarKernel(): WebAssembly.Module {
  compiledKernel ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('#workers/ida-star.wasm')),
  );
  return compiledKernel;
}

export class CompiledProblem {
  readonly #board: Board;
  readonly #heuristic: Heuristic;
  readonly #kernel: Kernel;
  readonly #run: (nodes: number) => number;
  readonly #view: DataView;
  readonly #tiles: Uint8Array;
  /** Addresses of the lists, by blank's cell and the move that led there. */
  readonly #lists: ReadonlyMap<string, number>;
  /** Directions of the entries, by their addresses. */
  readonly #directions = new Map<number, Direction>();
  /** Numbers of the rows and of the columns. */
  readonly #lineNumbers: number;
  readonly #stack: number;
  /** Bytes of memory that it takes. */
  readonly bytes: number;

  /** @throws LimitError */
  constructor(module: WebAssembly.Module, board: Board, heuristic: Heuristic, limits: Limits) {
    this.#board = board;
    this.#heuristic = heuristic;
    const { cells, rows, columns } = board;
    const arrivals = [undefined, ...MOVE_ORDER];
    const moves = cells * MOVE_ORDER.length;
    const costBytes = cells * (heuristic.conflicts ? CONFLICT_COST_BYTES : 1);
    const tables = heuristic.conflicts ? [heuristic.conflicts.rows.leaving, heuristic.conflicts.columns.leaving] : [];

    // Address 0 means the end of a list, so nothing lies there.
    let free = 64;
    const take = (bytes: number) => {
      const address = free;
      free += Math.ceil(bytes / 16) * 16;
      return address;
    };
    const tilesAt = take(cells);
    this.#lineNumbers = take(4 * (rows + columns));
    const listBytes = ENTRY_BYTES * (MOVE_ORDER.length + 1);
    const listsAt = take(listBytes * cells * arrivals.length);
    const costsAt = take(costBytes * moves);
    const tablesAt = tables.map((table) => take(table.length));
    this.#stack = take(FRAME_BYTES * MOST_SOLUTION_MOVES);

    const pages = Math.ceil(free / PAGE);
    const memory = limits.allocate(pages * PAGE, () => new WebAssembly.Memory({ initial: pages }));
    this.bytes = memory.buffer.byteLength;
    this.#kernel = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
    const { searchByCosts, searchWithConflicts } = this.#kernel;
    this.#run = heuristic.conflicts ? searchWithConflicts : searchByCosts;
    this.#view = new DataView(memory.buffer);
    this.#tiles = new Uint8Array(memory.buffer, tilesAt, cells);
    for (const [index, table] of tables.entries()) new Uint8Array(memory.buffer).set(table, tablesAt[index]);

    const lists = new Map<string, number>();
    for (let cell = 0; cell < cells; cell++) {
      for (const arrivedBy of arrivals) lists.set(listKey(cell, arrivedBy), listsAt + listBytes * lists.size);
    }
    this.#lists = lists;
    for (let cell = 0; cell < cells; cell++) {
      for (const [index, direction] of MOVE_ORDER.entries()) {
        const near = neighbour(board, cell, direction);
        if (near < 0) continue;
        const costs = costsAt + costBytes * (cell * MOVE_ORDER.length + index);
        this.#writeCosts(costs, cell, near);
        const fields = [tilesAt + near, costs, tilesAt + cell, this.#list(near, direction)];
        if (heuristic.conflicts) fields.push(...this.#lineFields(heuristic.conflicts, cell, near, tablesAt));
        for (const arrivedBy of arrivals) {
          const undoes = arrivedBy !== undefined && OPPOSITE[arrivedBy] === direction;
          if (!undoes) this.#append(cell, arrivedBy, direction, fields);
        }
      }
    }
  }

  /** Returns an entry's fields of lines: those that the tile on `near` leaves, enters and moves along, and their table. */
  #lineFields(conflicts: LineConflicts, blank: number, near: number, tablesAt: readonly number[]): number[] {
    const { across, along, alongRow } = linesOfMove(conflicts, near, blank);
    return [
      this.#lineNumberAt(!alongRow, across.lineOf[near]),
      this.#lineNumberAt(!alongRow, across.lineOf[blank]),
      this.#lineNumberAt(alongRow, along.lineOf[blank]),
      tablesAt[alongRow ? 1 : 0],
    ];
  }

  /** Begins to search below a position, for solutions of `bound` moves in all. */
  begin({ tiles, blank, arrivedBy, depth, estimate }: Root, bound: number): void {
    for (let cell = 0; cell < this.#board.cells; cell++) this.#tiles[cell] = tiles[cell];
    this.#writeLineNumbers(tiles);
    this.#kernel.beginBelow(this.#list(blank, arrivedBy), bound - depth - estimate, this.#stack, bound - depth);
  }

  /** Searches until this many nodes have been generated. */
  run(nodes: number): KernelOutcome {
    return OUTCOMES[this.#run(nodes)];
  }

  /** Nodes that the last run generated. */
  get generated(): number {
    return this.#kernel.generated();
  }

  /** Nodes that the last run expanded, the root not counted. */
  get expanded(): number {
    return this.#kernel.expanded();
  }

  /** By how much the bound was exceeded at least, since begin; infinite if it never was. */
  get leastExcess(): number {
    const excess = this.#kernel.leastExcess();
    return excess === NO_EXCESS ? Number.POSITIVE_INFINITY : excess;
  }

  /** The blank's moves from the root to the search's node. */
  get moves(): string {
    let moves = '';
    for (let frame = this.#stack; frame < this.#kernel.topOfStack(); frame += FRAME_BYTES) {
      moves += this.#directions.get(this.#view.getUint32(frame, true));
    }
    return moves;
  }

  #list(cell: number, arrivedBy: Direction | undefined): number {
    return this.#lists.get(listKey(cell, arrivedBy)) as number;
  }

  #append(cell: number, arrivedBy: Direction | undefined, direction: Direction, fields: readonly number[]): void {
    let entry = this.#list(cell, arrivedBy);
    while (this.#view.getUint32(entry, true) !== 0) entry += ENTRY_BYTES;
    for (const [index, field] of fields.entries()) this.#view.setUint32(entry + 4 * index, field, true);
    this.#directions.set(entry, direction);
  }

  #writeCosts(address: number, blank: number, cell: number): void {
    const { costs, conflicts } = this.#heuristic;
    for (let tile = 0; tile < this.#board.cells; tile++) {
      if (tile === BLANK) continue;
      const cost = 1 + costs.change(tile, cell, blank);
      if (conflicts === undefined) {
        this.#view.setUint8(address + tile, cost);
        continue;
      }
      const { across, along } = linesOfMove(conflicts, cell, blank);
      const counts = (lines: BoardLines, place: number) => conflicts.countsIn(lines, tile, place);
      const fields = [cost, counts(across, cell), counts(across, blank), counts(along, blank) - counts(along, cell)];
      for (const [index, field] of fields.entries()) {
        this.#view.setInt32(address + tile * CONFLICT_COST_BYTES + 4 * index, field, true);
      }
    }
  }

  #lineNumberAt(isRow: boolean, line: number): number {
    return this.#lineNumbers + 4 * (isRow ? line : this.#board.rows + line);
  }

  #writeLineNumbers(tiles: Tiles): void {
    const { conflicts } = this.#heuristic;
    if (conflicts === undefined) return;
    for (const [isRow, lines] of [
      [true, conflicts.rows],
      [false, conflicts.columns],
    ] as const) {
      for (let line = 0; line < lines.count; line++) {
        this.#view.setUint32(this.#lineNumberAt(isRow, line), conflicts.numberOf(lines, line, tiles), true);
      }
    }
  }
}

function listKey(cell: number, arrivedBy: Direction | undefined): string {
  return `${cell} ${arrivedBy ?? ''}`;
}

/** A tile slides along one line, and across from one to another. */
function linesOfMove({ rows, columns }: LineConflicts, from: number, to: number) {
  const alongRow = rows.lineOf[from] === rows.lineOf[to];
  return alongRow ? { alongRow, along: rows, across: columns } : { alongRow, along: columns, across: rows };
}
