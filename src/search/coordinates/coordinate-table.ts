/**
 * Tables of coordinates: the distance of each state of a product of coordinates from the solved one, modulo 3 in 2 bits.
 *
 * A table has a row for each class of states of the first coordinates (symmetric-product.ts), with an entry for each state of the others. It is
 * made layer by layer, and threads share the rows of a layer. At first, the entries of the last layer reach their neighbours. When fewer
 * entries are left than that layer has, each of those looks for a neighbour in it instead. Since rows stand for classes, a layer has as many
 * states as the sizes of the classes of its entries add up to.
 *
 * A move and its inverse change distances by at most one. So the distance of a state follows from that of a neighbour, and the distance of
 * the first state of a search is found by a descent to the goal.
 */

import type { KernelFunction } from '../../base/memory.js';
import { WorkerPool } from '../../base/worker-pool.js';
import type { MoveSymmetry } from '../../permutations/move-graph.js';
import type { Permutation } from '../../permutations/permutation.js';
import { kernelIn } from '../ida-star/compiled-search.js';
import type { SharedTables } from '../ida-star/shared-tables.js';
import type { Limits } from '../question/limits.js';
import { CoordinateProduct } from './coordinate.js';
import type { SymmetricProduct } from './symmetric-product.js';

/** The rows of a table: their place in memory, and what is needed to make or read them. */
export interface TableRows {
  readonly table: number;
  readonly rowBytes: number;
  readonly rows: number;
  /** Entries of a row. */
  readonly entries: number;
  /** Address of the classes of the states of the first coordinates. */
  readonly classes: number;
}

/** A table: its product, its rows and its distances. */
export interface CoordinateTable {
  readonly product: SymmetricProduct;
  readonly rows: TableRows;
  /** Number of states at each distance. */
  readonly histogram: readonly number[];
  /** Symmetries that give its views: one of each coset of the product's symmetries. */
  readonly views: readonly MoveSymmetry[];
  /** Time of making or reading it. */
  readonly seconds: number;
}

const ENTRIES_PER_BYTE = 4;

/** Returns the bytes of a row of entries of 2 bits: a multiple of 8. */
export function rowBytesFor(entries: number): number {
  return 8 * Math.ceil(entries / ENTRIES_PER_BYTE / 8);
}

/** Places the rows of a product, all zeros, and its classes. @throws MemoryError */
export function placeRows(tables: SharedTables, product: SymmetricProduct): TableRows {
  const entries = product.others.reduce((count, { size }) => count * size, 1);
  const rows = product.firstStates.length;
  const rowBytes = rowBytesFor(entries);
  return { table: tables.take(rows * rowBytes), rowBytes, rows, entries, classes: tables.place(product.classes) };
}

/** Returns a distance modulo 3. @param values states of the table's coordinates */
export function residueIn(
  memory: SharedTables['memory'],
  { product, rows }: Pick<CoordinateTable, 'product' | 'rows'>,
  values: ArrayLike<number>,
): number {
  const { first, others, imagesOfOthers, classes } = product;
  const count = first.coordinates.length;
  let state = 0;
  for (let index = 0; index < count; index++) state += first.strides[index] * values[index];
  const symmetry = classes[state] & 255;
  let stride = 1;
  let entry = 0;
  for (let index = 0; index < others.length; index++) {
    entry += stride * imagesOfOthers[index][symmetry][values[count + index]];
    stride *= others[index].size;
  }
  const address = rows.table + (classes[state] >>> 8) * rows.rowBytes + (entry >>> 2);
  return ((new Uint8Array(memory.buffer)[address] >> ((entry & 3) * 2)) & 3) - 1;
}

/** The exports of workers/kernel/coordinate-layers.ts, which documents them. */
interface LayersKernel {
  open(plan: number): void;
  begin(): void;
  push: KernelFunction;
  pull: KernelFunction;
  readonly states: { readonly value: number };
  readonly entries: { readonly value: number };
}

