/** Explorations in turn: every goal of a board (`--all-goals`), or all patterns of a partition (`--partition`), and their results as text. */

import { Session } from 'node:inspector';
import { join } from 'node:path';
import { bytesText, grouped, secondsText } from '../../base/text.js';
import { planBoard } from '../../engines/boards/board-plan.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan, Need } from '../../engines/engine.js';
import { type AllGoalsExploration, exploreAllGoals } from '../../runs/all-goals.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { planRun } from '../../runs/explore.js';
import type { BoardSpaceSource } from '../../space/space.js';
import type { Board } from '../../spaces/board/board.js';
import type { Partition } from '../../spaces/board/partition.js';
import { BLANK, formatPosition, orderedPosition } from '../../spaces/board/position.js';
import { orbitsOf } from '../../spaces/board/symmetry.js';
import { boardFacts, boardOfSource, PATTERN_METRIC, spaceName } from '../../spaces/board-facts.js';
import { fileNameOf } from '../../spaces/names.js';
import { DEFAULT_FOLDER, refuseOthers } from '../arguments/output.js';
import { type Call, endOnSignal, provenanceOf } from '../terminal/call.js';
import { boardTitle, distributionsText } from '../terminal/distribution-text.js';
import { columnsOf, columnsText, factsText } from '../terminal/layout.js';
import type { Io } from '../terminal/process.js';
import {
  ANOTHER_OUTPUT,
  type AskedExploration,
  type AskedPartition,
  askedPartitionOf,
  type ExploreArguments,
} from './request.js';
import {
  distributionFields,
  explorationPaths,
  exploreInMemory,
  filesOf,
  type MemoryExploration,
  noteAntipodes,
  prepare,
  prepareInTurn,
  type WrittenExploration,
  writeExploration,
  writeResult,
} from './run.js';
import { ExplorationWatch, logOf, partText } from './run-watch.js';

/** The request of --all-goals: the board, with any goal, and the needs of each goal's exploration. */
interface AskedAllGoals {
  readonly source: BoardSpaceSource;
  readonly need: Need;
}

export async function exploreAllGoalsCommand(
  { source, need }: AskedAllGoals,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  const { output = DEFAULT_FOLDER, json: asJson, log: logPath } = options;
  const board = boardOfSource(source);
  const { metric } = source;
  const { table, antipodes } = need;
  const goalCells = orbitsOf(board).map((cells) => cells[cells.length - 1]);
  const search = planBoard(board, { metric, table, fresh: false }, need.threads, goalCells.length);
  const { threads, geometry } = search;
  const spaces = goalCells.map((goalCell) => boardFacts(geometry, goalCell, metric));
  const paths = spaces.map((facts) => explorationPaths(output, { engine: 'boards', facts, need }));
  // The first goal is the default one.
  const path = join(output, `${fileNameOf(spaces[0])}-all-goals.json`);
  const files = [...paths.flatMap(filesOf), path];
  if (!options.replace) {
    for (const [index, facts] of spaces.entries()) await refuseOthers(filesOf(paths[index]), facts, ANOTHER_OUTPUT);
    await refuseOthers([path], spaces[0], ANOTHER_OUTPUT);
  }
  prepare(new BoardEnginePlan(search, orderedPosition(board), need), output, files, io, goalCells.length);
  const log = logOf(logPath, files, io);

  const written: WrittenExploration[] = [];
  const nextWatch = () => {
    const part = { kind: 'goal', index: written.length, count: goalCells.length } as const;
    const goal = partText(part);
    const next = new ExplorationWatch({ io, log, part });
    next.endOnSignal(
      `${spaceName(board, lastCell(board), metric)}, ${goal}`,
      files,
      `stopped in ${goal}, which is not saved; earlier goals are in ${output}; --checkpoint <dir> saves progress for a single --goal`,
    );
    return next;
  };
  let watch = nextWatch();
  let exploration: AllGoalsExploration;
  try {
    exploration = await exploreAllGoals({
      board,
      metric,
      threads,
      table,
      antipodes,
      onEvent: (event) => watch.on(event),
      onExploration: async (one) => {
        watch.end();
        watch.complete = true;
        written.push(await writeExploration(one, paths[written.length], call, io));
        if (written.length < goalCells.length) watch = nextWatch();
      },
    });
  } finally {
    watch.end();
    log?.close();
  }
  endOnSignal(io, files);
  const provenance = provenanceOf(call, exploration.threads);
  const json = `${JSON.stringify({ ...resultOf(exploration, written), provenance })}\n`;
  const failure = await writeResult(path, json, io);
  if (asJson) {
    io.stdout.write(json);
  } else {
    const tables = written.filter((one) => one.table !== null).length;
    const results = written.filter((one) => one.result !== null).length;
    const files: [string, string][] = [];
    if (tables > 0) files.push(['tables', `${tables} in ${output}`]);
    if (results > 0) files.push(['results', `${results} in ${output}`]);
    if (failure === undefined) files.push(['all goals', path]);
    io.stdout.write(`${allGoalsText(exploration, files, columnsOf(io.stdout))}\n`);
  }
  const failures = [...written.map((one) => one.failure), failure].filter((cause) => cause !== undefined);
  if (failures.length > 0) throw failures[0];
}

