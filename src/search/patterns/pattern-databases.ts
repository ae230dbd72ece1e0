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

import { type Board, DIRECTIONS } from '../../spaces/board/board.js';
import { boardPath, placesOnPath } from '../../spaces/board/numbering/geometry.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { type Symmetry, symmetriesOf } from '../../spaces/board/symmetry.js';
import { VECTOR_BITS, vectorsFor } from '../../spaces/pattern/bit-address.js';
import {
  maskOf,
  NO_PLACE,
  type PatternGeometry,
  patternGeometryOf,
  placementOf,
} from '../../spaces/pattern/geometry.js';
import type { Pattern } from '../../spaces/pattern/pattern.js';
import { MOVE_ORDER } from '../ida-star/compiled-search.js';
import { DESK_BYTES, ENTRIES, ENTRY_BYTES, LISTS_OF_PLACE, type PatternLayout, type PatternPlan } from './layout.js';
import { firstPlacements, labelBitsOf, packedLabels } from './look-ups.js';
import { SharedTables } from './shared-tables.js';

/** The table of a pattern: bit floor(depth / 2) mod 2 of each state, at its address in src/spaces/pattern/bit-address.ts. */
export interface PatternTable {
  readonly pattern: Pattern;
  /** Yields the bytes of all placements in order, in pieces. */
  bytes(): Iterable<Uint8Array>;
}

/** A position and its goal as databases see them. */
export interface FittedPosition {
  /** The home of the tile on each place. */
  readonly homes: readonly number[];
  /** Cell of the board -> cell in the databases. */
  readonly symmetry: Symmetry;
}

export class PatternDatabases {
  readonly board: Board;
  /** The cell of the goal's blank. */
  readonly goalCell: number;
  readonly layout: PatternLayout;
  readonly #tables: SharedTables;
  readonly #placeOf: readonly number[];
  /** Addresses of desks that no search uses. */
  readonly #free: number[] = [];

