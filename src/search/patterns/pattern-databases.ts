/**
 * Additive pattern databases: the tables of all patterns of a partition, in memory that the threads of searches share.
 *
 * Every tile has a *home*, its place in the goal. Written by homes, the goal is always the same, so the tables serve every goal whose
 * blank is on their cell, whatever tiles lie where; and by a symmetry of the board, every goal whose blank's cell it takes to theirs.
 *
 * The distances in the patterns add up to a lower bound of the moves to the goal (docs/patterns.md). If another symmetry keeps the cell
 * of the goal's blank, the mirror image of a position is as far from the goal as the position: the sum of the image is a second bound, from
 * the same tables. The heuristic is the larger of the two. Each move changes either by exactly one.
 */

import { type Board, neighbour } from '../../spaces/board/board.js';
import { boardPath } from '../../spaces/board/numbering/geometry.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { symmetriesOf } from '../../spaces/board/symmetry.js';
import { patternBitsetBytes, placementBytes } from '../../spaces/pattern/bit-address.js';
import { maskOf, type PatternGeometry, patternGeometryOf, placementOf } from '../../spaces/pattern/geometry.js';
import type { Pattern } from '../../spaces/pattern/pattern.js';
import { MOVE_ORDER } from '../ida-star/compiled-search.js';
import { Limits } from '../question/limits.js';
import { type FittedPosition, fittedPosition } from './fitted-position.js';
import {
  ENTRY_BYTES,
  ENTRY_FROM,
  LIST_BYTES,
  type PatternLayout,
  type PatternPlan,
  SCRATCH_BYTES,
  TABLE_FIELD,
} from './layout.js';
import { firstPlacements, labelBitsOf, packedLabels } from './look-ups.js';
import { NO_STATE_BEHIND, sequenceStates } from './move-sequences.js';
import { homesOf, type TableReader } from './pattern-table.js';
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
  readonly #tables: SharedTables;
  readonly #placeOf: readonly number[];
  /** Addresses of scratch spaces that no search uses. */
  readonly #free: number[] = [];

  private constructor(tables: SharedTables, geometries: readonly PatternGeometry[], patterns: readonly Pattern[]) {
    const [{ board, goal }] = patterns;
    const [geometry] = geometries;
    this.board = board;
    this.goalCell = goal.indexOf(BLANK);
    this.#placeOf = geometry.placeOf;
    this.#tables = tables;
    const shared = new Map<PatternGeometry, readonly number[]>();
    const plans = patterns.map((pattern, index): PatternPlan => {
      const geometry = geometries[index];
      const homes = homesOf(pattern, this.#placeOf);
      const common = shared.get(geometry) ?? this.#placeLookUps(geometry);
      shared.set(geometry, common);
      const goalSet = maskOf(homes);
      const goalState = [
        goalSet,
        placementOf(geometry, goalSet, this.#placeOf[this.goalCell]),
        packedLabels(homes.map((_, label) => label)),
      ];
      const { placements, arrangements } = geometry;
      const own = [tables.take(patternBitsetBytes(placements, arrangements.count)), placementBytes(arrangements.count)];
      return { name: pattern.tiles.join(' '), homes, fields: [...common, ...own, ...goalState] };
    });
    const mirror = this.#mirrorFor(plans);
    this.layout = {
      board,
      memory: this.#tables.memory,
      lowBits: geometry.ranks.lowBits,
      highBits: geometry.ranks.highBits,
      blackPlaces: geometry.blackPlaces,
      goalBlank: this.#placeOf[this.goalCell],
      patterns: plans,
      mirror,
      around: this.#tables.place(Uint32Array.from(geometry.around)),
      lists: this.#placeLists(geometry, mirror),
    };
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
    const databases = new PatternDatabases(tables, geometries, patterns);
    for (const [index, pattern] of patterns.entries()) {
      const read = await readerFor(pattern);
      const address = databases.layout.patterns[index].fields[TABLE_FIELD];
      read(new Uint8Array(tables.memory.buffer, address, tableBytes[index]));
    }
    return databases;
  }

  /** Bytes of memory that the databases take, the scratch space of searches included. */
  get bytes(): number {
    return this.#tables.bytes;
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
    return this.#free.pop() ?? this.#tables.take(SCRATCH_BYTES);
  }

  /** Gives back scratch space that no thread uses any more. @internal */
  giveScratch(scratch: number): void {
    this.#free.push(scratch);
  }

  /** Places what all patterns of the same size share. @returns fields of parts, in their order */
  #placeLookUps(geometry: PatternGeometry): number[] {
    const { ranks, regions, tiles } = geometry;
    const { firstBits, first, last } = labelBitsOf(tiles);
    const arrays = [ranks.low, ranks.high, firstPlacements(geometry), regions, first, last];
    return [...arrays.map((array) => this.#tables.place(array)), firstBits];
  }

  /** Returns a symmetry that keeps the goal's blank, by places; null if there is none that changes the patterns. */
  #mirrorFor(patterns: readonly PatternPlan[]): readonly number[] | null {
    const sorted = (homes: readonly number[]) => [...homes].sort((one, other) => one - other).join();
    const own = new Set(patterns.map(({ homes }) => sorted(homes)));
    const path = boardPath(this.board);
    for (const symmetry of symmetriesOf(this.board)) {
      if (symmetry[this.goalCell] !== this.goalCell) continue;
      const mirror = path.map((cell) => this.#placeOf[symmetry[cell]]);
      if (patterns.some(({ homes }) => !own.has(sorted(homes.map((home) => mirror[home]))))) return mirror;
    }
    return null;
  }

  /** Places the lists of the kernel, one for each state of the automaton of moves. */
  #placeLists({ placeOf }: PatternGeometry, mirror: readonly number[] | null): number {
    const states = sequenceStates(this.board);
    const address = this.#tables.take(states.length * LIST_BYTES);
    const view = new DataView(this.#tables.memory.buffer);
    for (const [state, { cell, next }] of states.entries()) {
      let entry = address + state * LIST_BYTES;
      for (const [move, behind] of next.entries()) {
        if (behind === NO_STATE_BEHIND) continue;
        const places = [neighbour(this.board, cell, MOVE_ORDER[move]), cell].map((each) => placeOf[each]);
        view.setUint32(entry, address + behind * LIST_BYTES, true);
        for (const [field, place] of places.entries()) {
          view.setUint8(entry + ENTRY_FROM + field, place);
          view.setUint8(entry + ENTRY_FROM + 2 + field, mirror === null ? 0 : mirror[place]);
        }
        entry += ENTRY_BYTES;
      }
    }
    return address;
  }
}
