/** The census of one layer of a board: degrees, local maxima and estimates, counted by an observer on each worker. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sumOfRows } from '../base/statistics.js';
import type { Layout } from '../engines/boards/board-plan.js';
import type { BlockObserver, FreshBlock, NeighbourCounter } from '../engines/boards/observers.js';
import { Estimates, type Field, LANES } from '../search/question/estimates.js';
import { HEURISTICS, type HeuristicName } from '../search/question/heuristics.js';
import type { Board, Metric } from '../spaces/board/board.js';
import { slidesFrom } from '../spaces/board/moves.js';
import {
  BYTES_PER_WORD,
  type Geometry,
  geometryOf,
  LOW_DIGITS,
  ORDERS_IN_WORD,
  STATES_PER_WORD,
  tilesByLabel,
} from '../spaces/board/numbering.js';
import { orderedPosition, type Position } from '../spaces/board/position.js';

/** The board of a census, with its goal and metric. Plain data. */
export interface CensusOf {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
}

/** Returns the heuristics whose estimates are counted: they are admissible only if a move slides a single tile. */
export function heuristicsOf(metric: Metric): readonly HeuristicName[] {
  return metric === 'single' ? HEURISTICS : [];
}

/** Counts of the states of one layer, or of a part of it. Plain data. */
export interface LayerCensus {
  /** [degree][not further]: states with this degree, and with this many neighbours that are not further from the goal. */
  readonly neighbours: readonly (readonly number[])[];
  /** For each of heuristicsOf the metric, [estimate]: states with this estimate; no state has a larger one. */
  readonly estimates: readonly (readonly number[])[];
}

/** Takes the census of a layer. */
export class CensusTaker implements BlockObserver<LayerCensus> {
  readonly wantsMore = true;
  readonly #kernel: CensusKernel | undefined;
  readonly #degrees: readonly number[];
  readonly #blockWords: number;
  readonly #neighbours: number[][];
  readonly #estimates: readonly Float64Array[];

  /** @param kernel undefined if there are no heuristics */
  constructor(kernel: CensusKernel | undefined, { board, metric }: CensusOf, { blocks }: Layout) {
    this.#kernel = kernel;
    this.#degrees = degreesOf(board, metric);
    this.#blockWords = blocks.words;
    this.#neighbours = emptyNeighbours(Math.max(...this.#degrees));
    this.#estimates = heuristicsOf(metric).map(() => new Float64Array((kernel?.mostEstimate ?? 0) + 1));
  }

  observe(fresh: FreshBlock, counter: NeighbourCounter): void {
    const row = this.#neighbours[this.#degrees[fresh.cell]];
    for (const [notFurther, count] of counter.countNotFurther(fresh).entries()) if (count > 0) row[notFurther] += count;
    this.#kernel?.count(fresh.cell, fresh.block * this.#blockWords, fresh.halves, this.#estimates);
  }

  observed(): LayerCensus {
    return { neighbours: this.#neighbours, estimates: this.#estimates.map(withoutZerosBehind) };
  }
}

/** Returns the census of the goal alone, which no observer sees. */
export function censusOfGoal({ board, goalCell, metric }: CensusOf): LayerCensus {
  const degrees = degreesOf(board, metric);
  const counts = emptyNeighbours(Math.max(...degrees));
  counts[degrees[goalCell]][0] = 1;
  return { neighbours: counts, estimates: heuristicsOf(metric).map(() => [1]) };
}

/** Returns the sum of all parts. */
export function sumOfCensuses(parts: readonly LayerCensus[]): LayerCensus {
  return {
    neighbours: parts[0].neighbours.map((_, degree) => sumOfRows(parts.map(({ neighbours }) => neighbours[degree]))),
    estimates: parts[0].estimates.map((_, index) => sumOfRows(parts.map(({ estimates }) => estimates[index]))),
  };
}

/** Shortens arrays of estimates, whose range can far exceed a layer's distance: on 1x255, full arrays took 17 of 20 seconds. */
function withoutZerosBehind(counts: Float64Array): number[] {
  return [...counts.subarray(0, counts.findLastIndex((count) => count > 0) + 1)];
}

/** Returns the number of neighbours of states with the blank on each cell. */
function degreesOf(board: Board, metric: Metric): number[] {
  return Array.from({ length: board.cells }, (_, cell) => slidesFrom(board, cell, metric).length);
}

function emptyNeighbours(most: number): number[][] {
  return Array.from({ length: most + 1 }, () => new Array<number>(most + 1).fill(0));
}

/** The exports of workers/kernel/census.ts, which documents them. */
interface Kernel {
  countEstimates(
    bits: number,
    words: number,
    firstWord: number,
    digits: number,
    constant: number,
    addends: number,
    orders: number,
    lines: number,
    lineCount: number,
    costs: number,
    costCount: number,
    counts: number,
    estimates: number,
  ): void;
}

const PAGE = 65536;
/** First free address, above the kernel's own data. */
const FIRST_ADDRESS = 4096;
const LANE_BYTES = 4;
/** Bytes of four lanes, and of a descriptor of four u32. */
const VALUE_BYTES = LANES * LANE_BYTES;

/** The WebAssembly kernel of workers/kernel/census.ts with its memory, for one board and goal. */
export class CensusKernel {
  /** Maximum estimate. */
  readonly mostEstimate: number;
  readonly #kernel: Kernel;
  readonly #digits: number;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #end = FIRST_ADDRESS;
  /** Addresses by the blank's cell. */
  readonly #constants: readonly number[];
  readonly #addends: readonly number[];
  /** Addresses by the parity of the arrangements. */
  readonly #orders: readonly [number, number];
  readonly #parityAt: Geometry['parityAt'];
  readonly #lines: number;
  readonly #lineCount: number;
  readonly #costs: number;
  readonly #counts: number;
  readonly #bits: number;