/** One layer of a table, which workers find together. */
export interface LayerTask {
  readonly memory: SharedTables['memory'];
  /** Address of the plan. */
  readonly plan: number;
  readonly rows: number;
  /** The depth of the last layer found. */
  readonly depth: number;
  /** True if entries look for neighbours. */
  readonly pulls: boolean;
  /** Shared: the next row to be claimed, and the next scratch space. */
  readonly counters: Int32Array;
  /** Addresses of scratch spaces. */
  readonly scratch: readonly number[];
}

/** Number of states and entries of a layer, or of a worker's part of it. */
export interface FoundRows {
  readonly states: number;
  readonly entries: number;
}

/** Rows that are claimed at a time. */
const ROWS_AT_A_TIME = 64;

/** Finds the entries of a layer until all rows are claimed. */
export function findRows(task: LayerTask): FoundRows {
  const { memory, plan, rows, depth, pulls, counters, scratch } = task;
  const kernel = kernelIn<LayersKernel>(memory, 'coordinate-layers');
  kernel.open(plan);
  const own = scratch[Atomics.add(counters, 1, 1)];
  let [states, entries] = [0, 0];
  for (;;) {
    const first = Atomics.add(counters, 0, ROWS_AT_A_TIME);
    if (first >= rows) return { states, entries };
    kernel[pulls ? 'pull' : 'push'](first, Math.min(first + ROWS_AT_A_TIME, rows), depth, own);
    states += kernel.states.value;
    entries += kernel.entries.value;
  }
}

/** Minimum depth of layers that are pulled, and how many more entries may be left than the last layer has. */
const FIRST_PULLED = 3;
const PULLED_FACTOR = 2;
/** Number of entries above which workers make the table. */
const WORTH_THREADS = 2 ** 20;

/**
 * Finds all layers of a table.
 * @param onLayer called with the depth of each layer and its number of states
 * @returns the number of states at each distance
 * @throws MemoryError, WorkerError; the signal's reason
 */
export async function fillRows(
  tables: SharedTables,
  moves: readonly Permutation[],
  product: SymmetricProduct,
  rows: TableRows,
  threads: number,
  limits: Limits,
  onLayer: (depth: number, states: number) => void = () => {},
): Promise<number[]> {
  const plan = placePlan(tables, moves, product, rows);
  const all = rows.rows * rows.entries;
  const isLarge = all > WORTH_THREADS;
  const scratchBytes = Math.max(8 * rows.entries, 12 * moves.length);
  const scratch = Array.from({ length: isLarge ? threads : 1 }, () => tables.take(scratchBytes));
  const kernel = kernelIn<LayersKernel>(tables.memory, 'coordinate-layers');
  kernel.open(plan);
  kernel.begin();
  const histogram = [kernel.states.value];
  let left = all - kernel.entries.value;
  let last = kernel.entries.value;
  // One worker, too: the caller's thread stays free for its signal.
  const pool = isLarge ? new WorkerPool<LayerTask, FoundRows>('make-coordinates', threads) : undefined;
  try {
    for (let depth = 0; ; depth++) {
      onLayer(depth, histogram[depth]);
      const pulls = depth >= FIRST_PULLED && left < PULLED_FACTOR * last;
      const counters = new Int32Array(new SharedArrayBuffer(8));
      const task = { memory: tables.memory, plan, rows: rows.rows, depth, pulls, counters, scratch };
      if (limits.isPauseDue()) await limits.pause();
      const found =
        pool === undefined
          ? [findRows(task)]
          : await pool.runOnAll(task, 'while a table of coordinates was made', limits.signal);
      const states = found.reduce((sum, each) => sum + each.states, 0);
      last = found.reduce((sum, each) => sum + each.entries, 0);
      left -= last;
      if (states === 0) return histogram;
      histogram.push(states);
      // The rows of this layer are those of the layer after the next one.
      clearLive(tables, plan, rows.rows, depth);
    }
  } finally {
    void pool?.leave(tables.memory.buffer.byteLength);
  }
}

