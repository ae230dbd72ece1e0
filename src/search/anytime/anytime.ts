/**
 * Anytime search: a solution at once, shorter ones as they are found, and the moves that every solution has at least.
 *
 * Two kinds of search run beside each other. The exact search (src/search/search.ts) raises the bound: after each iteration IDA* has
 * proved that no solution is shorter, and so has a search from both ends after each layer. The others find good solutions: boards have a
 * constructed one at once, beams find better ones (beam.ts), and windows of the best one are shortened (windows.ts).
 *
 * A solution is optimal if the exact search has found it, or if it has as many moves as the bound. On boards in the metric `single`, all
 * solutions have the parity of the heuristic, and so have the bounds of IDA*: 94 is followed by 96.
 */

import type { Port } from '#machine/workers.js';
import { MemoryError } from '../../base/memory.js';
import { InputError, jsonExcerpt } from '../../base/text.js';
import { threadsFor, unlessAborted } from '../../base/threads.js';
import { WorkerError, withReports } from '../../base/worker-pool.js';
import type { SpaceDefinition } from '../../space/definition.js';
import type { PermutationPuzzle, Space, SpaceSource } from '../../space/space.js';
import { SpacePool } from '../../space/space-module.js';
import { MOST_CELLS } from '../../spaces/board/board.js';
import { constructedSolution } from '../../spaces/board/construction.js';
import { anytimeAlgorithm, checkHeuristic, defaultHeuristic, heuristicsFor, statedHeuristics } from '../algorithms.js';
import type { PatternDatabases } from '../ida-star/pattern-databases.js';
import { heuristicFor, PATTERN_HEURISTIC, STRONGEST_HEURISTIC } from '../question/heuristics.js';
import { defaultBytes, Limits, LONGEST_TIMER } from '../question/limits.js';
import { LimitError } from '../question/progress.js';
import { knownMoves, type Path, type SearchProblem, type SearchQuestion } from '../question/question.js';
import { checkedOptions, opening, patternDatabases, type SearchOptions, search } from '../search.js';
import { type BeamOptions, type Prefix, searchByBeams } from './beam.js';
import { type AnytimeSolution, Findings } from './findings.js';
import { readQuestion } from './given-solution.js';
import type { PuzzleSolutions } from './puzzle-solutions.js';
import { shortenPath, windowSearch } from './windows.js';

/** Options as of `search` with idastar. About half of the threads search exactly; the others run beams. */
export interface AnytimeOptions extends Omit<SearchOptions, 'algorithm' | 'tables' | 'onProgress' | 'onBound'> {
  /**
   * Seconds in which only the exact search runs, on all threads. Beams then run beside it for three times as long,
   * on one more thread, and the search ends when the exact one does.
   * @default 0: both kinds of searches begin together
   */
  readonly after?: number | undefined;
}

/**
 * Searches for a solution that gets shorter with time. Yields whenever a shorter solution is found, the bound rises, or the exact search
 * ends. The search ends when the answer is proved, or when the time is over; until then it continues even if the exact search has reached the
 * limit of memory.
 * @param space as for `search`
 * @param question as for `search`
 * @example
 * ```ts
 * import { searchAnytime } from 'antipode';
 *
 * const from = '14 5 9 2 18 8 23 19 12 17 15 x 10 20 4 6 11 21 1 7 24 3 16 22 13';
 * for await (const { length, bound } of searchAnytime('5x5', { from }, { seconds: 10 })) {
 *   console.log(`${length} moves, at least ${bound}`);
 * }
 * ```
 * @throws InputError if the space has no heuristic, or as `search`; SpaceError, TableError, WorkerError as `search`; the signal's reason if
 * it aborts
 */