/** Returns the blank's cell in the goal that a space's name leaves out. */
function lastCell({ cells }: Board): number {
  return cells - 1;
}

/** Returns the object that --json prints and the result file holds; docs/reference/result.md describes it. */
function resultOf(exploration: AllGoalsExploration, written: readonly WrittenExploration[]) {
  return {
    space: spaceName(exploration.board, lastCell(exploration.board), exploration.metric),
    metric: exploration.metric,
    goals: exploration.goals.map((one, index) => ({
      goal: one.starts[0],
      blankCells: one.blankCells,
      goalCount: one.goalCount,
      ...distributionFields(one),
      antipodes: one.antipodes,
      seconds: one.seconds,
      table: written[index].table,
    })),
    diameter: exploration.diameter,
    diameterPairCount: exploration.diameterPairCount,
    mean: exploration.mean,
    threads: exploration.threads,
    seconds: exploration.seconds,
  };
}

/** The explorations of all goals of a board, as text up to the width of the terminal, except for long paths. */

type Goals = AllGoalsExploration['goals'];

/**
 * Returns a line for each class of goals, their distributions side by side if they fit, and the figures of all pairs.
 * @param files kind and path of each written file
 * @param width characters of a line; by default unlimited
 */
export function allGoalsText(
  exploration: AllGoalsExploration,
  files: readonly (readonly [string, string])[],
  width?: number,
): string {
  const { board, metric, goals, diameter, diameterPairCount, mean, threads, seconds } = exploration;
  const distributions = distributionsText(
    goals.map(({ blankCells, histogram }) => [`blank on ${blankCells.at(-1)}`, histogram]),
    width,
  );
  const pairs = grouped(diameterPairCount);
  const facts: [string, string][] = [
    ['diameter', `${diameter}, between ${pairs} ordered pairs of positions`],
    ['mean distance', `${mean.toFixed(4)}, over all ordered pairs`],
    ['time', secondsText(seconds)],
    ['threads', String(threads)],
    ['memory', `${bytesText(goals[0].bytes)} of bitsets`],
    ...files.map(([what, path]): [string, string] => [what, path]),
  ];
  return [
    classesText(goals, width),
    ...(distributions === undefined ? [] : [distributions]),
    factsText(`${boardTitle(board, metric)}, all goals`, facts, width),
  ].join('\n\n');
}

/** Returns a line for each class of goals; `depth` is the maximum depth. */
function classesText(goals: Goals, width?: number): string {
  return columnsText(
    ['blank on cells', 'goals', 'depth', 'mean', 'antipodes', 'time'],
    goals.map((one) => [
      one.blankCells.join(' '),
      grouped(one.goalCount),
      String(one.maxDepth),
      one.mean.toFixed(4),
      grouped(one.antipodeCount),
      secondsText(one.seconds),
    ]),
    width,
  );
}

