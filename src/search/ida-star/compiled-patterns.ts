/** IDA* with pattern databases on one thread: the kernel workers/kernel/pattern-search.ts, scratch space, and a start. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { onesIn } from '../../permutations/lehmer.js';
import { type Direction, neighbour } from '../../spaces/board/board.js';
import { boardPath, placesOnPath } from '../../spaces/board/numbering.js';
import { maskOf, NO_PLACE } from '../../spaces/board/pattern-geometry.js';
import { TableError } from '../../table/files/contents.js';
import { type CompiledSearch, type KernelOutcome, MOVE_ORDER, OUTCOMES } from './compiled-search.js';
import {
  DISTANCE_SHIFT,
  ENTRY_BYTES,
  ENTRY_FROM,
  ENTRY_TO,
  FRAME_BYTES,
  FRAME_SLACKS,
  LIST_BYTES,
  PART_BYTES,
  PART_FIELDS,
  type PatternLayout,
  packedLabels,
  SCRATCH_BYTES,
  SCRATCH_PART_OF_TILE,
  SCRATCH_PARTS,
  SCRATCH_STACK,
  SCRATCH_TILES,
  SIDE_BYTES,
} from './pattern-layout.js';

/** Nodes per millisecond. */
const SPEED = 20_000;
/** Amount by which a move reduces the slack of a sum, if at all. */
const LEAST_EXCESS = 2;

/** A search as plain data. */
export interface PatternsSource {
  readonly kind: 'patterns';
  readonly kernel: WebAssembly.Module;
  readonly layout: PatternLayout;
  /** The home of the tile on each place of the start; at the blank's place, that place itself. */
  readonly homes: readonly number[];
  /** Direction of the blank on the board -> direction in the databases. */
  readonly orientation: Readonly<Record<Direction, Direction>>;
  /** Addresses of the scratch space of each worker. */
  readonly workerScratch: readonly number[];
  /** Number of workers that have taken their scratch space; shared. */
  readonly joined: Int32Array;
}

export class CompiledPatterns implements CompiledSearch {
  readonly estimate: number;
  readonly speed = SPEED;
  readonly bytes = SCRATCH_BYTES;
  readonly #source: PatternsSource;
  readonly #spaces: ScratchSpaces;
  readonly #address: number;
  readonly #scratch: ScratchSpace;
  readonly #kernel: SearchKernel;
  readonly #view: DataView;
  readonly #blank: number;
  /** Place of the blank -> the places that it moves to, in the order of MOVE_ORDER; NO_PLACE if a move is impossible. */
  readonly #next: readonly (readonly number[])[];
  #workerScratch: readonly number[] = [];
  /** The bound minus the moves made before the search began. */
  #boundBelow = 0;

  /** @throws TableError if a table is damaged; MemoryError */
  private constructor(source: PatternsSource, spaces: ScratchSpaces) {
    const { layout, homes, kernel } = source;
    const { memory, board, goalBlank } = layout;
    this.#source = source;
    this.#spaces = spaces;
    this.#kernel = new WebAssembly.Instance(kernel, { env: { memory } }).exports as unknown as SearchKernel;
    this.#address = spaces.takeScratch();
    this.#view = new DataView(memory.buffer);
    this.#blank = homes.indexOf(goalBlank);
    const path = boardPath(board);
    const placeOf = placesOnPath(path);
    this.#next = path.map((cell) =>
      MOVE_ORDER.map((direction) => {
        const next = neighbour(board, cell, direction);
        return next < 0 ? NO_PLACE : placeOf[next];
      }),
    );
    this.#scratch = new ScratchSpace(layout, this.#kernel, this.#address, homes);
    this.estimate = Math.max(...this.#scratch.sums);
  }

  /**
   * Compiles a search on the calling thread.
   * @param homes the home of the tile on each place of the start; at the blank's place, that place itself
   * @param orientation direction of the blank on the board -> direction in the databases
   * @throws TableError if a table is damaged; MemoryError
   */
  static for(
    layout: PatternLayout,
    spaces: ScratchSpaces,
    homes: readonly number[],
    orientation: PatternsSource['orientation'],
  ): CompiledPatterns {
    const joined = new Int32Array(new SharedArrayBuffer(4));
    const kernel = searchKernel();
    return new CompiledPatterns(
      { kind: 'patterns', kernel, layout, homes, orientation, workerScratch: [], joined },
      spaces,
    );
  }

