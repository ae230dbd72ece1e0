/** IDA* with pattern databases on one thread: the kernel workers/kernel/pattern-search.ts, a desk, and a start. */

import { type Direction, neighbour } from '../../spaces/board/board.js';
import { boardPath, placesOnPath } from '../../spaces/board/numbering/geometry.js';
import { maskOf, NO_PLACE } from '../../spaces/pattern/geometry.js';
import { onesIn } from '../../spaces/permutation/ones.js';
import { TableError } from '../../table/contents/errors.js';
import { type CompiledSearch, type KernelOutcome, MOVE_ORDER, OUTCOMES } from '../ida-star/compiled-search.js';
import { type SearchKernel, searchKernel } from './kernel.js';
import {
  DESK_BYTES,
  DESK_PART_OF_TILE,
  DESK_PARTS,
  DESK_STACK,
  DESK_TILES,
  ENTRY_BYTES,
  ENTRY_FROM,
  ENTRY_TO,
  FRAME_BYTES,
  LIST_BYTES,
  PART_BYTES,
  PART_FIELDS,
  type PatternLayout,
  SIDE_BYTES,
} from './layout.js';
import { packedLabels } from './look-ups.js';

/** Nodes per millisecond. */
const SPEED = 20_000;
/** The bits of a part's labels that hold the distance. */
const DISTANCE_SHIFT = 24;
/** A move leaves the slack of a sum as it is, or takes this much of it. */
const LEAST_EXCESS = 2;

/** A search as plain data. */
export interface PatternsSource {
  readonly kind: 'patterns';
  readonly kernel: WebAssembly.Module;
  readonly layout: PatternLayout;
  /** The home of the tile on each place of the start, and on the blank's place its own. */
  readonly homes: readonly number[];
  /** Direction of the blank -> the same as the databases see it. */
  readonly orientation: Readonly<Record<Direction, Direction>>;
  /** A desk for each worker; and, shared, how many workers have one. */
  readonly desks: readonly number[];
  readonly joined: Int32Array;
}

/** The memory of a search's threads. */
export interface Desks {
  /** @throws MemoryError */
  takeDesk(): number;
  giveDesk(desk: number): void;
}

export class CompiledPatterns implements CompiledSearch {
  readonly estimate: number;
  readonly speed = SPEED;
  readonly bytes = DESK_BYTES;
  readonly #source: PatternsSource;
  readonly #desk: number;
  /** On the calling thread: where desks come from, and those of the workers. */
  readonly #desks: Desks | undefined;
  #ofWorkers: readonly number[] = [];
  readonly #kernel: SearchKernel;
  readonly #view: DataView;
  /** What moves change on the desk; and the same at the start. */
  readonly #live: Uint8Array;
  readonly #start: Uint8Array;
  /** The sum of the distances on each side. */
  readonly #sums: readonly number[];
  readonly #blank: number;
  /** Place -> the places to which the blank goes from there, in the order of MOVE_ORDER; NO_PLACE if there is none. */
  readonly #next: readonly (readonly number[])[];

  /** @throws TableError if a table is damaged */
  private constructor(source: PatternsSource, desk: number, desks?: Desks) {
    const { layout, homes, kernel } = source;
    const { memory, mirror, board, patterns } = layout;
    this.#source = source;
    this.#desk = desk;
    this.#desks = desks;
    this.#kernel = new WebAssembly.Instance(kernel, { env: { memory } }).exports as unknown as SearchKernel;
    this.#view = new DataView(memory.buffer);
    this.#blank = homes.indexOf(layout.goalBlank);
    const path = boardPath(board);
    const placeOf = placesOnPath(path);
    this.#next = path.map((cell) =>
      MOVE_ORDER.map((direction) => {
        const next = neighbour(board, cell, direction);
        return next < 0 ? NO_PLACE : placeOf[next];
      }),
    );
    const sides = mirror === null ? [homes] : [homes, imageOfHomes(homes, mirror)];
    this.#live = new Uint8Array(memory.buffer, desk, DESK_PARTS + PART_BYTES * sides.length * patterns.length);
    const tilesAt = desk + DESK_TILES;
    for (const [place, home] of homes.entries()) this.#view.setUint8(tilesAt + place, home);
    this.#kernel.open(layout.lowBits, layout.highBits, tilesAt, desk + DESK_PART_OF_TILE, mirror !== null);
    this.#sums = sides.map((onPlaces, side) => this.#placeParts(onPlaces, side));
    this.#start = this.#live.slice();
    this.estimate = Math.max(...this.#sums);
  }

