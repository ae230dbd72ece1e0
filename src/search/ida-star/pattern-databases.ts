/**
 * Additive pattern databases: the tables of all patterns of a partition, in memory that the threads of searches share.
 *
 * Every tile has a *home*, its place in the goal. Written by homes, the goal is always the same. So the tables serve
 * every goal whose blank is on their cell, whatever its tiles are. By a symmetry of the board, they also serve every
 * goal whose blank's cell the symmetry takes to theirs.
 *
 * The distances in the patterns add up to a lower bound of the moves to the goal (docs/explanations/patterns.md). If another symmetry keeps the cell
 * of the goal's blank, the mirror image of a position is as far from the goal as the position. So the sum for the image
 * is a second bound from the same tables, and the heuristic is the larger bound. Each move changes each of the two by
 * exactly one.
 */

import { addKernelMemory, type KernelMemory } from '../../base/memory.js';
import { InputError } from '../../base/text.js';
import { factorial } from '../../permutations/lehmer.js';
import { type Board, neighbour } from '../../spaces/board/board.js';
import { boardPath, placesOnPath } from '../../spaces/board/numbering.js';
import type { Pattern } from '../../spaces/board/partition.js';
import {
  bitOfArrangement,
  maskOf,
  type PatternGeometry,
  patternBitsetBytes,
  patternGeometry,
  placementBytes,
  placementOf,
} from '../../spaces/board/pattern-geometry.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { boardSymmetries, imageOfDirections, type Symmetry } from '../../spaces/board/symmetry.js';
import { Limits } from '../question/limits.js';
import { MOST_SOLUTION_MOVES, MOVE_ORDER } from './compiled-search.js';
import { NO_STATE_BEHIND, sequenceStates } from './move-sequences.js';
import { type SharedTables, sharedTables } from './shared-tables.js';

/**
 * The pattern databases of a partition, in memory. They give lower bounds of the moves to every goal whose blank is on
 * one cell, or on a cell that a symmetry of the board takes there. Several searches can share them at the same time.
 * openDatabases loads them from files.
 */
export class PatternDatabases {
  readonly board: Board;
  /** The cell of the goal's blank. */
  readonly goalCell: number;
  /** Bytes of memory of the databases, with the scratch space of a search; 0 if another thread made them. */
  readonly bytes: number;
  /** Addresses of tables and look-ups. @internal */
  readonly layout: PatternLayout;
  /** Addresses of scratch spaces that no search uses. */
  readonly #free: number[];
  /** Memory for beams that none uses. */
  readonly #freeAreas: Area[];

  private constructor(layout: PatternLayout, bytes: number, free: number[] = [], areas: Area[] = []) {
    this.bytes = bytes;
    this.board = layout.board;
    this.goalCell = boardPath(layout.board)[layout.goalBlank];
    this.layout = layout;
    this.#free = free;
    this.#freeAreas = areas;
  }

  /**
   * Returns databases made by another thread, without counting memory for them.
   * @param scratch addresses of scratch space that the maker has taken for this thread, one for each search at a time
   * @param areas memory that it has taken for beams
   * @internal
   */
  static ofAnotherThread(layout: PatternLayout, scratch: number[], areas: Area[] = []): PatternDatabases {
    return new PatternDatabases(layout, 0, scratch, areas);
  }

  /**
   * Loads the tables of a partition, one after the other.
   * @param patterns patterns of one board, whose goals have the blank on the same cell; they contain every tile exactly
   * once
   * @param read finds or makes the table of a pattern, by its index, and writes it: bit floor(depth / 2) mod 2 of each
   * state, at its address in src/spaces/board/pattern-geometry.ts, in a bitset of patternBitsetBytes
   * @param limits by default no limits
   * @throws LimitError; MemoryError if they exceed the largest possible memory, or the machine refuses it; the errors
   * of reading
   * @internal
   */
  static async load(
    patterns: readonly Pattern[],
    read: (index: number, target: Uint8Array) => void | Promise<void>,
    limits = new Limits(),
  ): Promise<PatternDatabases> {
    const geometries = patterns.map(({ board, tiles }) => patternGeometry(board, tiles.length));
    const tableBytes = geometries.map(({ placements, arrangements }) =>
      patternBitsetBytes(placements, arrangements.count),
    );
    const bytes = tableBytes.reduce((sum, each) => sum + each, 0);
    const tables = limits.allocate(bytes, () => sharedTables(bytes, 'use a partition of smaller patterns'));
    // Each search counts its memory itself.
    limits.release(bytes);
    const layout = placeLayout(tables, geometries, patterns);
    for (const [index, { fields }] of layout.patterns.entries()) {
      await read(index, new Uint8Array(tables.memory.buffer, fields[PART.table], tableBytes[index]));
    }
    return new PatternDatabases(layout, tables.bytesUsed() + SCRATCH.bytes);
  }

