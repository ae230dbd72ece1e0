/** Explorations in turn: every goal of a board (`--all-goals`), or all patterns of a partition (`--partition`), and their results. */

import { join } from 'node:path';
import { bytesText, grouped, secondsText } from '../../base/text.js';
import type { EnginePlan, PlanRequest } from '../../engines/engine.js';
import { type AllGoalsExploration, goalClasses } from '../../runs/all-goals.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { planRun } from '../../runs/exploration/exploration.js';
import type { BoardSpaceSource } from '../../space/space.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import { boardOfSource, PATTERN_METRIC, spaceName } from '../../spaces/board-facts.js';
import { fileNameOf } from '../../spaces/names.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { boardTitle, distributionsText } from '../terminal/distribution-text.js';
import { columnsOf, columnsText, type FactLine, factsText } from '../terminal/layout.js';
import { type Io, provenanceOf } from '../terminal/process.js';
import { type ExploreRequest, type PartitionRequest, readPartitionRequest } from './request.js';
import { distributionFields, type FinishedJob, type Series, writeResult } from './run.js';

const IN_MEMORY = { kind: 'memory' } as const;

/** Returns the explorations of every goal of a board, up to symmetry. @param source the board, with any goal */
export function allGoalsSeries(
  source: BoardSpaceSource,
  request: PlanRequest,
  { output = DEFAULT_FOLDER, json: asJson }: ExploreArguments,
  io: Io,
): Series {
  const board = boardOfSource(source);
  const { metric } = source;
  const classes = goalClasses(board, metric, request);
  const jobs = classes.plans.map((plan, index) => ({
    plan,
    output,
    store: IN_MEMORY,
    explore: (onEvent: Parameters<typeof classes.explore>[1]) => classes.explore(index, onEvent),
  }));
  const name = spaceName(board, board.cells - 1, metric);
  // The first goal is the default one.
  const summary = join(output, `${fileNameOf(classes.plans[0].facts)}-all-goals.json`);
  return {
    jobs,
    kind: 'goal',
    name,
    summary,
    advice: (finished) =>
      `stopped in goal ${finished.length + 1} of ${jobs.length}, which is not saved; earlier goals are in ${output}; --checkpoint <dir> saves progress for a single --goal`,
    async print(finished) {
      classes.end();
      const exploration = classes.all(finished);
      const provenance = provenanceOf(io, exploration.threads);
      const json = `${JSON.stringify({ ...allGoalsResult(name, exploration, finished), provenance })}\n`;
      const failure = await writeResult(summary, json, io);
      if (asJson) {
        io.stdout.write(json);
        return failure;
      }
      const files = (['table', 'result'] as const).flatMap((kind): FactLine[] => {
        const count = finished.filter(({ written }) => written[kind] !== null).length;
        return count === 0 ? [] : [[`${kind}s`, `${count} in ${output}`]];
      });
      if (failure === undefined) files.push(['all goals', summary]);
      io.stdout.write(`${allGoalsText(exploration, files, columnsOf(io.stdout))}\n`);
      return failure;
    },
  };
}

/** Returns the object that --json prints and the result file holds; docs/reference/result.md describes it. */
function allGoalsResult(space: string, exploration: AllGoalsExploration, finished: readonly FinishedJob[]) {
  const { metric, goals, diameter, diameterPairCount, mean, threads, seconds } = exploration;
  return {
    space,
    metric,
    goals: goals.map((one, index) => ({
      goal: one.starts[0],
      blankCells: one.blankCells,
      goalCount: one.goalCount,
      ...distributionFields(one),
      antipodes: one.antipodes,
      seconds: one.seconds,
      table: finished[index].written.table,
    })),
    diameter,
    diameterPairCount,
    mean,
    threads,
    seconds,
  };
}

/**
 * Returns the explorations of a partition's patterns, each as `--pattern` makes it.
 * @param text the board; undefined if an option names it
 * @param named the partition
 * @throws InputError if the partition or an option is wrong; as planRun, with all plans closed
 */
export async function partitionSeries(
  text: string | undefined,
  named: string,
  options: ExploreArguments,
  io: Io,
): Promise<Series> {
  const request = await readPartitionRequest(text, named, options);
  const { name, goal, partition, explorations } = request;
  const { output = DEFAULT_FOLDER, json } = options;
  const plans = await planEach(explorations);
  const tiles = (patterns: readonly (readonly number[])[]) => patterns.map((each) => each.join(' ')).join(' / ');
  return {
    jobs: plans.map((plan) => ({ plan, output, store: IN_MEMORY })),
    kind: 'pattern',
    name,
    advice(finished) {
      const isSaved = (index: number) => finished[index] !== undefined && finished[index].written.failure === undefined;
      const saved = tiles(partition.patterns.filter((_, index) => isSaved(index)));
      const missing = tiles(partition.patterns.filter((_, index) => !isSaved(index)));
      const kept = saved === '' ? ', and nothing is saved' : `; saved in ${output}: ${saved}`;
      return `stopped${kept}; missing: ${missing}; --pattern explores a single pattern`;
    },
    async print(finished) {
      if (json) {
        const result = partitionResult(request, finished);
        io.stdout.write(`${JSON.stringify({ ...result, provenance: provenanceOf(io, result.threads) })}\n`);
        return undefined;
      }
      const patterns = finished.map((job, index) => ({ ...job, tiles: partition.patterns[index] }));
      const files = (['table', 'result'] as const).flatMap((kind) => {
        const paths = finished.map(({ written }) => written[kind]).filter((path) => path !== null);
        return paths.map((path, index): FactLine => [index === 0 ? `${kind}s` : '', path]);
      });
      const title = `${name}, goal ${formatPosition(goal)}`;
      io.stdout.write(`${partitionText(title, patterns, files, columnsOf(io.stdout))}\n`);
      return undefined;
    },
  };
}

