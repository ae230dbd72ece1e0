/**
 * A worker of the engine `boards`, with any kind of observers, and the layers of the metric in which a move slides a single tile.
 *
 * If there are many blocks, a claim covers all units of a block, for instance a block of every cell of the layer's colour. The source
 * blocks then stay in the core's cache. If there are few blocks, a claim is a single unit.
 */

import { shardsOfMemories } from '../../base/memory.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import { type LayerFinder, LayerWorker } from '../batches.js';
import { type Layout, PLANES, scratchOf, takesWholeBlocks } from './board-plan.js';
import { type BlockAccess, BlockMoves, type Marks, type SharedBoard, shardAccess } from './memory.js';
import {
  type BlockObserver,
  BlockObservers,
  type FreshBlock,
  type LayerAdvancer,
  type NeighbourCounter,
} from './observers.js';
import { sweepLayers } from './sweep-layers.js';

/**
 * Returns a worker that searches boards.
 * @param observe returns a function that creates the observer of a layer
 */
export function boardWorker<Request, Observed>(
  observe: (layout: Layout, request: Request) => (depth: number) => BlockObserver<Observed>,
): LayerWorker<SharedBoard, Observed, Request> {
  return new LayerWorker((board, worker, request, workers) => {
    const { layout, memories, kernel, marks, cells } = board;
    const access = shardAccess(layout, shardsOfMemories(memories, kernel), worker);
    const advancer =
      layout.sweeps === null
        ? colourLayers(cells, new BlockAdvancer(layout, access, marks, worker))
        : sweepLayers(layout, layout.sweeps, access, marks, worker);
    return finderOf(advancer, layout, new BlockObservers(observe(layout, request)), workers);
  });
}

/**
 * Maximum number of units, or of whole blocks, that a worker claims at a time. If each had a claim of its own, V8 would compile the search
 * twice: alone, and within the loop of claims. That made 2x6 a twentieth slower.
 */
const MOST_PER_CLAIM = 64;

function finderOf<Observed>(
  advancer: LayerAdvancer,
  { blocks }: Layout,
  observer: BlockObservers<Observed>,
  workers: number,
): LayerFinder<Observed> {
  const isWhole = takesWholeBlocks(blocks, workers);
  return {
    observer,
    rounds: advancer.rounds,
    mostPerClaim: MOST_PER_CLAIM,
    begin: (depth, _, round) => blocks.count * (isWhole ? 1 : advancer.units(depth, round)),
    find(begin, end, depth, count, _, round) {
      // Units are numbered consecutively, block by block.
      const units = advancer.units(depth, round);
      const unitsOfPart = isWhole ? units : 1;
      for (let unit = begin * unitsOfPart; unit < end * unitsOfPart; unit++) {
        const block = Math.floor(unit / units);
        count.states += advancer.advance(depth, round, block, unit - block * units, observer.current);
      }
    },
    // All workers take part in all layers.
    secondsFor: () => Number.POSITIVE_INFINITY,
  };
}

/*
 * The layers of the metric in which a move slides a single tile.
 *
 * In a layer the blank moves to the cells of one colour. For each block of these cells
 *
 *     reached = move(visited[source]) | ...   over the neighbouring cells
 *     fresh   = reached & ~visited
 *
 * All visited states are moved, not only the last layer. The neighbours of older states were added earlier, so the result is the same,
 * and no frontier has to be stored. The frontier only saves work: a source block that gained nothing in the last layer can add nothing
 * new, and a full target block cannot gain anything.
 *
 * Only the block's owner writes it, and reads only blocks of the other colour, which no worker writes in this layer. So no locks are
 * needed, and advancing a block again changes no visited bit.
 */

/** Returns true if the states of a depth are marked in the table: the bit of a state is floor(depth / 2) mod 2. */
export function isMarked(depth: number): boolean {
  return (depth >> 1) % 2 === 1;
}

function colourLayers(cells: SharedBoard['cells'], blocks: BlockAdvancer): LayerAdvancer {
  return {
    rounds: 1,
    units: (depth) => cells[depth % 2].length,
    advance: (depth, _, block, unit, observer) =>
      blocks.advance(cells[depth % 2][unit], block, isMarked(depth), observer),
  };
}