  /**
   * Compiles a search on the calling thread.
   * @param homes the home of the tile on each place of the start, and on the blank's place its own
   * @param orientation direction of the blank -> the same as the databases see it
   * @throws TableError if a table is damaged; MemoryError
   */
  static for(
    layout: PatternLayout,
    desks: Desks,
    homes: readonly number[],
    orientation: PatternsSource['orientation'],
  ): CompiledPatterns {
    const joined = new Int32Array(new SharedArrayBuffer(4));
    const kernel = searchKernel();
    const source = { kind: 'patterns', kernel, layout, homes, orientation, desks: [], joined } as const;
    return new CompiledPatterns(source, desks.takeDesk(), desks);
  }

  /** Compiles a search on a worker, at the next desk. */
  static ofWorker(source: PatternsSource): CompiledPatterns {
    return new CompiledPatterns(source, source.desks[Atomics.add(source.joined, 0, 1)]);
  }

  sourceFor(workers: number): PatternsSource {
    const desks = this.#desks as Desks;
    this.#ofWorkers = Array.from({ length: workers }, () => desks.takeDesk());
    return { ...this.#source, desks: this.#ofWorkers };
  }

  close(): void {
    for (const desk of [this.#desk, ...this.#ofWorkers]) this.#desks?.giveDesk(desk);
  }

  begin(moves: string, bound: number, depth = bound): void {
    const { layout, orientation } = this.#source;
    this.#live.set(this.#start);
    const [slack, mirrorSlack = 0] = this.#sums.map((sum) => bound - sum);
    let blank = this.#blank;
    let list = layout.lists + LIST_BYTES * boardPath(layout.board)[blank];
    this.#kernel.begin(list, slack, mirrorSlack, this.#desk + DESK_STACK);
    for (const letter of moves) {
      const to = this.#next[blank][MOVE_ORDER.indexOf(orientation[letter as Direction])];
      let entry = list;
      while (this.#view.getUint8(entry + ENTRY_FROM) !== to) entry += ENTRY_BYTES;
      this.#kernel.make(entry);
      list = this.#view.getUint32(entry, true);
      blank = to;
    }
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
    for (let frame = this.#desk + DESK_STACK; frame < end; frame += FRAME_BYTES) {
      const entry = this.#view.getUint32(frame, true);
      const next = this.#next[this.#view.getUint8(entry + ENTRY_TO)];
      const seen = MOVE_ORDER[next.indexOf(this.#view.getUint8(entry + ENTRY_FROM))];
      moves += MOVE_ORDER.find((direction) => orientation[direction] === seen);
    }
    return moves;
  }

  /**
   * Places the parts of one side of the start.
   * @returns the sum of their distances
   */
  #placeParts(homes: readonly number[], side: number): number {
    const { layout } = this.#source;
    const { patterns, mirror, goalBlank, blackPlaces, beside } = layout;
    const blank = homes.indexOf(goalBlank);
    let sum = 0;
    for (const [index, { homes: own, fields, name }] of patterns.entries()) {
      const part = this.#desk + DESK_PARTS + PART_BYTES * (side * patterns.length + index);
      for (const [field, value] of fields.entries()) this.#view.setUint32(part + PART_FIELDS + 4 * field, value, true);
      for (const home of own) {
        const tile = side === 0 ? home : (mirror as readonly number[]).indexOf(home);
        this.#view.setUint32(this.#desk + DESK_PART_OF_TILE + side * SIDE_BYTES + 4 * tile, part, true);
      }
      const places = [...homes.keys()].filter((place) => own.includes(homes[place]));
      const set = maskOf(places);
      const labels = packedLabels(places.map((place) => own.indexOf(homes[place])));
      const parity = (onesIn(set & blackPlaces) + onesIn(maskOf(own) & blackPlaces)) % 2;
      this.#writeState(part, set, labels);
      const distance = this.#kernel.distance(part, blank, parity, beside);
      if (distance < 0) {
        throw new TableError(
          `the table of the pattern ${name} is damaged: a walk down does not end in the goal; make it again`,
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

/** Returns the mirror image of a position: the image of each tile on the image of its place. */
function imageOfHomes(homes: readonly number[], mirror: readonly number[]): number[] {
  const image = [...homes];
  for (const [place, home] of homes.entries()) image[mirror[place]] = mirror[home];
  return image;
}
