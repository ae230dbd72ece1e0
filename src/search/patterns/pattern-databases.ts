/**
 * Additive pattern databases: the tables of all patterns of a partition, in memory that the threads of searches share.
 *
 * Every tile has a *home*, its place in the goal. Written by homes, the goal is always the same, so the tables serve every goal whose
 * blank is on their cell, whatever tiles lie where; and by a symmetry of the board, every goal whose blank's cell it takes to theirs.
 *
 * The distances in the patterns add up to a lower bound of the moves to the goal (docs/explanations/patterns.md). If another symmetry keeps the cell
 * of the goal's blank, the mirror image of a position is as far from the goal as the position: the sum of the image is a second bound, from
 * the same tables. The heuristic is the larger of the two. Each move changes either by exactly one.
 */

import type { Board } from '../../spaces/board/board.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { symmetriesOf } from '../../spaces/board/symmetry.js';
import { patternBitsetBytes } from '../../spaces/pattern/bit-address.js';
import { patternGeometryOf } from '../../spaces/pattern/geometry.js';
import type { Pattern } from '../../spaces/pattern/pattern.js';
import { Limits } from '../question/limits.js';
import { type FittedPosition, fittedPosition } from './fitted-position.js';
import { type PatternLayout, SCRATCH_BYTES, TABLE_FIELD } from './layout.js';
import type { TableReader } from './pattern-table.js';
import { placeLayout } from './place-layout.js';
import { SharedTables } from './shared-tables.js';

/**
 * The pattern databases of a partition, in memory: lower bounds of the moves to every goal whose blank is on one cell, or on a cell that a
 * symmetry of the board takes there. Searches share them, also at the same time. openDatabases loads them from files.
 */
export class PatternDatabases {
  readonly board: Board;
  /** The cell of the goal's blank. */
  readonly goalCell: number;
  /** Addresses of tables and look-ups. @internal */
  readonly layout: PatternLayout;
  /** null if another thread has made them. */
  readonly #tables: SharedTables | null;
  /** Addresses of scratch spaces that no search uses. */
  readonly #free: number[];

  private constructor(layout: PatternLayout, goalCell: number, tables: SharedTables | null, free: number[] = []) {
    this.board = layout.board;
    this.goalCell = goalCell;
    this.layout = layout;
    this.#tables = tables;
    this.#free = free;
  }

  /**
   * Returns databases that another thread has made, and counts no memory for them.
   * @param scratch the address of scratch space for one search at a time on one thread
   * @internal
   */
  static ofAnotherThread(layout: PatternLayout, goalCell: number, scratch: number): PatternDatabases {
    return new PatternDatabases(layout, goalCell, null, [scratch]);
  }

  /**
   * Loads the tables of a partition, one after the other.
   * @param patterns of one board, whose goals have the blank on the same cell; together they name every tile once
   * @param readerFor finds or makes the table of a pattern
   * @param limits by default those of a search without any
   * @throws LimitError; MemoryError if they are more than a memory can be, or the machine refuses; what reading throws
   * @internal
   */
  static async load(
    patterns: readonly Pattern[],
    readerFor: (pattern: Pattern) => TableReader | Promise<TableReader>,
    limits = new Limits(),
  ): Promise<PatternDatabases> {
    const geometries = patterns.map(({ board, tiles }) => patternGeometryOf(board, tiles.length));
    const tableBytes = geometries.map(({ placements, arrangements }) =>
      patternBitsetBytes(placements, arrangements.count),
    );
    const bytes = tableBytes.reduce((sum, each) => sum + each, 0);
    const tables = limits.allocate(bytes, () => new SharedTables(bytes));
    // The memory of searches is counted again for each of them.
    limits.release(bytes);
    const layout = placeLayout(tables, geometries, patterns);
    for (const [index, pattern] of patterns.entries()) {
      const read = await readerFor(pattern);
      const address = layout.patterns[index].fields[TABLE_FIELD];
      read(new Uint8Array(tables.memory.buffer, address, tableBytes[index]));
    }
    return new PatternDatabases(layout, patterns[0].goal.indexOf(BLANK), tables);
  }

  /** Bytes of memory that the databases take, the scratch space of searches included. */
  get bytes(): number {
    return this.#tables?.bytes ?? 0;
  }

  /** Returns whether a symmetry takes a cell of a goal's blank to the one here. */
  serves(goalCell: number): boolean {
    return symmetriesOf(this.board).some((symmetry) => symmetry[goalCell] === this.goalCell);
  }

  /** Returns a position by homes; undefined if the databases do not serve the goal. @internal */
  fit(start: Position, goal: Position): FittedPosition | undefined {
    return fittedPosition(this.board, this.goalCell, start, goal);
  }

  /** Takes scratch space for a thread of a search. @returns its address @throws MemoryError @internal */
  takeScratch(): number {
    const scratch = this.#free.pop() ?? this.#tables?.take(SCRATCH_BYTES);
    if (scratch === undefined) throw new Error('databases of another thread are for one search at a time');
    return scratch;
  }

  /** Gives back scratch space that no thread uses any more. @internal */
  giveScratch(scratch: number): void {
    this.#free.push(scratch);
  }
}