/** `antipode explore --partition`: explores all patterns of a partition in turn, each as `--pattern` does. */

/** An explored pattern. Its table is kept in the file only. */
interface ExploredPattern extends Omit<Exploration, 'table'> {
  readonly tiles: readonly number[];
  readonly written: WrittenExploration;
}

/** Explores the patterns of a partition, and prints them. @param text the board; undefined if an option names it */
export async function explorePartitionCommand(
  text: string | undefined,
  options: ExploreArguments & { readonly partition: string },
  call: Call,
  io: Io,
): Promise<void> {
  const asked = await askedPartitionOf(text, options);
  const plans = await planEach(asked.explorations);
  const patterns = await exploreEach(plans, asked, options, call, io);
  endOnSignal(io);
  if (options.json) {
    const result = partitionResult(asked, patterns);
    io.stdout.write(`${JSON.stringify({ ...result, provenance: provenanceOf(call, result.threads) })}\n`);
  } else {
    const title = `${asked.name}, goal ${formatPosition(asked.goal)}`;
    io.stdout.write(`${partitionText(title, patterns, filesText(patterns), columnsOf(io.stdout))}\n`);
  }
  const failed = patterns.find(({ written }) => written.failure !== undefined);
  if (failed !== undefined) throw failed.written.failure;
}

/** Plans each exploration. @throws as planRun, with all plans closed */
async function planEach(explorations: readonly AskedExploration[]): Promise<EnginePlan[]> {
  const plans: EnginePlan[] = [];
  try {
    for (const { source, need, only } of explorations) plans.push(await planRun(source, need, only));
    return plans;
  } catch (error) {
    for (const plan of plans) await plan.close();
    throw error;
  }
}

/** Explores each pattern, once all of them are known to fit in memory and on the disk. Closes the plans. */
async function exploreEach(
  plans: readonly EnginePlan[],
  asked: AskedPartition,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<ExploredPattern[]> {
  const { output = DEFAULT_FOLDER } = options;
  const { patterns } = asked.partition;
  const waiting = plans.map((plan) => ({ plan, paths: explorationPaths(output, plan) }));
  const files = waiting.flatMap(({ paths }) => filesOf(paths));
  const explored: ExploredPattern[] = [];
  try {
    for (const { plan, paths } of options.replace ? [] : waiting) {
      await refuseOthers(filesOf(paths), plan.facts, ANOTHER_OUTPUT);
    }
    const note = `, ${plans.length} patterns in turn`;
    prepareInTurn(plans, { name: asked.name, note }, output, files, io);
    const log = logOf(options.log, files, io);
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (explored.length > 0) await collectGarbage();
        const index = explored.length;
        const part = { kind: 'pattern', index, count: plans.length } as const;
        const advice = stopText(asked.partition, explored, output);
        explored.push(await exploreOne({ ...next, log, part, advice }, patterns[index], options, call, io));
      }
    } finally {
      log?.close();
    }
  } finally {
    for (const { plan } of waiting) await plan.close();
  }
  return explored;
}

