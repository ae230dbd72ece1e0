/**
 * A board, a goal's heuristic and the moves between cells, compiled into the tables that workers/kernel/ida-star.ts
 * describes; and the search loop there, run on them.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Board, type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK, type Position, type Tiles } from '../../spaces/board/position.js';
import {
  type BoardLines,
  type Heuristic,
  type HeuristicName,
  heuristicFor,
  type LineConflicts,
} from '../question/heuristics.js';
import type { Limits } from '../question/limits.js';
import {
  type CompiledSearch,
  type KernelOutcome,
  MOST_SOLUTION_MOVES,
  MOVE_ORDER,
  OUTCOMES,
} from './compiled-search.js';

/** The exports of workers/kernel/ida-star.ts, which documents them. */
interface Kernel {
  beginBelow(list: number, slack: number, bottomOfStack: number, movesLeft: number): void;
  searchByCosts(nodes: number): number;
  searchWithConflicts(nodes: number): number;
  generated(): number;
  expanded(): number;
  leastExcess(): number;
  topOfStack(): number;
  slackThere(): number;
}

const ENTRY_BYTES = 32;
const FRAME_BYTES = 12;
const FRAME_SLACK = 4;
const CONFLICT_COST_BYTES = 16;
const PAGE = 65536;
/** Value of the kernel for no excess: i32.MAX_VALUE. */
const NO_EXCESS = 2 ** 31 - 1;

/** Nodes per millisecond. */
const SPEED = 170_000;

let compiledKernel: WebAssembly.Module | undefined;

/** The kernel, compiled once; a module can be sent to workers. */
export function idaStarKernel(): WebAssembly.Module {
  compiledKernel ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('#workers/ida-star.wasm')),
  );
  return compiledKernel;
}

/** A search by a heuristic that needs no table, as plain data. */
export interface ProblemSource {
  readonly kind: 'problem';
  readonly kernel: WebAssembly.Module;
  readonly board: Board;
  readonly start: Position;
  readonly goal: Position;
  readonly heuristic: HeuristicName;
}

export class CompiledProblem implements CompiledSearch {
  readonly estimate: number;
  readonly speed = SPEED;
  readonly #source: ProblemSource;
  readonly #board: Board;
  readonly #heuristic: Heuristic;
  readonly #kernel: Kernel;
  readonly #run: (nodes: number) => number;
  readonly #view: DataView;
  readonly #tiles: Uint8Array;
  /** Addresses of the lists, by blank's cell and the move that led there. */
  readonly #lists: ReadonlyMap<string, number>;
  /** Direction of each entry, by its address. */
  readonly #directions = new Map<number, Direction>();
  /** Numbers of the rows and of the columns. */
  readonly #lineNumbers: number;
  readonly #stack: number;
  /** The bound minus the moves made before the search began. */
  #boundBelow = 0;
  /** Bytes of memory used. */
  readonly bytes: number;

  /** @throws LimitError */
  constructor(source: ProblemSource, limits: Limits) {
    const { kernel, board, start, goal } = source;
    const heuristic = heuristicFor(source.heuristic, board, goal);
    this.#source = source;
    this.#board = board;
    this.#heuristic = heuristic;
    this.estimate = heuristic.estimate(start);
    const { cells, rows, columns } = board;
    const arrivals = [undefined, ...MOVE_ORDER];
    const moves = cells * MOVE_ORDER.length;
    const costBytes = cells * (heuristic.conflicts ? CONFLICT_COST_BYTES : 1);
    const tables = heuristic.conflicts ? [heuristic.conflicts.rows.leaving, heuristic.conflicts.columns.leaving] : [];

    // Address 0 marks the end of a list, so nothing is placed there.
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
    this.#kernel = new WebAssembly.Instance(kernel, { env: { memory } }).exports as unknown as Kernel;
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

  /** Returns an entry's fields of lines: the lines that the tile on `near` leaves, enters and moves along, and their table. */
  #lineFields(conflicts: LineConflicts, blank: number, near: number, tablesAt: readonly number[]): number[] {
    const { across, along, alongRow } = linesOfMove(conflicts, near, blank);
    return [
      this.#lineNumberAt(!alongRow, across.lineOf[near]),
      this.#lineNumberAt(!alongRow, across.lineOf[blank]),
      this.#lineNumberAt(alongRow, along.lineOf[blank]),
      tablesAt[alongRow ? 1 : 0],
    ];
  }

  sourceFor(): ProblemSource {
    return this.#source;
  }

  begin(moves: string, bound: number, depth = bound): void {
    const { start } = this.#source;
    const tiles = this.#tiles;
    for (let cell = 0; cell < this.#board.cells; cell++) tiles[cell] = start[cell];
    let blank = start.indexOf(BLANK);
    let arrivedBy: Direction | undefined;
    for (const letter of moves) {
      arrivedBy = letter as Direction;
      const next = neighbour(this.#board, blank, arrivedBy);
      tiles[blank] = tiles[next];
      tiles[next] = BLANK;
      blank = next;
    }
    this.#writeLineNumbers(tiles);
    this.#boundBelow = bound - moves.length;
    const slack = this.#boundBelow - this.#heuristic.estimate(tiles);
    this.#kernel.beginBelow(this.#list(blank, arrivedBy), slack, this.#stack, depth - moves.length);
  }

  run(nodes: number): KernelOutcome {
    return OUTCOMES[this.#run(nodes)];
  }

  get generated(): number {
    return this.#kernel.generated();
  }

  get expanded(): number {
    return this.#kernel.expanded();
  }

  get leastExcess(): number {
    const excess = this.#kernel.leastExcess();
    return excess === NO_EXCESS ? Number.POSITIVE_INFINITY : excess;
  }

  get moves(): string {
    let moves = '';
    for (let frame = this.#stack; frame < this.#kernel.topOfStack(); frame += FRAME_BYTES) {
      moves += this.#directions.get(this.#view.getUint32(frame, true));
    }
    return moves;
  }

  estimateAt(depth: number): number {
    const frame = this.#stack + FRAME_BYTES * depth;
    const isLast = frame === this.#kernel.topOfStack();
    const slack = isLast ? this.#kernel.slackThere() : this.#view.getInt32(frame + FRAME_SLACK, true);
    return this.#boundBelow - depth - slack;
  }

  close(): void {}

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

/** Lines of a move: the tile slides along one line, and across from one line to another. */
function linesOfMove({ rows, columns }: LineConflicts, from: number, to: number) {
  const alongRow = rows.lineOf[from] === rows.lineOf[to];
  return alongRow ? { alongRow, along: rows, across: columns } : { alongRow, along: columns, across: rows };
}