/** Maximum number of nearer neighbours of a state. */
const MOST_NEARER = 4;

/** Advances the blocks of a layout. Each worker has one, with its own scratch space. */
export class BlockAdvancer implements NeighbourCounter {
  readonly #layout: Layout;
  readonly #marks: Marks;
  readonly #access: BlockAccess;
  readonly #moves: BlockMoves;
  readonly #reached: number;
  readonly #moved: number;
  /** Addresses of bits 0, 1 and 2 of the counts of all states. */
  readonly #planes: number;

  /** @param worker 0..workers-1, selects the scratch space */
  constructor(layout: Layout, access: BlockAccess, marks: Marks, worker: number) {
    this.#layout = layout;
    this.#marks = marks;
    this.#access = access;
    const blockBytes = layout.blocks.paddedWords * BYTES_PER_WORD;
    this.#reached = scratchOf(layout, worker);
    this.#moves = new BlockMoves(layout, access, marks);
    this.#moved = this.#reached + 2 * blockBytes;
    this.#planes = this.#moved + blockBytes;
  }

  /**
   * Finds the fresh states of a block, adds them to the visited bits, and marks them in the table if this layer is marked.
   * @param mark true if the fresh states of this layer are marked in the table
   * @returns the number of fresh states
   */
  advance(cell: number, block: number, mark: boolean, observer: BlockObserver<unknown>): number {
    const { blocks, visited, table } = this.#layout;
    const { gained, held } = this.#marks;
    const index = cell * blocks.count + block;
    gained[index] = 0;
    if (held[index] === blocks.states) return 0;
    if (!this.#reach(cell, block)) return 0;

    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const visitedBlock = this.#access.address(visited, cell, block);
    const tableBlock = table === 0 ? 0 : this.#access.address(table, cell, block);
    if (held[index] === 0) {
      // A page that is read before it is written is touched twice. Clearing it first saved 6 % on 3x4 (9 noisy runs).
      kernel.clear(visitedBlock, words);
      if (tableBlock !== 0) kernel.clear(tableBlock, words);
    }
    return this.#moves.settle(cell, block, this.#reached, visitedBlock, mark ? tableBlock : 0, observer, this);
  }

  /**
   * Counts the nearer neighbours of the observed block's states. The neighbours that are no farther are nearer, because a move changes
   * the distance by one.
   * @returns [k] number of states with k nearer neighbours, k = 0 to 4; none has 0
   */
  countNotFurther({ cell, block }: FreshBlock): number[] {
    const { blocks, visited, moves } = this.#layout;
    const { kernel, bytes } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const planeBytes = words * BYTES_PER_WORD;
    kernel.clear(this.#planes, PLANES * words);
    const { gained } = this.#marks;
    for (const move of moves[cell]) {
      // The visited neighbours of a fresh state all belong to the last layer.
      if (!this.#moves.anyMarked(move, block, gained, 1)) continue;
      kernel.clear(this.#moved, words);
      this.#moves.or(move, visited, block, this.#moved);
      kernel.increment(this.#planes, planeBytes, PLANES, this.#moved, words);
    }
    kernel.tally(this.#reached, this.#planes, planeBytes, words, this.#moved);
    return [0, ...new Uint32Array(bytes.buffer, this.#moved, MOST_NEARER)];
  }

  /** Collects the states that the neighbouring cells give. @returns false if no cell can give anything new */
  #reach(cell: number, block: number): boolean {
    const { blocks, visited, moves } = this.#layout;
    const { gained } = this.#marks;
    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const reached = this.#reached;
    // Moves that change nothing come first, so that copying one or uniting two of them replaces clearing the block.
    const same: number[] = [];
    for (const move of moves[cell]) {
      if (move.kind !== 'same' || !this.#moves.anyMarked(move, block, gained, 1)) continue;
      same.push(this.#access.address(visited, move.source, block));
    }
    let begun = this.#moves.unite(block, same, reached);
    for (const move of moves[cell]) {
      if (move.kind === 'same' || !this.#moves.anyMarked(move, block, gained, 1)) continue;
      if (!begun) {
        kernel.clear(reached, words);
        begun = true;
      }
      this.#moves.or(move, visited, block, reached);
    }
    return begun;
  }
}
