/** IDA* with coordinate databases on one thread: the kernel workers/kernel/coordinate-search.ts, its scratch space, and a start. */

import { writeMovedFrom } from '../../permutations/permutation.js';
import type { ColouredPuzzle } from '../../spaces/permutation/colourings/puzzle.js';
import {
  CompiledSearch,
  type KernelNumber,
  type KernelOutcome,
  kernelIn,
  type SearchKernel,
} from '../ida-star/compiled-search.js';
import {
  type CoordinateDatabases,
  type DatabasesLayout,
  MOST_MOVES_OF_SOLUTION,
  STACK_FRAME,
} from './coordinate-databases.js';

/** The exports of workers/kernel/coordinate-search.ts, which documents them. */
interface CoordinateKernel extends SearchKernel {
  open(...addresses: readonly number[]): void;
  begin(bound: number, depth: number, stack: number, step: number): void;
  make(move: number): void;
  search(nodes: number): number;
  readonly leastExcess: KernelNumber;
}

/** Nodes per millisecond. */
const SPEED = 5_000;
const NO_EXCESS = 0xff;

/** A search as plain data. */
export interface CoordinatesSource {
  readonly kind: 'coordinates';
  readonly layout: DatabasesLayout;
  readonly puzzle: Pick<ColouredPuzzle, 'moves' | 'solved'>;
  readonly start: Uint8Array;
  /** The record of the start. */
  readonly record: Uint8Array;
  /** Addresses of the scratch space of each worker. */
  readonly workerScratch: readonly number[];
  /** Number of workers that have taken their scratch space; shared. */
  readonly joined: Int32Array;
}

export class CompiledCoordinates extends CompiledSearch<CoordinateKernel> {
  readonly estimate: number;
  readonly speed = SPEED;
  override readonly mostMoves = MOST_MOVES_OF_SOLUTION;
  readonly bytes: number;
  readonly #source: Omit<CoordinatesSource, 'kind' | 'workerScratch' | 'joined'>;
  readonly #scratch: number;
  readonly #databases: CoordinateDatabases | undefined;
  #workerScratch: readonly number[] = [];
  /** Moves before the search began. */
  #before = '';
  /** True if a path of as many moves as the bound leads to the goal of all tables, but not to the solved state. */
  #hasMissed = false;
  /** True if the search arrives at its bound. */
  #seeksGoal = true;
  #generated = 0;
  #expanded = 0;

  private constructor(
    source: Omit<CoordinatesSource, 'kind' | 'workerScratch' | 'joined'>,
    scratch: number,
    databases?: CoordinateDatabases,
    estimate = 0,
  ) {
    const { memory, frameBytes, moves, views, viewCount, recordBytes, lists, scratchBytes } = source.layout;
    const kernel = kernelIn<CoordinateKernel>(memory, 'coordinate-search');
    const stack = scratch + 8 * moves + frameBytes;
    super(kernel, memory.buffer, stack, frameBytes, kernel.search);
    kernel.open(views, viewCount, moves, recordBytes, frameBytes, scratch, lists);
    this.#source = source;
    this.#scratch = scratch;
    this.#databases = databases;
    this.bytes = scratchBytes;
    this.estimate = estimate;
  }

  /**
   * Compiles a search on the calling thread.
   * @param start a state that moves reach
   * @param labels [colour]: equal numbers for colours that the search does not tell apart. @default all are
   * @throws MemoryError
   */
  static from(databases: CoordinateDatabases, start: Uint8Array, labels?: readonly number[]): CompiledCoordinates {
    const { layout, puzzle } = databases;
    const { moves } = puzzle;
    const seen = (colouring: Uint8Array) =>
      labels === undefined ? colouring : colouring.map((colour) => labels[colour]);
    const states = { puzzle: { moves, solved: seen(puzzle.solved) }, start: seen(start) };
    const record = databases.recordOf(start);
    const estimate = databases.leastMoves(start, record);
    return new CompiledCoordinates({ layout, ...states, record }, databases.takeScratch(), databases, estimate);
  }

  /** Compiles a search on a worker, in the next scratch space, which the calling thread releases. */
  static ofWorker({ workerScratch, joined, ...source }: CoordinatesSource): CompiledCoordinates {
    return new CompiledCoordinates(source, workerScratch[Atomics.add(joined, 0, 1)]);
  }

  sourceFor(workers: number): CoordinatesSource {
    const databases = this.#databases as CoordinateDatabases;
    this.#workerScratch = Array.from({ length: workers }, () => databases.takeScratch());
    const joined = new Int32Array(new SharedArrayBuffer(4));
    return { kind: 'coordinates', ...this.#source, workerScratch: this.#workerScratch, joined };
  }

  override close(): void {
    for (const scratch of [this.#scratch, ...this.#workerScratch]) this.#databases?.giveScratch(scratch);
  }

  begin(moves: string, bound: number, depth = bound): void {
    const { layout, record } = this.#source;
    new Uint8Array(layout.memory.buffer).set(record, this.stack - layout.frameBytes + STACK_FRAME.records);
    this.boundBelow = bound - moves.length;
    this.kernel.begin(this.boundBelow, depth - moves.length, this.stack, layout.step);
    for (const letter of moves) this.kernel.make(moveOfLetter(letter));
    this.#before = moves;
    this.#hasMissed = false;
    this.#seeksGoal = depth === bound;
  }

  /** As in CompiledSearch; an arrival at the bound is at the solved state. */
  override run(nodes: number): KernelOutcome {
    this.#generated = 0;
    this.#expanded = 0;
    for (;;) {
      const outcome = super.run(nodes - this.#generated);
      this.#generated += super.generated;
      this.#expanded += super.expanded;
      if (outcome !== 'arrived' || !this.#seeksGoal || this.#isSolved()) return outcome;
      this.#hasMissed = true;
      if (this.#generated >= nodes) return 'paused';
    }
  }

  override get generated(): number {
    return this.#generated;
  }

  override get expanded(): number {
    return this.#expanded;
  }

  get leastExcess(): number {
    const { value } = this.kernel.leastExcess;
    const { step } = this.#source.layout;
    if (this.#hasMissed) return step;
    return value === NO_EXCESS ? Number.POSITIVE_INFINITY : step * Math.ceil(value / step);
  }

  override letterOf(entry: number): string {
    return letterOfMove(entry);
  }

  protected slackOf(frame: number): number {
    return this.view.getInt32(frame + STACK_FRAME.slack, true);
  }

  #isSolved(): boolean {
    const { puzzle, start } = this.#source;
    const path = Array.from(this.#before + this.moves, moveOfLetter);
    return colouringAfter(puzzle, start, path).every((colour, point) => colour === puzzle.solved[point]);
  }
}

/** Moves as letters: the paths of searches are texts with a letter for each move. */
export function letterOfMove(move: number): string {
  return String.fromCharCode(FIRST_LETTER + move);
}

export function moveOfLetter(letter: string): number {
  return letter.charCodeAt(0) - FIRST_LETTER;
}

const FIRST_LETTER = 0x100;

/** Returns the colouring that moves lead to. */
export function colouringAfter(
  { moves }: Pick<ColouredPuzzle, 'moves'>,
  start: Uint8Array,
  path: readonly number[],
): Uint8Array {
  let [state, next] = [start.slice(), new Uint8Array(start.length)];
  for (const move of path) {
    writeMovedFrom(state, 0, moves[move], next);
    [state, next] = [next, state];
  }
  return state;
}
