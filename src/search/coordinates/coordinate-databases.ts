/**
 * Coordinate databases: tables of coordinates of one puzzle in memory that the threads of searches share, and the views of each table.
 *
 * A symmetry that does not act on a table's coordinates gives another lower bound from it: the distance of the state's image. Images under
 * symmetries that the table's own symmetries take to each other have the same distance. So a table has as many *views* as its symmetries have
 * cosets among those of the puzzle. Each is the same table with other moves: the image of a state moves by the images of its moves.
 */

import { addKernelMemory } from '../../base/memory.js';
import type { MoveSymmetry } from '../../permutations/move-graph.js';
import { parity } from '../../permutations/permutation.js';
import type { ColouredPuzzle } from '../../spaces/permutation/colourings/puzzle.js';
import { encodeHeader } from '../../table/container.js';
import { partsOfSections } from '../../table/parts.js';
import { type SharedTables, sharedTables } from '../ida-star/shared-tables.js';
import type { Limits } from '../question/limits.js';
import { type Coordinate, projectionText } from './coordinate.js';
import { type CoordinatesFile, layOutCoordinates, readRows, type SavedPuzzle } from './coordinate-file.js';
import { type CoordinateTable, fillRows, placeRows, residueIn, type TableRows } from './coordinate-table.js';
import { moveAutomaton, NOT_TRIED } from './move-automaton.js';
import type { SymmetricProduct } from './symmetric-product.js';

/** A view, as searches use it. */
interface View {
  readonly table: number;
  readonly symmetry: MoveSymmetry;
}

/** Layout of the kernel's memory, see workers/kernel/coordinate-search.ts. */
const VIEW = { bytes: 192, coordinates: 32, coordinateBytes: 20 };
/** Maximum number of coordinates of a table: a view has room for no more. */
export const MOST_COORDINATES = 8;
/** Maximum number of views of all tables together. */
export const MOST_VIEWS = 24;
const RECORD = { distances: 8, values: 8 + MOST_VIEWS };
export const STACK_FRAME = { slack: 12, records: 16 + 256 };
/** Maximum moves of a solution: distances are bytes. */
export const MOST_MOVES_OF_SOLUTION = 120;
const SCRATCH_BYTES_PER_MOVE = 8;
/** Maximum number of moves of a puzzle: moves are bytes, and so are children. */
export const MOST_SEARCHED_MOVES = 255;

/** What workers need: plain data and the shared memory. */
export interface DatabasesLayout {
  readonly memory: SharedTables['memory'];
  readonly views: number;
  readonly viewCount: number;
  readonly moves: number;
  readonly lists: number;
  readonly recordBytes: number;
  readonly frameBytes: number;
  readonly scratchBytes: number;
  /** Least amount by which a move changes the bound: 2 if all moves are odd. */
  readonly step: 1 | 2;
}

export class CoordinateDatabases {
  readonly puzzle: ColouredPuzzle;
  readonly tables: readonly CoordinateTable[];
  readonly layout: DatabasesLayout;
  /** Bytes of memory, with the scratch space of a search. */
  readonly bytes: number;
  readonly #named: SavedPuzzle;
  readonly #views: readonly View[];
  /** Points of whose permutation every move changes the parity. */
  readonly #alternating: readonly number[] | null;
  readonly #free: number[] = [];

  /**
   * Makes tables.
   * @param products of the puzzle's coordinates, at most MOST_COORDINATES each
   * @param symmetries of the puzzle: a group, the identity first
   * @param file that has the tables: they are read instead
   * @throws LimitError, MemoryError, WorkerError; TableError if the file is damaged; the signal's reason
   */
  static async make(
    named: SavedPuzzle,
    puzzle: ColouredPuzzle,
    products: readonly SymmetricProduct[],
    symmetries: readonly MoveSymmetry[],
    threads: number,
    limits: Limits,
    file?: CoordinatesFile,
  ): Promise<CoordinateDatabases> {
    const tables = sharedTables(0, 'use smaller tables');
    const made: CoordinateTable[] = [];
    for (const [table, product] of products.entries()) {
      const begin = performance.now();
      const views = viewsOf(product, symmetries);
      const rows = placeRows(tables, product);
      const histogram = file
        ? readRows(file, table, views.length, rowsIn(tables.memory, rows))
        : await fillRows(tables, puzzle.moves, product, rows, threads, limits);
      made.push({ product, rows, histogram, views, seconds: (performance.now() - begin) / 1000 });
    }
    return new CoordinateDatabases(named, puzzle, tables, made);
  }

