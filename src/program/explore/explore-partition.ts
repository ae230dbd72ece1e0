/** `antipode explore --partition`: all patterns of a partition, one after the other, as `--pattern` explores each of them. */

import type { EnginePlan } from '../../engines/engine.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { planRun } from '../../runs/explore.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import { spaceName } from '../../spaces/board/space/board-facts.js';
import type { Partition } from '../../spaces/pattern/partition.js';
import { PATTERN_METRIC } from '../../spaces/pattern/space/pattern-facts.js';
import { refuseOthers } from '../arguments/other-spaces.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { type Call, provenanceOf } from '../process/call.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { partitionText } from '../terminal/partition-text.js';
import { columnsOf } from '../terminal/width.js';
import { type AskedExploration, type AskedPartition, askedPartitionOf } from './asked-exploration.js';
import { explorationPaths, filesOf, noteAntipodes, type WrittenExploration } from './run/exploration-files.js';
import { logOf } from './run/exploration-watch.js';
import { ANOTHER_OUTPUT, type ExploreArguments } from './run/explore-arguments.js';
import { collectGarbage } from './run/garbage.js';
import { exploreInMemory, type MemoryExploration } from './run/memory-exploration.js';
import { prepareInTurn } from './run/preparation.js';

/** A pattern whose exploration is over. Its table is kept in the file alone. */
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
    const result = resultOf(asked, patterns);
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

/** Explores each pattern, after it is known that all of them can be explored and written. Afterwards the plans are closed. */
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

/** Explores a pattern. Afterwards nothing refers to its bitsets. */
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

/** Returns what is said if a signal ends the exploration of the next pattern. */
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
function resultOf({ board, goal, partition }: AskedPartition, patterns: readonly ExploredPattern[]) {
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