  /** Compiles a search on a worker, in the next scratch space, which the calling thread releases. */
  static ofWorker(source: PatternsSource): CompiledPatterns {
    const takeScratch = () => source.workerScratch[Atomics.add(source.joined, 0, 1)];
    return new CompiledPatterns(source, { takeScratch, giveScratch() {} });
  }

  sourceFor(workers: number): PatternsSource {
    this.#workerScratch = Array.from({ length: workers }, () => this.#spaces.takeScratch());
    return { ...this.#source, workerScratch: this.#workerScratch };
  }

  close(): void {
    for (const address of [this.#address, ...this.#workerScratch]) this.#spaces.giveScratch(address);
  }

  begin(moves: string, bound: number, depth = bound): void {
    const { layout, orientation } = this.#source;
    this.#scratch.restart();
    const [slack, mirrorSlack = 0] = this.#scratch.sums.map((sum) => bound - sum);
    let blank = this.#blank;
    let list = layout.lists + LIST_BYTES * boardPath(layout.board)[blank];
    this.#kernel.begin(list, slack, mirrorSlack, this.#scratch.stack);
    for (const letter of moves) {
      const to = this.#next[blank][MOVE_ORDER.indexOf(orientation[letter as Direction])];
      let entry = list;
      while (this.#view.getUint8(entry + ENTRY_FROM) !== to) entry += ENTRY_BYTES;
      this.#kernel.make(entry);
      list = this.#view.getUint32(entry, true);
      blank = to;
    }
    this.#boundBelow = bound - moves.length;
    this.#kernel.limitDepth(depth - moves.length);
  }

  run(nodes: number): KernelOutcome {
    return OUTCOMES[this.#kernel.search(nodes)];
  }

  get generated(): number {
    return this.#kernel.generated();
  }

  get expanded(): number {
    return this.#kernel.expanded();
  }

  get leastExcess(): number {
    return this.#kernel.cut() ? LEAST_EXCESS : Number.POSITIVE_INFINITY;
  }

  get moves(): string {
    const { orientation } = this.#source;
    const end = this.#kernel.topOfStack();
    let moves = '';
    for (let frame = this.#scratch.stack; frame < end; frame += FRAME_BYTES) {
      const entry = this.#view.getUint32(frame, true);
      const next = this.#next[this.#view.getUint8(entry + ENTRY_TO)];
      const seen = MOVE_ORDER[next.indexOf(this.#view.getUint8(entry + ENTRY_FROM))];
      moves += MOVE_ORDER.find((direction) => orientation[direction] === seen);
    }
    return moves;
  }

  estimateAt(depth: number): number {
    const frame = this.#scratch.stack + FRAME_BYTES * depth;
    const isLast = frame === this.#kernel.topOfStack();
    return this.#boundBelow - depth - (isLast ? this.#kernel.slackThere() : this.#slackOfFrame(frame));
  }

  /** Returns the minimum of both sides' slack before the move of a frame. */
  #slackOfFrame(frame: number): number {
    const slacks = this.#source.layout.mirror === null ? FRAME_SLACKS.slice(0, 1) : FRAME_SLACKS;
    return Math.min(...slacks.map((field) => this.#view.getUint16(frame + field, true)));
  }
}

/*
 * The scratch space of a thread: the bytes that the kernel writes, described in workers/kernel/pattern-search.ts and
 * workers/kernel/pattern-search.ts.
 */

/** Allocates memory for threads, and releases it. */
interface ScratchSpaces {
  /** @returns an address @throws MemoryError */
  takeScratch(): number;
  giveScratch(scratch: number): void;
}

class ScratchSpace {
  /** Address of the first frame of the stack. */
  readonly stack: number;
  /** The sum of the start's distances on each side. */
  readonly sums: readonly number[];
  readonly #layout: PatternLayout;
  readonly #kernel: SearchKernel;
  readonly #address: number;
  readonly #view: DataView;
  /** The bytes that moves change. */
  readonly #live: Uint8Array;
  /** Their content at the start. */
  readonly #start: Uint8Array;

  /**
   * Places a start, and passes its addresses to the kernel.
   * @param homes the home of the tile on each place; at the blank's place, that place itself
   * @throws TableError if a table is damaged
   */
  constructor(layout: PatternLayout, kernel: SearchKernel, address: number, homes: readonly number[]) {
    const { memory, mirror, patterns, lowBits, highBits } = layout;
    this.#layout = layout;
    this.#kernel = kernel;
    this.#address = address;
    this.#view = new DataView(memory.buffer);
    this.stack = address + SCRATCH_STACK;
    const same = [...homes.keys()];
    const sides = mirror === null ? [same] : [same, mirror];
    this.#live = new Uint8Array(memory.buffer, address, SCRATCH_PARTS + PART_BYTES * sides.length * patterns.length);
    const tiles = address + SCRATCH_TILES;
    for (const [place, home] of homes.entries()) this.#view.setUint8(tiles + place, home);
    kernel.open(lowBits, highBits, tiles, address + SCRATCH_PART_OF_TILE, mirror !== null);
    this.sums = sides.map((images, side) => this.#placeSide(homes, images, side));
    this.#start = this.#live.slice();
  }

  /** Restores the start after moves. */
  restart(): void {
    this.#live.set(this.#start);
  }

  /**
   * Places the parts of one side of the start.
   * @param images the image of each place on this side
   * @returns the sum of their distances
   */
  #placeSide(homes: readonly number[], images: readonly number[], side: number): number {
    const { patterns, goalBlank, blackPlaces, around } = this.#layout;
    const seen = imageOfHomes(homes, images);
    const blank = seen.indexOf(goalBlank);
    let sum = 0;
    for (const [index, { homes: own, fields, name }] of patterns.entries()) {
      const part = this.#address + SCRATCH_PARTS + PART_BYTES * (side * patterns.length + index);
      for (const [field, value] of fields.entries()) this.#view.setUint32(part + PART_FIELDS + 4 * field, value, true);
      const partOfTile = this.#address + SCRATCH_PART_OF_TILE + side * SIDE_BYTES;
      for (const home of own) this.#view.setUint32(partOfTile + 4 * images.indexOf(home), part, true);
      const places = [...seen.keys()].filter((place) => own.includes(seen[place]));
      const set = maskOf(places);
      const labels = packedLabels(places.map((place) => own.indexOf(seen[place])));
      const parity = (onesIn(set & blackPlaces) + onesIn(maskOf(own) & blackPlaces)) % 2;
      this.#writeState(part, set, labels);
      const distance = this.#kernel.distance(part, blank, parity, around);
      if (distance < 0) {
        throw new TableError(
          `the table of the pattern ${name} is damaged: a descent does not end at the goal; make it again`,
        );
      }
      this.#writeState(part, set, labels + (distance % 4) * 2 ** DISTANCE_SHIFT);
      sum += distance;
    }
    return sum;
  }

  #writeState(part: number, set: number, labels: number): void {
    this.#view.setUint32(part, set, true);
    this.#view.setUint32(part + 4, labels, true);
  }
}

/** Returns the image of a position: the image of each tile on the image of its place. */
function imageOfHomes(homes: readonly number[], images: readonly number[]): number[] {
  const image = [...homes];
  for (const [place, home] of homes.entries()) image[images[place]] = images[home];
  return image;
}

/* The kernel of searches with pattern databases, workers/kernel/pattern-search.ts. */

/** The exports of workers/kernel/pattern-search.ts, which documents them. */
interface SearchKernel {
  open(lowBits: number, highBits: number, tiles: number, parts: number, mirrored: boolean): void;
  distance(part: number, blank: number, parity: number, around: number): number;
  begin(list: number, slack: number, mirrorSlack: number, bottomOfStack: number): void;
  make(entry: number): void;
  limitDepth(moves: number): void;
  search(nodes: number): number;
  generated(): number;
  expanded(): number;
  cut(): number;
  topOfStack(): number;
  slackThere(): number;
}

let compiledKernel: WebAssembly.Module | undefined;

/** Returns the kernel, compiled once; a module can be sent to workers. */
function searchKernel(): WebAssembly.Module {
  compiledKernel ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('#workers/pattern-search.wasm')),
  );
  return compiledKernel;
}