export async function* searchAnytime(
  space: string | SpaceSource | SpaceDefinition | Space,
  question: SearchQuestion = {},
  options: AnytimeOptions = {},
): AsyncGenerator<AnytimeSolution, void, undefined> {
  const { after = 0, ...given } = options;
  if (typeof after !== 'number' || !(after >= 0)) {
    throw new InputError(`after must be a number of seconds from 0, found ${jsonExcerpt(after)}`);
  }
  const checked = await checkedOptions(given);
  const { signal, seconds, partition } = checked;
  signal?.throwIfAborted();
  const opened = await opening(space);
  const read = readQuestion(opened, question);
  const { problem } = read;
  if (problem === undefined && heuristicsFor(opened).length === 0) {
    const reason = `${opened.name} has no heuristic, so only shortest solutions can be found`;
    throw new InputError(`${reason}: leave out --anytime`);
  }
  if (checked.heuristic !== undefined) checkHeuristic(opened, checked.heuristic);
  const algorithm = anytimeAlgorithm(opened);
  let heuristic = checked.heuristic ?? defaultHeuristic(opened, algorithm);
  const findings = new Findings(read);
  if (problem !== undefined) {
    if (knownMoves(problem) !== undefined) {
      findings.end(await search(opened, question, { algorithm, heuristic, partition }));
    } else {
      findings.raise(firstBound(problem));
      findings.add(constructedMoves(problem));
    }
    yield findings.now();
    if (findings.exact !== null || (findings.isProved && after === 0)) return;
  }
  const puzzle =
    problem === undefined && heuristic === PATTERN_HEURISTIC
      ? await (await import('./puzzle-solutions.js')).puzzleSolutions(opened as PermutationPuzzle, question, checked)
      : undefined;
  if (puzzle !== undefined) findings.raise(puzzle.bound);
  const prefixes = prefixesOf(findings.path);

  let databases: PatternDatabases | undefined;
  if (heuristic === PATTERN_HEURISTIC && problem !== undefined) {
    try {
      databases = await patternDatabases(problem, checked, new Limits(checked));
    } catch (error) {
      // The default heuristic can be one that does without so much memory.
      if (checked.heuristic !== undefined || partition !== undefined) throw error;
      unlessEnded(error);
      heuristic = STRONGEST_HEURISTIC;
    }
  }
  const threads = threadsFor(checked.threads, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  // Only IDA* with a kernel uses several threads. What finds solutions of puzzles uses this one.
  const hasOneThread = algorithm !== 'idastar' || (problem === undefined && puzzle === undefined);
  const forExact = hasOneThread ? 1 : after > 0 || puzzle !== undefined ? threads : Math.ceil(threads / 2);
  const forBeams = threads === 1 ? 0 : after > 0 ? 1 : threads - forExact;
  const allBytes = checked.bytes ?? defaultBytes();
  // Half for good solutions, or little beside an exact search that has begun with all.
  const bytes = Math.max(0, allBytes - (databases?.bytes ?? 0)) / (after > 0 ? 16 : 2);

  let tellSolved = () => {};
  const solved = new Promise<void>((resolve) => {
    tellSolved = resolve;
  });

  async function searchExactly(): Promise<void> {
    const bytesOfExact = after > 0 ? checked.bytes : Math.max(1, allBytes - bytes);
    const openPatterns = databases && (async () => databases);
    const openCoordinates = puzzle?.openCoordinates;
    const others = { openPatterns, openCoordinates, bytes: bytesOfExact, threads: forExact, onBound: findings.raise };
    try {
      // The tables of puzzles take much longer than a first solution, and are made while the time passes.
      if (puzzle?.hasPhases) await unlessAborted(solved, ending);
      const searchUntil = (signal: AbortSignal) =>
        search(opened, question, { algorithm, heuristic, partition, seconds, signal, ...others });
      const found = await (puzzle === undefined ? searchUntil(ending) : limits.beforeDeadline(searchUntil));
      findings.end(found);
    } catch (error) {
      unlessEnded(error);
      findings.end(error instanceof LimitError ? error : new LimitError((error as Error).message));
    }
  }

  /** Finds solutions of a puzzle on this thread. */
  async function findOfPuzzle(puzzle: PuzzleSolutions, signal: AbortSignal, bytes = 0): Promise<void> {
    const best = () => Atomics.load(findings.shared, 0);
    const onSolution = (moves: readonly string[]) => {
      findings.add(moves);
      tellSolved();
    };
    await puzzle.find({ limits: new Limits({ signal }), best, bytes, onSolution }).finally(tellSolved);
  }

  async function findSolutions(signal: AbortSignal): Promise<void> {
    if (puzzle?.hasPhases) return findOfPuzzle(puzzle, signal);
    // Threads are not worth their start for positions that are solved at once.
    await elapse(Math.max(1000 * after, THREADS_AFTER), signal);
    const forWindows = SHARE_OF_WINDOWS * bytes;
    const count = Math.max(1, forBeams);
    const most = (bytes - forWindows) / count;
    const run: Omit<BeamsRun, 'seed'> = {
      question,
      heuristic:
        problem === undefined ? statedHeuristics(opened)[0] : databases ? (heuristic as string) : STRONGEST_HEURISTIC,
      // Powers of 2, so that later beams can take the same memory.
      bytes: databases ? 2 ** Math.floor(Math.log2(Math.min(most, MOST_BYTES_IN_DATABASES / count))) : most,
      seconds: Math.min(limits.millisecondsLeft / 1000, after > 0 ? BEAMS_BESIDE * after : Number.POSITIVE_INFINITY),
      prefixes,
      shared: findings.shared,
    };
    // A thread cannot open the space of a definition that is an object.
    const isSource = typeof space === 'string' || 'kind' in space || 'source' in space;
    const beams =
      puzzle !== undefined
        ? [findOfPuzzle(puzzle, signal, most)]
        : forBeams === 0 || !isSource
          ? [runBeams(opened, { ...run, seed: 0 }, databases, signal, findings.add)]
          : Array.from({ length: count }, (_, seed) => {
              return beamsOnThread(opened.source, { ...run, seed }, databases, signal, findings.add);
            });
    const ended = Promise.all(beams.map((each) => each.catch(unlessEnded)));
    await Promise.all([ended, shortenBest(opened, findings, forWindows, signal, ended)]);
  }

  const over = new AbortController();
  const ending = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  const limits = new Limits({ seconds, bytes: Number.POSITIVE_INFINITY, signal: ending });
  limits.begin();
  findings.begin = performance.now();
  // The time limit ends both, and so does an error of one.
  const searches = [searchExactly(), limits.beforeDeadline(findSolutions).catch(unlessEnded)];
  for (const each of searches) each.catch((error) => over.abort(error));
  const ended = Promise.all(searches).then(() => true);
  try {
    for (let isOver = false; !isOver; ) {
      isOver = await Promise.race([findings.change().then(() => false), ended]);
      // More may be found while the caller has what is yielded.
      isOver ||= after > 0 ? findings.exact !== null : findings.isProved;
      if (findings.isNew) yield findings.now();
    }
  } finally {
    over.abort(new Error('the search is over'));
    await ended.catch(() => {});
  }
}

/**
 * Returns moves that every solution of a position has at least. A move in the metric `multi` slides at most as many tiles as a line has, less
 * one: so it is the moves that the heuristic needs in the metric `single`, divided by that number.
 */
function firstBound({ board, start, goal, metric }: SearchProblem): number {
  const tilesAMove = metric === 'multi' ? Math.max(board.rows, board.columns) - 1 : 1;
  return Math.ceil(heuristicFor(STRONGEST_HEURISTIC, board, goal, MOST_CELLS).estimate(start) / tilesAMove);
}

/** Returns the moves of a constructed solution. In the metric `multi`, moves in the same direction become one. */
function constructedMoves({ board, start, goal, metric }: SearchProblem): readonly string[] {
  const letters = constructedSolution(board, start, goal);
  if (metric === 'single') return letters.split('');
  return Array.from(letters.matchAll(/(.)\1*/g), ([run, letter]) => `${letter}${run.length}`);
}

/** Maximum moves of a constructed solution of a board on which narrow beams reach the goal from the start. */
const MOST_WITHOUT_PREFIXES = 500;

/** Returns prefixes of a long solution, for beams that do not reach the goal from the start. */
function prefixesOf(path: Path | null): readonly Prefix[] {
  if (path === null || path.moves.length <= MOST_WITHOUT_PREFIXES) return [];
  return [1 / 2, 3 / 4].map((share) => {
    const end = Math.floor(share * path.moves.length);
    return { moves: path.moves.slice(0, end), state: path.states[end] };
  });
}

/** Ends a search for good solutions without an error at a limit, or if its memory or its thread is lost: the others go on. @throws another error */
function unlessEnded(error: unknown): void {
  if (![LimitError, MemoryError, WorkerError].some((kind) => error instanceof kind)) throw error;
}

/** Share of the memory for good solutions that windows take. */
const SHARE_OF_WINDOWS = 1 / 4;

/** Maximum bytes of all beams in the memory of pattern databases, which is at most 4 GiB for all searches together. */
const MOST_BYTES_IN_DATABASES = 2 ** 31;

/** Time of beams beside an exact search on all threads, in multiples of the time that it had alone. */
const BEAMS_BESIDE = 3;

/** Milliseconds of a search after which beams begin: as long as it takes to start a thread. */
const THREADS_AFTER = 50;

/** Waits. @throws the signal's reason */
function elapse(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER));
  });
  return unlessAborted(elapsed, signal).finally(() => clearTimeout(timer));
}