/** Plans each exploration. @throws as planRun, with all plans closed */
async function planEach(explorations: readonly ExploreRequest[]): Promise<EnginePlan[]> {
  const plans: EnginePlan[] = [];
  try {
    for (const { source, request, only } of explorations) plans.push(await planRun(source, request, only));
    return plans;
  } catch (error) {
    for (const plan of plans) await plan.close();
    throw error;
  }
}

/** Returns the object that --json prints; docs/reference/result.md describes it. */
function partitionResult({ board, goal, partition }: PartitionRequest, finished: readonly FinishedJob[]) {
  return {
    space: spaceName(board, goal.indexOf(BLANK), PATTERN_METRIC),
    goal: formatPosition(goal),
    metric: PATTERN_METRIC,
    partition: partition.name,
    patterns: finished.map(({ written: { found } }) => {
      const { provenance: _, ...result } = found;
      return result;
    }),
    threads: Math.max(...finished.map(({ threads }) => threads)),
    seconds: finished.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/* The text of a series. */

/**
 * Returns a line for each exploration, their distributions side by side under their names if they fit, and the figures of all.
 * @param columns heads and cells of the lines
 */
function seriesText<One extends Pick<Exploration, 'histogram'>>(
  all: readonly One[],
  columns: readonly (readonly [head: string, cell: (one: One, index: number) => string])[],
  nameOf: (one: One, index: number) => string,
  title: string,
  facts: readonly FactLine[],
  width: number | undefined,
): string {
  const head = columns.map(([name]) => name);
  const rows = all.map((one, index) => columns.map(([, cell]) => cell(one, index)));
  const distributions = all.map((one, index) => [nameOf(one, index), one.histogram] as const);
  const sections = [columnsText(head, rows, width), distributionsText(distributions, width)];
  return [...sections, factsText(title, facts, width)].filter((section) => section !== undefined).join('\n\n');
}

/**
 * Returns all goals as text. `depth` is the maximum depth.
 * @param files kind and path of each written file
 * @param width characters of a line; by default unlimited
 */
export function allGoalsText(exploration: AllGoalsExploration, files: readonly FactLine[], width?: number): string {
  const { board, metric, goals, diameter, diameterPairCount, mean, threads, seconds } = exploration;
  const facts: FactLine[] = [
    ['diameter', `${diameter}, between ${grouped(diameterPairCount)} ordered pairs of positions`],
    ['mean distance', `${mean.toFixed(4)}, over all ordered pairs`],
    ['time', secondsText(seconds)],
    ['threads', String(threads)],
    ['memory', `${bytesText(goals[0].bytes)} of bitsets`],
    ...files,
  ];
  return seriesText(
    goals,
    [
      ['blank on cells', ({ blankCells }) => blankCells.join(' ')],
      ['goals', ({ goalCount }) => grouped(goalCount)],
      ['depth', ({ maxDepth }) => String(maxDepth)],
      ['mean', (one) => one.mean.toFixed(4)],
      ['antipodes', ({ antipodeCount }) => grouped(antipodeCount)],
      ['time', (one) => secondsText(one.seconds)],
    ],
    ({ blankCells }) => `blank on ${blankCells.at(-1)}`,
    `${boardTitle(board, metric)}, all goals`,
    facts,
    width,
  );
}

type ShownPattern = Pick<
  Exploration,
  'states' | 'notReached' | 'maxDepth' | 'mean' | 'histogram' | 'threads' | 'seconds' | 'bytes'
> & { readonly tiles: readonly number[] };

/**
 * Returns the patterns of a partition as text. `depth` is the maximum depth.
 * @param title the board and the partition
 * @param files kind and path of each written file
 * @param width characters of a line; by default unlimited
 */
export function partitionText(
  title: string,
  patterns: readonly ShownPattern[],
  files: readonly FactLine[],
  width?: number,
): string {
  const sum = (value: (pattern: ShownPattern) => number) => patterns.reduce((total, one) => total + value(one), 0);
  const most = (value: (pattern: ShownPattern) => number) => Math.max(...patterns.map(value));
  const notReached = sum((pattern) => pattern.notReached);
  const facts: FactLine[] = [
    ['states', grouped(sum(({ states }) => states))],
    notReached > 0 && ['not reached', grouped(notReached)],
    ['time', secondsText(sum(({ seconds }) => seconds))],
    ['threads', String(most(({ threads }) => threads))],
    ['memory', `${bytesText(most(({ bytes }) => bytes))} at a time`],
    ...files,
  ];
  return seriesText(
    patterns,
    [
      ['pattern', (_, index) => String(index + 1)],
      ['tiles', ({ tiles }) => tiles.join(' ')],
      ['states', ({ states }) => grouped(states)],
      ['depth', ({ maxDepth }) => String(maxDepth)],
      ['mean', ({ mean }) => mean.toFixed(4)],
      ['time', ({ seconds }) => secondsText(seconds)],
    ],
    (_, index) => `pattern ${index + 1}`,
    title,
    facts,
    width,
  );
}