  /** Returns whether a symmetry takes a cell of a goal's blank to the databases' cell. */
  serves(goalCell: number): boolean {
    return this.#symmetryFrom(goalCell) !== undefined;
  }

  /**
   * Returns a position as the databases see it, on the board turned so that the goal's blank is on their cell: the home
   * of the tile on each place (the blank's home is its place in the goal), and the direction that each direction becomes.
   * @throws InputError if the databases do not serve the goal
   * @internal
   */
  fit(start: Position, goal: Position) {
    const goalBlank = goal.indexOf(BLANK);
    const symmetry = this.#symmetryFrom(goalBlank);
    if (symmetry === undefined) {
      throw new InputError(
        `the pattern databases are for goals with the blank on cell ${this.goalCell}, but this goal has it on cell ${goalBlank}: use databases for that cell`,
      );
    }
    const pathIndex = placesOnPath(boardPath(this.board));
    const homes = new Array<number>(start.length);
    for (const [cell, tile] of start.entries())
      homes[pathIndex[symmetry[cell]]] = pathIndex[symmetry[goal.indexOf(tile)]];
    return { homes, orientation: imageOfDirections(this.board, symmetry) };
  }

  #symmetryFrom(goalCell: number): Symmetry | undefined {
    return boardSymmetries(this.board).find((symmetry) => symmetry[goalCell] === this.goalCell);
  }

  /** Takes scratch space for a thread of a search. @returns its address @throws MemoryError @internal */
  takeScratch(): number {
    return this.#free.pop() ?? addKernelMemory(this.layout.memory, SCRATCH.bytes);
  }

  /** Releases scratch space that no thread uses any more. @internal */
  giveScratch(scratch: number): void {
    this.#free.push(scratch);
  }

  /**
   * Takes memory for a beam. The operating system provides it when it is first touched.
   * @param bytes maximum
   * @throws MemoryError
   * @internal
   */
  takeArea(bytes: number): Area {
    const taken = Math.min(bytes, MOST_OF_AREA);
    const found = this.#freeAreas.findIndex((area) => area.bytes >= taken);
    if (found >= 0) return this.#freeAreas.splice(found, 1)[0];
    return { address: addKernelMemory(this.layout.memory, taken), bytes: taken };
  }

  /** Releases memory that no beam uses any more. @internal */
  giveArea(area: Area): void {
    this.#freeAreas.push(area);
  }
}

/** Maximum bytes of a beam: a million nodes, which take a minute on 5x5. */
const MOST_OF_AREA = 256e6;

/** Memory of a beam. */
export interface Area {
  readonly address: number;
  readonly bytes: number;
}

/* The placement of pattern databases in memory: room for their tables, and the look-ups and lists that searches need. */

/**
 * Places the databases of a partition, with room for tables that are read later.
 * @param geometries geometries of the patterns, in their order
 */
function placeLayout(
  tables: SharedTables,
  geometries: readonly PatternGeometry[],
  patterns: readonly Pattern[],
): PatternLayout {
  const [{ board, goal }] = patterns;
  const [geometry] = geometries;
  const { pathIndex } = geometry;
  const goalCell = goal.indexOf(BLANK);
  const shared = new Map<PatternGeometry, readonly number[]>();
  const plans = patterns.map((pattern, index): PatternPlan => {
    const geometry = geometries[index];
    const homes = homesOf(pattern, pathIndex);
    const common = shared.get(geometry) ?? placeLookUps(tables, geometry);
    shared.set(geometry, common);
    const goalSet = maskOf(homes);
    const goalState = [
      goalSet,
      placementOf(geometry, goalSet, pathIndex[goalCell]),
      packedLabels(homes.map((_, label) => label)),
    ];
    const { placements, arrangements } = geometry;
    const own = [tables.take(patternBitsetBytes(placements, arrangements.count)), placementBytes(arrangements.count)];
    return { name: pattern.tiles.join(' '), homes, fields: [...common, ...own, ...goalState] };
  });
  const mirror = mirrorFor(board, goalCell, pathIndex, plans);
  return {
    board,
    memory: tables.memory,
    lowBits: geometry.ranks.lowBits,
    highBits: geometry.ranks.highBits,
    blackPlaces: geometry.blackPlaces,
    goalBlank: pathIndex[goalCell],
    patterns: plans,
    mirror,
    around: tables.place(Uint32Array.from(geometry.around)),
    lists: placeLists(tables, board, pathIndex, mirror),
  };
}

