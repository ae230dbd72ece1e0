/**
 * The names of the algorithms, the counts of a search, what it has proved at its limits, and the reports of its
 * progress. The page imports its types, so that nothing of Node is used here.
 */

/** All algorithms. Only `table` needs a table. */
export const ALGORITHMS = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** Returns whether an algorithm uses a heuristic. */
export function isInformed(name: AlgorithmName): boolean {
  return name === 'astar' || name === 'idastar';
}

/**
 * The effort of a search.
 *
 * A node is a state that a search has reached. It is *generated* each time that a move leads to it, and *expanded* when
 * all its moves are made in turn.
 */
export interface Effort {
  /** Nodes expanded. */
  readonly expanded: number;
  /** Nodes generated; on boards, moves that undo the last one are not counted. */
  readonly generated: number;
  /** Maximum number of nodes in memory at the same time; for each thread, if several search. */
  readonly stored: number;
}

/**
 * Numbers of nodes by their moves from the beginning of a side of the search: [0, 1, 2 ... moves]. Both arrays have the
 * same length, except in `layers` of IDA*.
 */
export interface LayerCounts {
  /** Nodes expanded. */
  readonly expanded: readonly number[];
  /** Nodes that were generated and have not been expanded, each counted once. */
  readonly frontier: readonly number[];
}

/** A node, with its g and h. */
export interface ProgressNode {
  /** The text of its state. */
  readonly state: string;
  /** Moves to it from the beginning of its side of the search. */
  readonly g: number;
  /** The estimate of the remaining moves; null if the algorithm uses no heuristic. */
  readonly h: number | null;
}

/** Layers, bound and current node of a search. */
export interface Whereabouts {
  /**
   * The layers from the start. IDA* counts the nodes of its iterations instead, by their bounds, with an empty
   * `frontier`: it stores only a path.
   */
  readonly layers: LayerCounts;
  /** The layers from the goal in bidirectional search; null in others. */
  readonly backward: LayerCounts | null;
  /** The bound of the iteration in IDA*; null in others. */
  readonly bound: number | null;
  /** The node expanded last; the start while IDA* runs on several threads. */
  readonly current: ProgressNode;
}

/**
 * The progress of a search: exact counts. IDA* counts a node as expanded before making its moves, other algorithms
 * after all of them.
 */
export interface SearchProgress extends Effort, Whereabouts {}

/** A search reached one of its limits before it had an answer. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  /** The limit that was reached. */
  readonly limit: string;
  /** How to avoid it, such as 'raise it'; undefined if nothing can be done. */
  readonly advice: string | undefined;
  /** Moves that every solution has at least, as the search had proved by then; 0 if it had proved nothing. */
  readonly lowerBound: number;

  constructor(limit: string, advice?: string, lowerBound = 0, options?: ErrorOptions) {
    const reached = reachedText(limit, lowerBound);
    super(advice === undefined ? reached : `${reached}: ${advice}`, options);
    this.limit = limit;
    this.advice = advice;
    this.lowerBound = lowerBound;
  }

  /** The limit and the lower bound, without advice: a server's user, for instance, cannot raise the limit. */
  get reached(): string {
    return reachedText(this.limit, this.lowerBound);
  }

  /** Returns this error with what the search has proved. @internal */
  proving(lowerBound: number): LimitError {
    const { limit, advice, cause } = this;
    return new LimitError(limit, advice, lowerBound, cause === undefined ? {} : { cause });
  }
}

function reachedText(limit: string, lowerBound: number): string {
  return lowerBound > 1 ? `${limit} (no solution has fewer than ${lowerBound} moves)` : limit;
}

/*
 * The times of reports: after 1, 2, 3 ... 64 nodes expanded, then each time 5 % more are expanded: 300 reports for ten
 * million nodes. The loops of the searches compare one number, and count nothing only for reports.
 */

/** Number of nodes that are each followed by a report. */
const FIRST_REPORTS = 64;
/** Nodes per additional node before the next later report: 20 for 5 %. */
const NODES_FOR_ONE_MORE = 20;

/** A search that is watched. */
interface Watched {
  readonly effort: () => Effort;
  /** Called for reports, after at least one node has been expanded. */
  readonly whereabouts: () => Whereabouts;
  /** Returns the moves that every path has at least. */
  readonly lowerBound: () => number;
}

/** Reports of the progress of one search; none without a callback. */
export class Watch {
  /** Number of expanded nodes at which a report is due; infinite without a callback. */
  due: number;
  /** Milliseconds spent in reports, which do not belong to the time of the search. */
  reporting = 0;
  readonly #onProgress: ((progress: SearchProgress) => void) | undefined;
  readonly #onBound: ((moves: number) => void) | undefined;
  /** Moves that every path has at least, as proved so far. */
  #bound = 0;
  #search: Watched | undefined;
  #held: () => number = () => 0;

  constructor(onProgress?: (progress: SearchProgress) => void, onBound?: (moves: number) => void) {
    this.#onProgress = onProgress;
    this.#onBound = onBound;
    this.due = onProgress === undefined ? Number.POSITIVE_INFINITY : 1;
  }

  /** Begins the reports. */
  begin(search: Watched): void {
    this.#search = search;
  }

  /** Sets a source of a lower bound of the nodes stored. @param held returns that lower bound */
  holding(held: () => number): void {
    this.#held = held;
  }

  /** Tells that every path has at least this many moves. */
  proved(moves: number): void {
    if (moves <= this.#bound) return;
    this.#bound = moves;
    this.#onBound?.(moves);
  }

  /** Makes a report, and sets when the next one is due. */
  report(): void {
    if (this.#search === undefined) throw new Error('the search has not begun');
    const begin = performance.now();
    const effort = this.#search.effort();
    const { expanded } = effort;
    this.due = expanded + (expanded < FIRST_REPORTS ? 1 : Math.ceil(expanded / NODES_FOR_ONE_MORE));
    const stored = Math.max(effort.stored, this.#held());
    this.#onProgress?.({ ...effort, stored, ...this.#search.whereabouts() });
    this.reporting += performance.now() - begin;
  }

  /**
   * Runs a search, and makes the last report when it ends or reaches a limit, unless no node was expanded.
   * @throws what the search throws; a LimitError tells what the search has proved
   */
  async untilEnd<Result>(search: () => Promise<Result>): Promise<Result> {
    try {
      const result = await search();
      this.#end();
      return result;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      this.#end();
      throw error.proving(this.#search?.lowerBound() ?? 0);
    }
  }

  #end(): void {
    if (this.#onProgress !== undefined && this.#search && this.#search.effort().expanded > 0) this.report();
  }
}
