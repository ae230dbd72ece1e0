/**
 * IDA* with pattern databases on one thread: the kernel workers/kernel/pattern-search.ts, the scratch space that it
 * writes, and a start.
 */

import { onesIn } from '../../permutations/lehmer.js';
import { type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { boardPath, placesOnPath } from '../../spaces/board/numbering.js';
import { maskOf, NO_PLACE } from '../../spaces/board/pattern-geometry.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { TableError } from '../../table/contents.js';
import type { SearchProblem } from '../question/question.js';
import {
  CompiledSearch,
  type KernelNumber,
  kernelIn,
  MOST_SOLUTION_MOVES,
  MOVE_ORDER,
  type SearchKernel,
} from './compiled-search.js';
import {
  ENTRY,
  FRAME,
  LIST_BYTES,
  PART,
  PatternDatabases,
  type PatternLayout,
  packedLabels,
  SCRATCH,
} from './pattern-databases.js';

/** The exports of workers/kernel/pattern-search.ts, which documents them. */
interface PatternKernel extends SearchKernel {
  open(lowBits: number, highBits: number, tiles: number, parts: number, mirrored: boolean): void;
  distance(part: number, blank: number, parity: number, around: number): number;
  begin(list: number, slack: number, mirrorSlack: number, bottomOfStack: number): void;
  make(entry: number): void;
  limitDepth(moves: number): void;
  search(nodes: number): number;
  readonly hasCut: KernelNumber;
  beginBeam(...fields: readonly (number | boolean)[]): void;
  expand(first: number, end: number): number;
  keep(count: number): void;
  advance(): void;
}

/** Nodes per millisecond. */
const SPEED = 20_000;
/** Amount by which a move reduces the slack of a sum, if at all. */
const LEAST_EXCESS = 2;

/** A search as plain data. */
export interface PatternsSource {
  readonly kind: 'patterns';
  readonly layout: PatternLayout;
  readonly start: Position;
  readonly goal: Position;
  /** Addresses of the scratch space of each worker. */
  readonly workerScratch: readonly number[];
  /** Number of workers that have taken their scratch space; shared. */
  readonly joined: Int32Array;
}

export class CompiledPatterns extends CompiledSearch<PatternKernel> {
  readonly estimate: number;
  readonly speed = SPEED;
  readonly bytes = SCRATCH.bytes;
  readonly #databases: PatternDatabases;
  readonly #start: Position;
  readonly #goal: Position;
  readonly #scratch: number;
  /** The bytes of the scratch space that moves change, and their content at the start. */
  readonly #live: Uint8Array;
  readonly #atStart: Uint8Array;
  /** The sum of the start's distances on each side. */
  readonly #sums: readonly number[];
  /** Direction of the blank on the board -> direction in the databases. */
  readonly #orientation: Readonly<Record<Direction, Direction>>;
  /** The place of the blank at the start. */
  readonly #blank: number;
  /** Address of the list of the start. */
  readonly #firstList: number;
  /** Place of the blank -> the places that it moves to, in the order of MOVE_ORDER; NO_PLACE if a move is impossible. */
  readonly #next: readonly (readonly number[])[];
  #workerScratch: readonly number[] = [];

  /**
   * Compiles a search on the calling thread.
   * @throws InputError if the databases do not serve the goal; TableError if a table is damaged; MemoryError
   */
  constructor(databases: PatternDatabases, start: Position, goal: Position) {
    const { memory, board, goalBlank, mirror, patterns, lists, lowBits, highBits } = databases.layout;
    const { homes, orientation } = databases.fit(start, goal);
    const scratch = databases.takeScratch();
    const kernel = kernelIn<PatternKernel>(memory, 'pattern-search');
    super(kernel, memory.buffer, scratch + SCRATCH.stack, FRAME.bytes, kernel.search);
    this.#databases = databases;
    this.#start = start;
    this.#goal = goal;
    this.#scratch = scratch;
    this.#orientation = orientation;
    this.#blank = homes.indexOf(goalBlank);
    const path = boardPath(board);
    this.#firstList = lists + LIST_BYTES * path[this.#blank];
    const pathIndex = placesOnPath(path);
    this.#next = path.map((cell) =>
      MOVE_ORDER.map((direction) => {
        const next = neighbour(board, cell, direction);
        return next < 0 ? NO_PLACE : pathIndex[next];
      }),
    );
    const sides = mirror === null ? [[...homes.keys()]] : [[...homes.keys()], mirror];
    const tiles = scratch + SCRATCH.tiles;
    for (const [place, home] of homes.entries()) this.view.setUint8(tiles + place, home);
    this.kernel.open(lowBits, highBits, tiles, scratch + SCRATCH.partOfTile, mirror !== null);
    this.#sums = sides.map((images, side) => this.#placeSide(homes, images, side));
    this.#live = new Uint8Array(memory.buffer, scratch, SCRATCH.parts + PART.bytes * sides.length * patterns.length);
    this.#atStart = this.#live.slice();
    this.estimate = Math.max(...this.#sums);
  }

  /** Compiles a search on a worker, in the next scratch space, which the calling thread releases. */
  static ofWorker({ layout, start, goal, workerScratch, joined }: PatternsSource): CompiledPatterns {
    const scratch = workerScratch[Atomics.add(joined, 0, 1)];
    return new CompiledPatterns(PatternDatabases.ofAnotherThread(layout, [scratch]), start, goal);
  }

  sourceFor(workers: number): PatternsSource {
    this.#workerScratch = Array.from({ length: workers }, () => this.#databases.takeScratch());
    const { layout } = this.#databases;
    const [start, goal, workerScratch] = [this.#start, this.#goal, this.#workerScratch];
    return { kind: 'patterns', layout, start, goal, workerScratch, joined: new Int32Array(new SharedArrayBuffer(4)) };
  }

  override close(): void {
    for (const scratch of [this.#scratch, ...this.#workerScratch]) this.#databases.giveScratch(scratch);
  }

  /** What a beam needs to begin at the start: src/search/anytime/layers.ts. @internal */
  get beam() {
    const { layout } = this.#databases;
    return {
      kernel: this.kernel,
      memory: layout.memory,
      cells: layout.board.cells,
      parts: this.#sums.length * layout.patterns.length,
      ...{ scratch: this.#scratch, list: this.#firstList },
      ...{ sums: this.#sums, isMirrored: layout.mirror !== null },
    };
  }

  begin(moves: string, bound: number, depth = bound): void {
    this.#live.set(this.#atStart);
    const [slack, mirrorSlack = 0] = this.#sums.map((sum) => bound - sum);
    let blank = this.#blank;
    let list = this.#firstList;
    this.kernel.begin(list, slack, mirrorSlack, this.stack);
    for (const letter of moves) {
      const to = this.#next[blank][MOVE_ORDER.indexOf(this.#orientation[letter as Direction])];
      let entry = list;
      while (this.view.getUint8(entry + ENTRY.from) !== to) entry += ENTRY.bytes;
      this.kernel.make(entry);
      list = this.view.getUint32(entry, true);
      blank = to;
    }
    this.boundBelow = bound - moves.length;
    this.kernel.limitDepth(depth - moves.length);
  }

  get leastExcess(): number {
    return this.kernel.hasCut.value ? LEAST_EXCESS : Number.POSITIVE_INFINITY;
  }

  override letterOf(entry: number): Direction {
    const next = this.#next[this.view.getUint8(entry + ENTRY.to)];
    const seen = MOVE_ORDER[next.indexOf(this.view.getUint8(entry + ENTRY.from))];
    return MOVE_ORDER.find((direction) => this.#orientation[direction] === seen) as Direction;
  }

  /** Returns the minimum of both sides' slack. */
  protected slackOf(frame: number): number {
    return Math.min(...this.#sums.map((_, side) => this.view.getUint16(frame + FRAME.slacks[side], true)));
  }

  /**
   * Places the parts of one side of the start.
   * @param homes as from PatternDatabases.fit
   * @param images the image of each place on this side
   * @returns the sum of their distances
   * @throws TableError if a table is damaged
   */
  #placeSide(homes: readonly number[], images: readonly number[], side: number): number {
    const { patterns, goalBlank, blackPlaces, around } = this.#databases.layout;
    // The image of each tile on the image of its place.
    const seen = [...homes];
    for (const [place, home] of homes.entries()) seen[images[place]] = images[home];
    const blank = seen.indexOf(goalBlank);
    let sum = 0;
    for (const [index, { homes: own, fields, name }] of patterns.entries()) {
      const part = this.#scratch + SCRATCH.parts + PART.bytes * (side * patterns.length + index);
      for (const [field, value] of fields.entries()) this.view.setUint32(part + PART.fields + 4 * field, value, true);
      const partOfTile = this.#scratch + SCRATCH.partOfTile + side * SCRATCH.sideBytes;
      for (const home of own) this.view.setUint32(partOfTile + 4 * images.indexOf(home), part, true);
      const places = [...seen.keys()].filter((place) => own.includes(seen[place]));
      const set = maskOf(places);
      const labels = packedLabels(places.map((place) => own.indexOf(seen[place])));
      const parity = (onesIn(set & blackPlaces) + onesIn(maskOf(own) & blackPlaces)) % 2;
      this.#writeState(part, set, labels);
      const distance = this.kernel.distance(part, blank, parity, around);
      if (distance < 0) {
        throw new TableError(
          `the table of the pattern ${name} is damaged: a descent does not end at the goal; make it again`,
        );
      }
      this.#writeState(part, set, labels + (distance % 4) * 2 ** PART.distanceShift);
      sum += distance;
    }
    return sum;
  }

  #writeState(part: number, set: number, labels: number): void {
    this.view.setUint32(part, set, true);
    this.view.setUint32(part + 4, labels, true);
  }
}

/*
 * All moves that begin a shortest solution of a position, found by pattern databases.
 *
 * IDA* from the position itself finds the distance d and one solution. Another first move begins a shortest solution,
 * too, if it leads to a position d - 1 moves from the goal. One iteration decides that: a search from that position
 * within the bound d - 1.
 *
 * This search can skip all paths that begin by undoing the first move: the position itself is d moves from the goal. It
 * can also skip replaceable sequences (move-sequences.ts), but only those within its own path. If the first move were
 * part of them, it could be skipped in favour of another that is as good. So each of these searches begins anew, with
 * the automaton's empty beginning.
 */

/** Milliseconds between two calls of `check`. */
const MILLISECONDS_AT_A_TIME = 3;
/** Minimum bound at which first moves are searched separately. Searches within smaller bounds take hardly any time. */
const SMALL_BOUND = 8;

export interface FirstMovesTask {
  /** The problem, in the metric single, with a goal that the start can reach. */
  readonly problem: Omit<SearchProblem, 'metric'>;
  readonly layout: PatternLayout;
  /** Scratch space of the calling thread. */
  readonly scratch: number;
  /** A shortest solution, if one is known. */
  readonly known: string | null;
}

/**
 * Returns a shortest solution, as the blank's moves, for each move that begins one; only the empty solution if the
 * start is the goal.
 * @param check called every few milliseconds; an error that it throws ends the search
 * @throws TableError if a table is damaged
 */
export async function firstMoves(task: FirstMovesTask, check: () => Promise<void>): Promise<string[]> {
  const { problem, layout, scratch, known } = task;
  const { board, start, goal } = problem;
  const compiled = (from: Position) =>
    new CompiledPatterns(PatternDatabases.ofAnotherThread(layout, [scratch]), from, goal);
  const first = known ?? (await solutionFrom(compiled(start), check));
  if (first === '') return [first];
  const bound = first.length - 1;
  const blank = start.indexOf(BLANK);
  const solutionBeginning = async (move: Direction) => {
    if (move === first[0]) return first;
    const cell = neighbour(board, blank, move);
    if (cell < 0) return undefined;
    const behind = start.with(blank, start[cell]).with(cell, BLANK);
    if (bound === 0) return behind.every((tile, at) => tile === goal[at]) ? move : undefined;
    const search = compiled(behind);
    if (search.estimate > bound) return undefined;
    const beginnings =
      bound < SMALL_BOUND
        ? ['']
        : MOVE_ORDER.filter((next) => next !== OPPOSITE[move] && neighbour(board, cell, next) >= 0);
    for (const beginning of beginnings) {
      search.begin(beginning, bound);
      if (await isFound(search, check)) return move + beginning + search.moves;
    }
    return undefined;
  };
  const solutions: string[] = [];
  // One after another, in the one scratch space.
  for (const move of MOVE_ORDER) {
    const solution = await solutionBeginning(move);
    if (solution !== undefined) solutions.push(solution);
  }
  return solutions;
}

async function solutionFrom(search: CompiledSearch, check: () => Promise<void>): Promise<string> {
  if (search.estimate === 0) return '';
  for (let bound = search.estimate; bound <= MOST_SOLUTION_MOVES; bound += search.leastExcess) {
    search.begin('', bound);
    if (await isFound(search, check)) return search.moves;
  }
  throw new Error('a reachable goal was not found');
}

async function isFound(search: CompiledSearch, check: () => Promise<void>): Promise<boolean> {
  for (;;) {
    const outcome = search.run(MILLISECONDS_AT_A_TIME * search.speed);
    if (outcome !== 'paused') return outcome === 'arrived';
    await check();
  }
}