/** Places the look-ups that all patterns of the same size share. @returns fields of parts, in their order */
function placeLookUps(tables: SharedTables, geometry: PatternGeometry): number[] {
  const { ranks, regions, tiles } = geometry;
  const { firstBits, first, last } = labelBits(tiles);
  const arrays = [ranks.low, ranks.high, firstPlacements(geometry), regions, first, last];
  return [...arrays.map((array) => tables.place(array)), firstBits];
}

/** Returns a symmetry that keeps the goal's blank, by places; null if none of them changes the patterns. */
function mirrorFor(
  board: Board,
  goalCell: number,
  pathIndex: readonly number[],
  patterns: readonly PatternPlan[],
): readonly number[] | null {
  const sorted = (homes: readonly number[]) => [...homes].sort((one, other) => one - other).join();
  const own = new Set(patterns.map(({ homes }) => sorted(homes)));
  const path = boardPath(board);
  for (const symmetry of boardSymmetries(board)) {
    if (symmetry[goalCell] !== goalCell) continue;
    const mirror = path.map((cell) => pathIndex[symmetry[cell]]);
    if (patterns.some(({ homes }) => !own.has(sorted(homes.map((home) => mirror[home]))))) return mirror;
  }
  return null;
}

/** Places the lists of the kernel, one for each state of the automaton of moves. */
function placeLists(
  tables: SharedTables,
  board: Board,
  pathIndex: readonly number[],
  mirror: readonly number[] | null,
): number {
  const states = sequenceStates(board);
  const address = tables.take(states.length * LIST_BYTES);
  const view = new DataView(tables.memory.buffer);
  for (const [state, { cell, next }] of states.entries()) {
    let entry = address + state * LIST_BYTES;
    for (const [move, behind] of next.entries()) {
      if (behind === NO_STATE_BEHIND) continue;
      const places = [neighbour(board, cell, MOVE_ORDER[move]), cell].map((each) => pathIndex[each]);
      view.setUint32(entry, address + behind * LIST_BYTES, true);
      for (const [field, place] of places.entries()) {
        view.setUint8(entry + ENTRY.from + field, place);
        view.setUint8(entry + ENTRY.from + 2 + field, mirror === null ? 0 : mirror[place]);
      }
      entry += ENTRY.bytes;
    }
  }
  return address;
}

/** Returns the places of a pattern's tiles in the goal, ascending: the label of each is its index. */
function homesOf({ goal, tiles }: Pattern, pathIndex: readonly number[]): number[] {
  return tiles.map((tile) => pathIndex[goal.indexOf(tile)]).sort((one, other) => one - other);
}

/*
 * The layout of pattern databases in memory, described in workers/kernel/pattern-search.ts and pattern-parts.ts. It is
 * plain data, which can be sent to workers.
 */

/** @internal so that the public types do not depend on those of WebAssembly */
export interface PatternLayout {
  readonly board: Board;
  /** Shared memory: tables and look-ups, which all threads read, and scratch space for each thread. */
  readonly memory: KernelMemory;
  /** Places of the lower half of a set, and of the upper half. */
  readonly lowBits: number;
  readonly highBits: number;
  /** Mask of the places on black cells. */
  readonly blackPlaces: number;
  /** The place of the blank in the goal. */
  readonly goalBlank: number;
  readonly patterns: readonly PatternPlan[];
  /** The image of each place, if the goal is its own mirror image. */
  readonly mirror: readonly number[] | null;
  /** Address of the masks of the places around each place. */
  readonly around: number;
  /** Address of the lists of moves, beginning with those without a previous move, for each place of the blank. */
  readonly lists: number;
}

interface PatternPlan {
  /** The tiles, for messages. */
  readonly name: string;
  /** Places of the tiles in the goal, by labels. */
  readonly homes: readonly number[];
  /** The fields of a part from its ninth byte on. */
  readonly fields: readonly number[];
}

/** An entry of a list: its bytes, and its fields with the places of the tile and of the blank. */
export const ENTRY = { bytes: 8, from: 4, to: 5 };