  private constructor(
    named: SavedPuzzle,
    puzzle: ColouredPuzzle,
    tables: SharedTables,
    made: readonly CoordinateTable[],
  ) {
    this.#named = named;
    this.puzzle = puzzle;
    this.tables = made;
    this.#alternating = alternatingPoints(puzzle);
    const views = made.flatMap(({ views }, table) => views.map((symmetry): View => ({ table, symmetry })));
    this.#views = views.slice(0, MOST_VIEWS);
    const moves = puzzle.moves.length;
    const values = this.#views.reduce((sum, { table }) => sum + coordinatesOf(made[table].product).length, 0);
    const recordBytes = RECORD.values + 4 * values;
    const frameBytes = STACK_FRAME.records + Math.ceil((moves * recordBytes) / 8) * 8;
    this.layout = {
      memory: tables.memory,
      views: placeViews(tables, this.#views, made, moves),
      viewCount: this.#views.length,
      moves,
      lists: placeLists(tables, moveAutomaton(puzzle.moves)),
      recordBytes,
      frameBytes,
      scratchBytes: SCRATCH_BYTES_PER_MOVE * moves + frameBytes * (MOST_MOVES_OF_SOLUTION + 2),
      step: this.#alternating === null ? 1 : 2,
    };
    this.bytes = tables.bytesUsed() + this.layout.scratchBytes;
  }

  /** Names of the coordinates of all tables. */
  get name(): string {
    return this.tables.map(({ product }) => projectionText(coordinatesOf(product))).join('; ');
  }

  /** Yields the parts of a file of the tables. */
  parts(): Iterable<Uint8Array> {
    const tables = this.tables.map(({ product, histogram, views, rows }) => ({
      coordinates: coordinatesOf(product).map(({ name }) => name),
      histogram,
      views: views.length,
      bytes: rowsIn(this.layout.memory, rows).length,
    }));
    const header = encodeHeader((start) => layOutCoordinates({ ...this.#named, tables }, start));
    return partsOfSections(header, (table) => [rowsIn(this.layout.memory, this.tables[table].rows)]);
  }

  /**
   * Returns a lower bound of the moves from a state: 0 for the solved one alone, and odd or even as its distance is, if all moves change a
   * parity.
   * @param record of the state
   */
  leastMoves(colouring: Uint8Array, record: Uint8Array): number {
    const { solved } = this.puzzle;
    if (colouring.every((colour, point) => colour === solved[point])) return 0;
    const distances = record.subarray(RECORD.distances, RECORD.distances + this.layout.viewCount);
    const least = distances.reduce((most, distance) => Math.max(most, distance), 1);
    if (this.#alternating === null) return least;
    const places = Array.from(colouring, (colour) => solved.indexOf(colour));
    return least + ((least + parityOn(this.#alternating, places)) % 2);
  }

  /**
   * Returns the record of a state: its coordinates and its distance in all views.
   * @param colouring a state that moves reach
   */
  recordOf(colouring: Uint8Array): Uint8Array {
    const { layout, puzzle, tables } = this;
    const record = new DataView(new ArrayBuffer(layout.recordBytes));
    record.setUint32(0, layout.lists, true);
    let at = RECORD.values;
    for (const [view, { table, symmetry }] of this.#views.entries()) {
      const image = imageOfColouring(colouring, puzzle.solved, symmetry.points);
      const values = coordinatesOf(tables[table].product).map((coordinate) => coordinate.stateOf(image));
      record.setUint8(RECORD.distances + view, this.#distance(table, values));
      for (const value of values) {
        record.setUint32(at, value, true);
        at += 4;
      }
    }
    return new Uint8Array(record.buffer);
  }

  /** Returns the distance of a state of a table's coordinates, by a descent to the goal. */
  #distance(table: number, values: readonly number[]): number {
    const made = this.tables[table];
    const coordinates = coordinatesOf(made.product);
    const residue = (values: readonly number[]) => residueIn(this.layout.memory, made, values);
    let here = values;
    for (let distance = 0; ; distance++) {
      if (here.every((value) => value === 0)) return distance;
      const nearer = (residue(here) + 2) % 3;
      const next = this.puzzle.moves
        .map((_, move) => coordinates.map(({ next, moves }, index) => next[here[index] * moves + move]))
        .find((values) => residue(values) === nearer);
      if (next === undefined || distance > MOST_MOVES_OF_SOLUTION)
        throw new Error('a descent does not end at the goal');
      here = next;
    }
  }

  takeScratch(): number {
    return this.#free.pop() ?? addKernelMemory(this.layout.memory, this.layout.scratchBytes);
  }

  giveScratch(scratch: number): void {
    this.#free.push(scratch);
  }
}

function rowsIn({ buffer }: SharedTables['memory'], { table, rows, rowBytes }: TableRows): Uint8Array {
  return new Uint8Array(buffer, table, rows * rowBytes);
}

/** Returns the coordinates of a product, those of its rows first. */
export function coordinatesOf({ first, others }: SymmetricProduct): readonly Coordinate[] {
  return [...first.coordinates, ...others];
}

/** Returns a symmetry of each coset of a product's symmetries. */
export function viewsOf(product: SymmetricProduct, symmetries: readonly MoveSymmetry[]): MoveSymmetry[] {
  const seen = new Set<string>();
  return symmetries.filter((symmetry) => {
    if (seen.has(Array.from(symmetry.moves).join())) return false;
    for (const acting of product.symmetries) {
      seen.add(Array.from(symmetry.moves, (move) => acting[move]).join());
    }
    return true;
  });
}

/** Returns the image of a colouring under a symmetry, which renames the colours so that the solved state stays. */
export function imageOfColouring(colouring: Uint8Array, solved: Uint8Array, points: ArrayLike<number>): Uint8Array {
  const names = new Uint8Array(256);
  for (let point = 0; point < solved.length; point++) names[solved[point]] = solved[points[point]];
  const image = new Uint8Array(colouring.length);
  for (let point = 0; point < colouring.length; point++) image[points[point]] = names[colouring[point]];
  return image;
}

/**
 * Returns points of whose permutation every move changes the parity: those of some sets together; null if there are none. Identical pieces
 * have no parity, as they can change places without a trace.
 */
function alternatingPoints({ moves, solved, colours }: ColouredPuzzle): readonly number[] | null {
  const sets = [...new Set(colours.map(({ set }) => set))];
  const pointsOfSets = sets
    .map((set) => [...solved.keys()].filter((point) => colours[solved[point]].set === set))
    .filter((points) => new Set(points.map((point) => solved[point])).size === points.length);
  const parities = moves.map((move) =>
    pointsOfSets.reduce((bits, points, index) => bits | (parityOn(points, move) << index), 0),
  );
  for (let chosen = 1; chosen < 2 ** Math.min(pointsOfSets.length, MOST_PARITIES); chosen++) {
    if (!parities.every((bits) => onesOf(bits & chosen) % 2 === 1)) continue;
    return pointsOfSets.flatMap((points, index) => ((chosen >> index) & 1 ? points : []));
  }
  return null;
}

/** Maximum number of sets whose parities are combined. */
const MOST_PARITIES = 12;

/** Returns the parity of a permutation on points that it takes to each other. */
function parityOn(points: readonly number[], permutation: ArrayLike<number>): 0 | 1 {
  return parity(points.map((point) => points.indexOf(permutation[point])));
}

function onesOf(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length;
}

/** Places the views. @returns their address */
function placeViews(
  tables: SharedTables,
  views: readonly View[],
  made: readonly CoordinateTable[],
  moves: number,
): number {
  const placed = made.map(({ product }) => {
    const others = product.others.map((_, index) => index);
    let stride = 1;
    return {
      nexts: coordinatesOf(product).map(({ next }) => tables.place(next)),
      images: others.map((index) => {
        const factor = stride;
        stride *= product.others[index].size;
        const all = product.imagesOfOthers[index].flatMap((images) => Array.from(images, (image) => factor * image));
        return tables.place(Uint32Array.from(all));
      }),
    };
  });
  const images = views.map(({ symmetry }) => tables.place(Uint8Array.from(symmetry.moves)));
  const address = tables.take(VIEW.bytes * views.length);
  const data = new DataView(tables.memory.buffer);
  let slot = 0;
  for (const [view, { table, symmetry }] of views.entries()) {
    const at = address + VIEW.bytes * view;
    const { product, rows } = made[table];
    const { first, others } = product;
    const fields = [rows.table, rows.rowBytes, rows.classes, images[view]];
    for (const [index, field] of fields.entries()) data.setUint32(at + 4 * index, field, true);
    data.setUint8(at + 16, first.coordinates.length);
    data.setUint8(at + 17, others.length);
    data.setUint32(at + 20, slot, true);
    data.setBigUint64(at + 24, lastMoves(product, symmetry, moves), true);
    for (const [index, { size }] of coordinatesOf(product).entries()) {
      const coordinate = at + VIEW.coordinates + VIEW.coordinateBytes * index;
      const other = index - first.coordinates.length;
      data.setUint32(coordinate, placed[table].nexts[index], true);
      data.setUint32(coordinate + 4, other < 0 ? first.strides[index] : 0, true);
      data.setUint32(coordinate + 8, other < 0 ? 0 : placed[table].images[other], true);
      data.setUint32(coordinate + 12, size, true);
      slot += 4;
    }
  }
  return address;
}

/** Number of moves that the kernel's mask has room for. */
const MOST_MASKED = 64;

/** Returns the mask of the moves that change the goal of a view; of all moves, if a mask has no room for them. */
function lastMoves(product: SymmetricProduct, symmetry: MoveSymmetry, moves: number): bigint {
  if (moves > MOST_MASKED) return 2n ** 64n - 1n;
  let mask = 0n;
  for (let move = 0; move < moves; move++) {
    if (coordinatesOf(product).some(({ next }) => next[symmetry.moves[move]] !== 0)) mask |= 1n << BigInt(move);
  }
  return mask;
}

function listBytes(moves: number): number {
  return 4 + 4 * moves;
}

/** Places the lists of moves, one for each state of the automaton. @returns their address */
function placeLists(tables: SharedTables, automaton: readonly Int32Array[]): number {
  const words = listBytes(automaton[0].length) / 4;
  const lists = new Uint32Array(automaton.length * words);
  for (const [state, next] of automaton.entries()) {
    let count = 0;
    for (const [move, after] of next.entries()) {
      if (after === NOT_TRIED) continue;
      lists[state * words + ++count] = move | (after << 8);
    }
    lists[state * words] = count;
  }
  return tables.place(lists);
}
