/** The census of one layer of a board: degrees, local maxima and estimates, counted by an observer on each worker. */

import { compileKernel, type KernelFunction } from '../base/memory.js';
import { sumOfRows } from '../base/statistics.js';
import type { Layout } from '../engines/boards/board-plan.js';
import type { BlockObserver } from '../engines/boards/observers.js';
import { type Field, HEURISTICS, type HeuristicName, LANES, packEstimates } from '../search/question/heuristics.js';
import type { Board, Metric } from '../spaces/board/board.js';
import { slidesFrom } from '../spaces/board/moves.js';
import {
  type Geometry,
  geometryOf,
  LOW_DIGITS,
  ORDERS_IN_WORD,
  STATES_PER_WORD,
  tilesByLabel,
} from '../spaces/board/numbering.js';
import { orderedPosition, type Position } from '../spaces/board/position.js';
import type { BoardTableHeader } from '../table/header.js';

/** The board of a census, with its goal and metric. Plain data. */
export type CensusOf = Omit<BoardTableHeader, 'histogram'>;

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

/** Returns the observer that takes the census of a layer. @param kernel undefined if there are no heuristics */
export function censusTaker(
  kernel: CensusKernel | undefined,
  { board, metric }: CensusOf,
  { blocks }: Layout,
): BlockObserver<LayerCensus> {
  const degrees = degreesOf(board, metric);
  const counted = emptyNeighbours(Math.max(...degrees));
  const estimates = heuristicsOf(metric).map(() => new Float64Array((kernel?.mostEstimate ?? 0) + 1));
  return {
    wantsMore: true,
    observe(fresh, counter) {
      const row = counted[degrees[fresh.cell]];
      for (const [notFurther, count] of counter.countNotFurther(fresh).entries()) {
        if (count > 0) row[notFurther] += count;
      }
      kernel?.count(fresh.cell, fresh.block * blocks.words, fresh.halves, estimates);
    },
    observed: () => ({
      neighbours: counted,
      // Without the zeros behind: the range can far exceed a layer's distance, and on 1x255 full arrays took 17 of 20 seconds.
      estimates: estimates.map((counts) => [...counts.subarray(0, counts.findLastIndex((count) => count > 0) + 1)]),
    }),
  };
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

/** Returns the number of neighbours of states with the blank on each cell. */
function degreesOf(board: Board, metric: Metric): number[] {
  return Array.from({ length: board.cells }, (_, cell) => slidesFrom(board, cell, metric).length);
}

function emptyNeighbours(most: number): number[][] {
  return Array.from({ length: most + 1 }, () => new Array<number>(most + 1).fill(0));
}

const PAGE = 65536;
/** First free address, above the kernel's own data. */
const FIRST_ADDRESS = 4096;
const LANE_BYTES = 4;
/** Bytes of four lanes, and of a descriptor of four u32. */
const VALUE_BYTES = LANES * LANE_BYTES;

type CensusKernel = ReturnType<typeof censusKernel>;

/**
 * Returns the WebAssembly kernel of workers/kernel/census.ts with its memory, for one board and goal.
 * @param goalCell the blank's cell in the goal, which is the ordered position for that cell
 */
export function censusKernel(board: Board, goalCell: number) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compileKernel('census'), { env: { memory } });
  const countEstimates = exports.countEstimates as KernelFunction;
  let end = FIRST_ADDRESS;
  const grow = (bytes: number) => {
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  };
  /** Copies a table into the kernel's memory. @returns its address */
  const place = (table: Uint8Array | Uint16Array | Uint32Array) => {
    const address = end;
    const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
    end += Math.ceil(bytes.length / VALUE_BYTES) * VALUE_BYTES;
    grow(end);
    new Uint8Array(memory.buffer).set(bytes, address);
    return address;
  };

  const geometry = geometryOf(board);
  const { parityAt } = geometry;
  const goal = orderedPosition(board, goalCell);
  const { most, lines, costs, addends } = packEstimates(board, goal, HEURISTICS);
  // Addresses, of addends and constants by the blank's cell, and of orders by the parity of the arrangements.
  const placed = addendsOf(geometry, goal, addends).map(({ byPlace, constant }) => [place(byPlace), place(constant)]);
  const evenOrders = place(ordersInBytes());
  const orders = [evenOrders, evenOrders + ORDERS_BYTES];
  const tables = new Map(lines.map(({ leaving }) => [leaving, 0]));
  for (const leaving of tables.keys()) tables.set(leaving, place(leaving));
  const lineTable = place(
    Uint32Array.from(lines.flatMap((line) => [...descriptor(line), tables.get(line.leaving) as number])),
  );
  const costTable = place(Uint32Array.from(costs.flatMap((cost) => [...descriptor(cost), cost.movesToLeave])));
  const estimates = most + 1;
  const countTable = place(new Uint32Array(HEURISTICS.length * estimates));
  const tablesAndCounts = [lineTable, lines.length, costTable, HEURISTICS.length, countTable, estimates];
  const bits = end;
  return {
    /** Maximum estimate. */
    mostEstimate: most,
    /**
     * Counts states by their estimates.
     * @param cell cell of the blank
     * @param halves bits of consecutive words, two halves each
     * @param counts counts to be increased: for each of HEURISTICS, [estimate]
     */
    count(cell: number, firstWord: number, halves: Uint32Array, counts: readonly Float64Array[]): void {
      grow(bits + halves.byteLength);
      const { buffer } = memory;
      new Uint32Array(buffer, bits, halves.length).set(halves);
      const counted = new Uint32Array(buffer, countTable, HEURISTICS.length * estimates);
      counted.fill(0);
      const [byPlace, constant] = placed[cell];
      const arrangements = [firstWord, geometry.digits, constant, byPlace, orders[parityAt[cell]]];
      countEstimates(bits, halves.length / 2, ...arrangements, ...tablesAndCounts);
      for (const [index, totals] of counts.entries()) {
        for (let estimate = 0; estimate < estimates; estimate++) {
          totals[estimate] += counted[index * estimates + estimate];
        }
      }
    },
  };
}

/**
 * Returns the summands of an arrangement for each cell of the blank: `byPlace` by [place][label] of the digits, and `constant`, which is
 * the same for all states.
 */
function addendsOf(geometry: Geometry, goal: Position, addends: Uint32Array) {
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