/**
 * Replaces windows of the best solution by shorter ones; those of the next one as soon as another search finds it.
 * @param others ends when no other search can find one
 * @throws the signal's reason
 */
async function shortenBest(
  space: Space,
  findings: Findings,
  bytes: number,
  signal: AbortSignal,
  others: Promise<unknown>,
) {
  const searchWindow = windowSearch(space, bytes);
  for (;;) {
    const { path, superseded } = findings;
    const limits = new Limits({ signal: AbortSignal.any([signal, superseded]) });
    try {
      limits.begin();
      if (path !== null) await shortenPath(path, searchWindow, limits, findings.take);
      await unlessAborted(others, limits.signal);
      if (!superseded.aborted) return;
    } catch (error) {
      if (error !== superseded.reason) throw error;
      signal.throwIfAborted();
    }
  }
}

/* Beams, on this thread or on others. */

interface BeamsRun extends Pick<BeamOptions, 'heuristic' | 'bytes' | 'seed' | 'prefixes'> {
  readonly question: SearchQuestion;
  readonly seconds: number;
  /** The length of the best solution. */
  readonly shared: Int32Array;
}

/** What a worker thread is told. @internal */
export interface BeamsTask extends BeamsRun {
  readonly source: SpaceSource;
  readonly databases: Parameters<typeof PatternDatabases.ofAnotherThread> | undefined;
  /** Gets the moves of each shorter solution, then null. */
  readonly reports: Port;
}

