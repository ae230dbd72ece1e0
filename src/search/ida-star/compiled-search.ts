/**
 * The seam between IDA* and its kernels: a search that is compiled for one start and goal, and the messages by which
 * workers share an iteration.
 */

import { compileKernel, type KernelMemory } from '../../base/memory.js';
import type { Direction } from '../../spaces/board/board.js';

/** Order in which moves are tried, the same as in the program that counted the nodes of Korf's instances. */
export const MOVE_ORDER: readonly Direction[] = ['u', 'l', 'r', 'd'];

/** Maximum moves of a solution: the kernel allocates frames for this many. */
export const MOST_SOLUTION_MOVES = 10_000;

/** The outcome of a run: it generated the nodes that were requested, searched everything, or arrived at its depth. */
export type KernelOutcome = 'paused' | 'exhausted' | 'arrived';
const OUTCOMES: readonly KernelOutcome[] = ['paused', 'exhausted', 'arrived'];

/** A number that a kernel writes. */
export type KernelNumber = { readonly value: number };

/** The exports of all kernels: counts of the last run, the end of the stack, and the slack of its last node. */
export interface SearchKernel {
  readonly generated: KernelNumber;
  readonly expanded: KernelNumber;
  readonly topOfStack: KernelNumber;
  slackThere(): number;
}

const kernels = new Map<string, WebAssembly.Module>();

/** Compiles a kernel once, and returns its exports in a memory. @internal */
export function kernelIn<Exports>(memory: KernelMemory | WebAssembly.Memory, name: string): Exports {
  const module = kernels.get(name) ?? compileKernel(name);
  kernels.set(name, module);
  return new WebAssembly.Instance(module, { env: { memory: memory as WebAssembly.Memory } }).exports as Exports;
}

/** A search of one start and goal, compiled for a kernel. */
export abstract class CompiledSearch<Exports extends SearchKernel = SearchKernel> {
  /** The heuristic's value at the start. */
  abstract readonly estimate: number;
  /** Maximum moves of a solution: the kernel has frames for this many. */
  readonly mostMoves: number = MOST_SOLUTION_MOVES;
  /** Bytes of memory for each thread. */
  abstract readonly bytes: number;
  /** Approximate number of nodes that a thread generates per millisecond. */
  abstract readonly speed: number;
  /** Minimum by which the bound was exceeded since `begin`; infinite if it never was. */
  abstract readonly leastExcess: number;
  protected readonly kernel: Exports;
  protected readonly view: DataView;
  /** Address of the first frame of the stack. The first field of a frame is its entry of a list. */
  protected readonly stack: number;
  /** The bound minus the moves made before the search began. */
  protected boundBelow = 0;
  readonly #frameBytes: number;
  readonly #search: (nodes: number) => number;

  /** @param search the kernel's search, which returns the index of an outcome */
  constructor(
    kernel: Exports,
    memory: ArrayBufferLike,
    stack: number,
    frameBytes: number,
    search: (nodes: number) => number,
  ) {
    this.kernel = kernel;
    this.#search = search;
    this.view = new DataView(memory);
    this.stack = stack;
    this.#frameBytes = frameBytes;
  }

  /** Returns plain data from which up to this many workers compile the same search. */
  abstract sourceFor(workers: number): object;

  /**
   * Begins a search below the position that some moves lead to, for solutions of `bound` moves from the start.
   * @param moves from the start, a letter each
   * @param depth moves from the start at which the search arrives. At the bound, the default, it arrives only at the
   * goal.
   */
  abstract begin(moves: string, bound: number, depth?: number): void;

  /** Searches until this many nodes have been generated. After an arrival, it continues with the next path. */
  run(nodes: number): KernelOutcome {
    return OUTCOMES[this.#search(nodes)];
  }

  /** Releases memory, once no worker uses it. */
  close(): void {}

  /** Returns the letter of an entry's move. */
  abstract letterOf(entry: number): string;
  /** Returns the slack before the move of a frame. */
  protected abstract slackOf(frame: number): number;

  /** Nodes that the last run generated. */
  get generated(): number {
    return this.kernel.generated.value;
  }

  /** Nodes that the last run expanded, without the node below which it began. */
  get expanded(): number {
    return this.kernel.expanded.value;
  }

  /** The moves, a letter each, from the node below which the search began to the current node. */
  get moves(): string {
    let moves = '';
    for (let frame = this.stack; frame < this.kernel.topOfStack.value; frame += this.#frameBytes) {
      moves += this.letterOf(this.view.getUint32(frame, true));
    }
    return moves;
  }

  /** Returns h of a node on that path. @param depth moves from the beginning of the path to the node */
  estimateAt(depth: number): number {
    const frame = this.stack + this.#frameBytes * depth;
    const isLast = frame === this.kernel.topOfStack.value;
    return this.boundBelow - depth - (isLast ? this.kernel.slackThere() : this.slackOf(frame));
  }
}

/** One iteration of IDA*: everything whose f = depth + heuristic stays within a bound. */
export interface Iteration {
  readonly generated: number;
  readonly expanded: number;
  /** Minimum by which the bound was exceeded; infinite if it never was. */
  readonly excess: number;
  /** The moves from the start to the goal, a letter each, if a path of `bound` moves was found. */
  readonly moves?: string | undefined;
}

/** A worker's share of an iteration. */
export interface LeavesTask<Source = object> {
  readonly source: Source;
  /** The moves to each state after the first moves, the *leaves*, one after the other. */
  readonly leaves: string;
  /** Moves to each leaf. */
  readonly depth: number;
  readonly bound: number;
  /** Shared: the next leaf to be claimed, and a flag to stop. */
  readonly counters: Int32Array;
}

/** Indices in `counters`. */
export const NEXT_LEAF = 0;
export const STOP = 1;