/** Explores a pattern, and keeps no reference to its bitsets. */
async function exploreOne(
  exploration: MemoryExploration,
  tiles: readonly number[],
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<ExploredPattern> {
  const { exploration: explored, written } = await exploreInMemory(exploration, call, io);
  noteAntipodes(explored, written, options, io);
  const { table: _, ...lasting } = explored;
  return { ...lasting, tiles, written };
}

/** Returns the message for a signal that ends the exploration of the next pattern. */
function stopText({ patterns }: Partition, explored: readonly ExploredPattern[], output: string): string {
  const isSaved = (index: number) => explored[index] !== undefined && explored[index].written.failure === undefined;
  const [saved, missing] = [true, false].map((kind) =>
    patterns.filter((_, index) => isSaved(index) === kind).map((tiles) => tiles.join(' ')),
  );
  const kept = saved.length === 0 ? ', and nothing is saved' : `; saved in ${output}: ${saved.join(' / ')}`;
  return `stopped${kept}; missing: ${missing.join(' / ')}; --pattern explores a single pattern`;
}

/** Returns the kinds and the paths of the files that were written. */
function filesText(patterns: readonly ExploredPattern[]): [string, string][] {
  return (['table', 'result'] as const).flatMap((kind) => {
    const paths = patterns.map(({ written }) => written[kind]).filter((path) => path !== null);
    return paths.map((path, index): [string, string] => [index === 0 ? `${kind}s` : '', path]);
  });
}

/** Returns the object that --json prints; docs/reference/result.md describes it. */
function partitionResult({ board, goal, partition }: AskedPartition, patterns: readonly ExploredPattern[]) {
  return {
    space: spaceName(board, goal.indexOf(BLANK), PATTERN_METRIC),
    goal: formatPosition(goal),
    metric: PATTERN_METRIC,
    partition: partition.name,
    patterns: patterns.map(({ written: { found } }) => {
      const { provenance: _, ...result } = found;
      return result;
    }),
    threads: Math.max(...patterns.map(({ threads }) => threads)),
    seconds: patterns.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** The explorations of a partition's patterns, as text up to the width of the terminal, except for long paths. */

type ShownPattern = Pick<
  Exploration,
  'states' | 'notReached' | 'maxDepth' | 'mean' | 'histogram' | 'threads' | 'seconds' | 'bytes'
> & {
  readonly tiles: readonly number[];
};

/**
 * Returns a line for each pattern, their distributions side by side if they fit, and the figures of all patterns.
 * @param title the board and the partition
 * @param files kind and path of each written file
 * @param width characters of a line; by default unlimited
 */
export function partitionText(
  title: string,
  patterns: readonly ShownPattern[],
  files: readonly (readonly [string, string])[],
  width?: number,
): string {
  const columns = patterns.map(({ histogram }, index): [string, readonly number[]] => [
    `pattern ${index + 1}`,
    histogram,
  ]);
  const distributions = distributionsText(columns, width);
  const sum = (value: (pattern: ShownPattern) => number) =>
    patterns.reduce((total, pattern) => total + value(pattern), 0);
  const notReached = sum((pattern) => pattern.notReached);
  const facts: (readonly [string, string])[] = [
    ['states', grouped(sum(({ states }) => states))],
    ...(notReached > 0 ? ([['not reached', grouped(notReached)]] as const) : []),
    ['time', secondsText(sum(({ seconds }) => seconds))],
    ['threads', String(Math.max(...patterns.map(({ threads }) => threads)))],
    ['memory', `${bytesText(Math.max(...patterns.map(({ bytes }) => bytes)))} at a time`],
    ...files,
  ];
  return [
    patternsText(patterns, width),
    ...(distributions === undefined ? [] : [distributions]),
    factsText(title, facts, width),
  ].join('\n\n');
}

/** Returns a line for each pattern; `depth` is the maximum depth. */
function patternsText(patterns: readonly ShownPattern[], width?: number): string {
  return columnsText(
    ['pattern', 'tiles', 'states', 'depth', 'mean', 'time'],
    patterns.map(({ tiles, states, maxDepth, mean, seconds }, index) => [
      String(index + 1),
      tiles.join(' '),
      grouped(states),
      String(maxDepth),
      mean.toFixed(4),
      secondsText(seconds),
    ]),
    width,
  );
}

/** Garbage collection between explorations. */

/**
 * Frees unreferenced memory, in about 50 ms. V8 does not count shared memory, so it would keep the bitsets of every exploration:
 * 3.4 GB instead of 1.2 GB for three patterns of 7 tiles of 5x5. The inspector is the only documented access to the garbage collector
 * of a process that was started without flags.
 * @throws Error if Node was built without the inspector
 */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error === null ? resolve() : reject(error)));
    });
  } finally {
    session.disconnect();
  }
}