/** Bytes of a list: up to four entries, and one that ends it. */
export const LIST_BYTES = 5 * ENTRY.bytes;

/** A frame of the stack: its bytes, and its fields with the slack of each side before its move. */
export const FRAME = { bytes: 32, slacks: [12, 14] };

/** A part: its bytes, bytes before its fields, the field with the address of its table, and the bits of its labels that hold the distance. */
export const PART = { bytes: 64, fields: 8, table: 7, distanceShift: 24 };

const MOST_PLACES = 32;
const SIDE_BYTES = 4 * MOST_PLACES;
const PARTS = MOST_PLACES + 2 * SIDE_BYTES + 32;
const STACK = PARTS + 2 * MOST_PLACES * PART.bytes;

/**
 * Offsets in the scratch space, for boards of up to 32 cells: the home of the tile on each place, the part of each tile
 * on both sides (and the bytes of a side), the parts, the stack.
 */
export const SCRATCH = {
  tiles: 0,
  partOfTile: MOST_PLACES,
  sideBytes: SIDE_BYTES,
  parts: PARTS,
  stack: STACK,
  bytes: STACK + FRAME.bytes * MOST_SOLUTION_MOVES,
};

/*
 * Tables with which the kernel finds the bit of a state without arithmetic on digits (workers/kernel/pattern-search.ts).
 *
 * A state of k tiles has a placement, by the rank of its set and the blank's region, and an arrangement: k labels of 3 bits. The bit of
 * an arrangement (src/spaces/board/pattern-geometry.ts) is a sum over its Lehmer digits. A digit is the number of smaller labels behind it, so
 *
 * - the first k - 4 digits depend on the first k - 4 labels alone: digit j is the label less the smaller ones before it;
 * - the last 4 digits depend on the order of the last 4 labels alone.
 *
 * So the bit is the sum of an entry for the first labels and one for the last four. Fewer than four labels have the
 * second only.
 */

/** Labels whose order is looked up together. */
const LAST_LABELS = 4;
const LABEL_BITS = 3;

/**
 * Returns the tables for the labels of k tiles, with the shares that add up to an arrangement's bit.
 * @returns firstBits: bits of the labels before the last four; first: packed labels before the last four, the first one
 * in the lowest bits -> their share of the bit; last: the last four labels, packed likewise -> their share of the bit
 */
function labelBits(tiles: number) {
  const lastLabels = Math.min(tiles, LAST_LABELS);
  const firstLabels = tiles - lastLabels;
  const first = new Uint32Array(8 ** firstLabels);
  fillShares(first, firstLabels, tiles, (labels, place) => {
    const smallerBefore = labels.slice(0, place).filter((other) => other < labels[place]).length;
    return labels[place] - smallerBefore;
  });
  const last = new Uint16Array(8 ** lastLabels);
  fillShares(
    last,
    lastLabels,
    lastLabels,
    (labels, place) => labels.slice(place + 1).filter((other) => other < labels[place]).length,
  );
  return { firstBits: LABEL_BITS * firstLabels, first, last };
}

/** Fills a table with the shares of the first `count` of `all` labels, by their Lehmer digits. */
function fillShares(
  table: Uint32Array | Uint16Array,
  count: number,
  all: number,
  digit: (labels: readonly number[], place: number) => number,
): void {
  for (let packed = 0; packed < table.length; packed++) {
    const labels = Array.from({ length: count }, (_, place) => (packed >> (LABEL_BITS * place)) & 7);
    const arrangement = labels.reduce((sum, _, place) => sum + digit(labels, place) * factorial(all - 1 - place), 0);
    // Labels that are not part of an arrangement are never looked up.
    if (new Set(labels).size === count && arrangement < factorial(all)) table[packed] = bitOfArrangement(arrangement);
  }
}

/** Returns labels packed in 3 bits each, the first one in the lowest bits. */
export function packedLabels(labels: readonly number[]): number {
  return labels.reduce((packed, label, place) => packed | (label << (LABEL_BITS * place)), 0);
}

/** Returns for each rank of a set twice its first placement, plus 1 if the set has several regions. */
function firstPlacements({ firstPlacement, ranks }: PatternGeometry): Uint32Array {
  return Uint32Array.from({ length: ranks.count }, (_, rank) => {
    const several = firstPlacement[rank + 1] - firstPlacement[rank] > 1;
    return 2 * firstPlacement[rank] + (several ? 1 : 0);
  });
}
