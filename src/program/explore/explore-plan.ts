/** `antipode explore --plan`: the memory, disk space and time that a space, or a partition's patterns, would take on this machine. */

import { inTurn } from '../../plan/exploration-plan.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { Io } from '../process/io.js';
import { partitionPlanText } from '../terminal/plans/partition-plan-text.js';
import { planText } from '../terminal/plans/plan-text.js';
import { columnsOf } from '../terminal/width.js';
import { askedOf, askedPartitionOf } from './asked-exploration.js';
import { circumstancesOf, type PlanCircumstances, type PlannedExploration, planAsked } from './planned-exploration.js';
import type { ExploreArguments } from './run/explore-arguments.js';

/**
 * @param text a board, or another space; undefined if an option names it
 * @throws InputError if the space does not exist, or an option is wrong; as EnginePlan.estimate
 */
export async function planCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const circumstances = circumstancesOf(options);
  const { partition } = options;
  if (partition !== undefined) return planPartition(text, { ...options, partition }, circumstances, io);
  // Both stores are planned, so options of either are allowed.
  const { store, work, memory, checkpoint, checkpointEvery: _, ...asked } = options;
  const { told, result } = await planAsked(await askedOf(text, asked), circumstances, io);
  io.stdout.write(`${options.json ? JSON.stringify(result) : planText(told, columnsOf(io.stdout))}\n`);
}

async function planPartition(
  text: string | undefined,
  options: ExploreArguments & { readonly partition: string },
  circumstances: PlanCircumstances,
  io: Io,
): Promise<void> {
  const { name, goal, partition, explorations } = await askedPartitionOf(text, options);
  const inMemory: PlanCircumstances = { ...circumstances, stores: ['memory'] };
  const planned: PlannedExploration[] = [];
  for (const asked of explorations) planned.push(await planAsked(asked, inMemory, io));
  const memory = inTurn(planned.map(({ told }) => told.plan.memory));
  const starts = formatPosition(goal);
  if (options.json) {
    const patterns = planned.map(({ result }) => result);
    io.stdout.write(`${JSON.stringify({ partition: partition.name, goal: starts, patterns, memory })}\n`);
    return;
  }
  const patterns = planned.map(({ told }, index) => ({ ...told, tiles: partition.patterns[index] }));
  io.stdout.write(`${partitionPlanText({ title: name, goal: starts, patterns, memory }, columnsOf(io.stdout))}\n`);
}