  /**
   * Loads the tables of a partition.
   * @param tables of patterns of one board, whose goals have the blank on the same cell; together they name every tile once
   * @throws MemoryError if they are more than a memory can be, or the machine refuses; what reading the bytes throws
   */
  constructor(tables: readonly PatternTable[]) {
    const [{ pattern }] = tables;
    const { board } = pattern;
    this.board = board;
    this.goalCell = pattern.goal.indexOf(BLANK);
    this.#placeOf = placesOnPath(boardPath(board));
    const patterns = tables.map((table) => ({
      table,
      geometry: patternGeometryOf(board, table.pattern.tiles.length),
      homes: homesOf(table.pattern, this.#placeOf),
    }));
    const bytes = patterns.reduce((sum, { geometry }) => sum + tableBytes(geometry), 0);
    this.#tables = new SharedTables(bytes);
    const shared = new Map<PatternGeometry, readonly number[]>();
    const plans = patterns.map(({ table, geometry, homes }): PatternPlan => {
      const common = shared.get(geometry) ?? this.#placeLookUps(geometry);
      shared.set(geometry, common);
      const goalSet = maskOf(homes);
      const goal = [
        goalSet,
        placementOf(geometry, goalSet, this.#placeOf[this.goalCell]),
        packedLabels(homes.map((_, label) => label)),
      ];
      const own = [this.#placeTable(table, geometry), bytesOfPlacement(geometry)];
      return { name: table.pattern.tiles.join(' '), homes, fields: [...common, ...own, ...goal] };
    });
    const [{ geometry }] = patterns;
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
      beside: this.#tables.place(
        Uint32Array.from(geometry.beside, (places) => maskOf(places.filter((place) => place !== NO_PLACE))),
      ),
      lists: this.#placeLists(geometry, mirror),
    };
  }

  /** Bytes of memory that the databases take, desks of searches included. */
  get bytes(): number {
    return this.#tables.bytes;
  }

  /** Returns whether a symmetry takes a cell of a goal's blank to the one here. */
  serves(goalCell: number): boolean {
    return symmetriesOf(this.board).some((symmetry) => symmetry[goalCell] === this.goalCell);
  }

  /** Returns a position by homes; undefined if the databases do not serve the goal. */
  fit(start: Position, goal: Position): FittedPosition | undefined {
    const goalBlank = goal.indexOf(BLANK);
    const symmetry = symmetriesOf(this.board).find((each) => each[goalBlank] === this.goalCell);
    if (symmetry === undefined) return undefined;
    const homeOf = new Array<number>(goal.length);
    for (const [cell, tile] of goal.entries()) homeOf[tile] = this.#placeOf[symmetry[cell]];
    const homes = new Array<number>(start.length);
    for (const [cell, tile] of start.entries()) homes[this.#placeOf[symmetry[cell]]] = homeOf[tile];
    return { homes, symmetry };
  }

  /** Takes memory for a thread of a search. @returns its address @throws MemoryError */
  takeDesk(): number {
    return this.#free.pop() ?? this.#tables.take(DESK_BYTES);
  }

  /** Gives back a desk that no thread uses any more. */
  giveDesk(desk: number): void {
    this.#free.push(desk);
  }

  /** Places what all patterns of as many tiles share. @returns fields of parts, in their order */
  #placeLookUps(geometry: PatternGeometry): number[] {
    const { ranks, regions, tiles } = geometry;
    const { firstBits, first, last } = labelBitsOf(tiles);
    const arrays = [ranks.low, ranks.high, firstPlacements(geometry), regions, first, last];
    return [...arrays.map((array) => this.#tables.place(array)), firstBits];
  }

  #placeTable({ bytes }: PatternTable, geometry: PatternGeometry): number {
    const size = tableBytes(geometry);
    const address = this.#tables.take(size);
    const target = new Uint8Array(this.#tables.memory.buffer, address, size);
    let end = 0;
    for (const piece of bytes()) {
      target.set(piece, end);
      end += piece.length;
    }
    if (end !== size) throw new Error(`the table of a pattern has ${end} bytes, and not ${size}`);
    return address;
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

  /** Places the lists of the kernel: for each place of the blank, one for each move that led there, and first one for none. */
  #placeLists({ beside }: PatternGeometry, mirror: readonly number[] | null): number {
    const image = mirror ?? beside.map(() => 0);
    const listBytes = ENTRY_BYTES * ENTRIES;
    const address = this.#tables.take(beside.length * LISTS_OF_PLACE * listBytes);
    const view = new DataView(this.#tables.memory.buffer);
    for (const [place, places] of beside.entries()) {
      for (let list = 0; list < LISTS_OF_PLACE; list++) {
        // The move that undoes the last one is the last but as many as that one: u l r d.
        const undoes = MOVE_ORDER.length - list;
        let entry = address + (place * LISTS_OF_PLACE + list) * listBytes;
        for (const [index, direction] of MOVE_ORDER.entries()) {
          const from = places[DIRECTIONS.indexOf(direction)];
          if (from === NO_PLACE || (list > 0 && index === undoes)) continue;
          view.setUint32(entry, address + (from * LISTS_OF_PLACE + 1 + index) * listBytes, true);
          for (const [field, value] of [from, place, image[from], image[place]].entries()) {
            view.setUint8(entry + 4 + field, value);
          }
          entry += ENTRY_BYTES;
        }
      }
    }
    return address;
  }
}

/** Returns the places of a pattern's tiles in the goal, ascending: the label of each is its index. */
function homesOf({ goal, tiles }: Pattern, placeOf: readonly number[]): number[] {
  return tiles.map((tile) => placeOf[goal.indexOf(tile)]).sort((one, other) => one - other);
}

function bytesOfPlacement({ arrangements }: PatternGeometry): number {
  return (vectorsFor(arrangements.count) * VECTOR_BITS) / 8;
}

/** Returns the bytes of a pattern's table. */
function tableBytes(geometry: PatternGeometry): number {
  return geometry.placements * bytesOfPlacement(geometry);
}