  /** @param goalCell the blank's cell in the goal, which is the ordered position for that cell */
  constructor(board: Board, goalCell: number) {
    const geometry = geometryOf(board);
    const goal = orderedPosition(board, goalCell);
    const estimates = new Estimates(board, goal, HEURISTICS);
    const module = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('#workers/census.wasm')));
    this.#kernel = new WebAssembly.Instance(module, { env: { memory: this.#memory } }).exports as unknown as Kernel;
    this.#digits = geometry.digits;
    this.mostEstimate = estimates.most;
    const addends = addendsOf(geometry, goal, estimates);
    this.#constants = addends.map(({ constant }) => this.#place(constant));
    this.#addends = addends.map(({ byPlace }) => this.#place(byPlace));
    const orders = this.#place(ordersInBytes());
    this.#orders = [orders, orders + ORDERS_BYTES];
    this.#parityAt = geometry.parityAt;
    const tables = new Map(estimates.lines.map(({ leaving }) => [leaving, 0]));
    for (const leaving of tables.keys()) tables.set(leaving, this.#place(leaving));
    const lines = estimates.lines.flatMap((line) => [...descriptor(line), tables.get(line.leaving) as number]);
    this.#lines = this.#place(Uint32Array.from(lines));
    this.#lineCount = estimates.lines.length;
    this.#costs = this.#place(Uint32Array.from(estimates.costs.flatMap((c) => [...descriptor(c), c.movesToLeave])));
    this.#counts = this.#place(new Uint32Array(HEURISTICS.length * (estimates.most + 1)));
    this.#bits = this.#end;
  }

  /**
   * Counts states by their estimates.
   * @param cell cell of the blank
   * @param halves bits of consecutive words, two halves each
   * @param counts counts to be increased: for each of HEURISTICS, [estimate]
   */
  count(cell: number, firstWord: number, halves: Uint32Array, counts: readonly Float64Array[]): void {
    this.#grow(this.#bits + halves.byteLength);
    const { buffer } = this.#memory;
    new Uint32Array(buffer, this.#bits, halves.length).set(halves);
    const estimates = this.mostEstimate + 1;
    const counted = new Uint32Array(buffer, this.#counts, HEURISTICS.length * estimates);
    counted.fill(0);
    this.#kernel.countEstimates(
      this.#bits,
      (halves.length * 4) / BYTES_PER_WORD,
      firstWord,
      this.#digits,
      this.#constants[cell],
      this.#addends[cell],
      this.#orders[this.#parityAt[cell]],
      this.#lines,
      this.#lineCount,
      this.#costs,
      HEURISTICS.length,
      this.#counts,
      estimates,
    );
    for (const [index, totals] of counts.entries()) {
      for (let estimate = 0; estimate < estimates; estimate++)
        totals[estimate] += counted[index * estimates + estimate];
    }
  }

  /** Copies a table into the kernel's memory. @returns its address */
  #place(table: Uint8Array | Uint16Array | Uint32Array): number {
    const address = this.#end;
    const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
    this.#end += Math.ceil(bytes.length / VALUE_BYTES) * VALUE_BYTES;
    this.#grow(this.#end);
    new Uint8Array(this.#memory.buffer).set(bytes, address);
    return address;
  }

  #grow(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
  }
}

/** Summands of an arrangement's places, for one cell of the blank. */
interface Addends {
  /** Summands by [place][label] of the digits. */
  readonly byPlace: Uint32Array;
  /** Summand that is the same for all states. */
  readonly constant: Uint32Array;
}

/** @returns the summands for each cell of the blank */
function addendsOf(geometry: Geometry, goal: Position, { addends }: Estimates): Addends[] {
  const { path, digits, still, isLine, board } = geometry;
  const tiles = tilesByLabel(geometry, goal);
  const added = (tile: number, cell: number) =>
    addends.subarray((tile * board.cells + cell) * LANES, (tile * board.cells + cell + 1) * LANES);
  return Array.from({ length: board.cells }, (_, blank) => {
    const along = path.filter((cell) => cell !== blank);
    const constant = new Uint32Array(LANES);
    const byPlace = new Uint32Array(digits * digits * LANES);
    if (isLine) {
      for (const [place, cell] of along.entries()) {
        for (const [lane, value] of added(tiles[place], cell).entries()) constant[lane] += value;
      }
    } else {
      // Places and labels before those of the tiles add nothing.
      for (const [place, cell] of along.entries()) {
        for (const [label, tile] of tiles.entries()) {
          byPlace.set(added(tile, cell), ((place + still) * digits + label + still) * LANES);
        }
      }
    }
    return { byPlace, constant };
  });
}

/** Orders of one parity; each place is a u16. */
const ORDERS_OF_A_PARITY = STATES_PER_WORD * LOW_DIGITS;
const ORDERS_BYTES = 2 * ORDERS_OF_A_PARITY;

/**
 * Returns the offsets of five values among the 25 [place][label left], for even digits in front, then for odd ones. The even ones follow
 * again, because the kernel begins with the odd ones if arrangements are odd.
 */
function ordersInBytes(): Uint16Array {
  return Uint16Array.from({ length: 3 * ORDERS_OF_A_PARITY }, (_, at) => {
    const place = at % LOW_DIGITS;
    const orders = ORDERS_IN_WORD[Math.floor(at / ORDERS_OF_A_PARITY) % 2];
    return (place * LOW_DIGITS + orders[at % ORDERS_OF_A_PARITY]) * VALUE_BYTES;
  });
}

function descriptor({ lane, shift, mask }: Field): number[] {
  return [lane * LANE_BYTES, shift, mask];
}