const FIELDS = { live: 15 };

function clearLive({ memory }: SharedTables, plan: number, rows: number, depth: number): void {
  const live = new DataView(memory.buffer).getUint32(plan + 4 * FIELDS.live, true);
  new Uint8Array(memory.buffer, live + (depth % 2) * rows, rows).fill(0);
}

/** Places what the kernel needs to make the rows. @returns the address of its plan */
function placePlan(
  tables: SharedTables,
  moves: readonly Permutation[],
  product: SymmetricProduct,
  { table, rowBytes, rows }: TableRows,
): number {
  const { first, others, symmetries, imagesOfOthers, classes, firstStates, sizes, stabilisers } = product;
  const innerCount = others.length === 0 ? 0 : 1;
  const part = (begin: number, end: number | undefined, stride: number) =>
    partOfEntry(others.slice(begin, end), imagesOfOthers.slice(begin, end), symmetries.length, stride);
  const inner = part(0, innerCount, 1);
  const outer = part(innerCount, undefined, inner.size);
  const all = Array.from(moves.keys());
  const sources = new Uint32Array(rows * moves.length);
  for (const [row, state] of firstStates.entries()) {
    for (const move of all) sources[row * moves.length + move] = classes[first.after(state, move)];
  }
  const keeping = new Uint32Array(rows);
  const lists = new Map<string, number>();
  for (const [row, elements] of stabilisers) {
    const key = elements.join();
    const address = lists.get(key) ?? tables.place(Uint32Array.of(elements.length, ...elements));
    lists.set(key, address);
    keeping[row] = address;
  }
  const fields = [
    ...[table, rowBytes, inner.size, outer.size, moves.length, symmetries.length, rows],
    tables.place(sources),
    tables.place(inner.after(all)),
    tables.place(outer.after(all)),
    tables.place(inner.images),
    tables.place(outer.images),
    tables.place(keeping),
    tables.place(sizes),
    tables.place(new Uint32Array(rows).fill(inner.size * outer.size)),
    tables.take(2 * rows),
  ];
  return tables.place(Uint32Array.from(fields));
}

/**
 * Returns a part of the entries of a row: of the states of some coordinates.
 * @param elements number of symmetries
 * @param stride factor of the part in the number of an entry
 */
function partOfEntry(
  coordinates: SymmetricProduct['others'],
  images: SymmetricProduct['imagesOfOthers'],
  elements: number,
  stride: number,
) {
  const { size, strides } = new CoordinateProduct(coordinates);
  const sum = (write: (target: Uint32Array, index: number, factor: number) => void, length: number) => {
    const target = new Uint32Array(length);
    for (const index of coordinates.keys()) write(target, index, stride * strides[index]);
    return target;
  };
  const digit = (state: number, index: number) => Math.floor(state / strides[index]) % coordinates[index].size;
  return {
    size,
    /** [symmetry * size + state]: the part after the symmetry. */
    images: sum((target, index, factor) => {
      for (let element = 0, at = 0; element < elements; element++) {
        for (let state = 0; state < size; state++) target[at++] += factor * images[index][element][digit(state, index)];
      }
    }, elements * size),
    /** [(move * symmetries + symmetry) * size + state]: the part after the move, then the symmetry. */
    after: (moves: readonly number[]) =>
      sum(
        (target, index, factor) => {
          const { next, moves: count } = coordinates[index];
          for (let move = 0, at = 0; move < moves.length; move++) {
            for (let element = 0; element < elements; element++) {
              const own = images[index][element];
              for (let state = 0; state < size; state++) {
                target[at++] += factor * own[next[digit(state, index) * count + moves[move]]];
              }
            }
          }
        },
        moves.length * elements * size,
      ),
  };
}