/** Runs beams until their time is over, or they can find nothing more. @throws the signal's reason; SpaceError, InputError @internal */
export async function runBeams(
  space: Space,
  { question, shared, ...run }: BeamsRun,
  databases: PatternDatabases | undefined,
  signal: AbortSignal | undefined,
  onSolution: BeamOptions['onSolution'],
): Promise<void> {
  const limits = new Limits({ ...run, signal });
  limits.begin();
  const best = () => Atomics.load(shared, 0);
  await searchByBeams(space, question, { ...run, databases, limits, best, onSolution }).catch(unlessEnded);
}

/** Runs beams on a thread of their own. @throws as runBeams; WorkerError */
async function beamsOnThread(
  source: SpaceSource,
  run: BeamsRun,
  made: PatternDatabases | undefined,
  signal: AbortSignal,
  onSolution: BeamOptions['onSolution'],
): Promise<void> {
  const scratch = made === undefined ? [] : [made.takeScratch()];
  const areas = made === undefined ? [] : [made.takeArea(run.bytes)];
  const databases: BeamsTask['databases'] = made && [made.layout, scratch, areas];
  const pool = new SpacePool<BeamsTask, void>('search-beams', 1);
  try {
    const task = { ...run, bytes: areas[0]?.bytes ?? run.bytes, source, databases };
    await withReports(pool, task, 'in a beam search', signal, onSolution);
  } finally {
    for (const each of scratch) made?.giveScratch(each);
    for (const each of areas) made?.giveArea(each);
  }
}
