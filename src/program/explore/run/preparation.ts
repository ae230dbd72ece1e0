/** Checks before a run: the memory, the output folder, and the disk. */

import { checkMemory, freeMemory, MemoryError } from '../../../base/memory.js';
import type { EnginePlan } from '../../../engines/engine.js';
import { announceMemory } from '../../arguments/memory.js';
import { checkOutput } from '../../arguments/output-folder.js';
import type { Io } from '../../process/io.js';
import { endOnSignal } from '../../process/signals.js';

/** Size of a table with its checksums, which add about a thousandth; rounded up. */
const WITH_CHECKSUMS = 1.01;

/** Returns the bytes of a run's table on the disk; 0 if it makes none. */
export function bytesOnDisk({ tableBytes }: EnginePlan): number {
  return tableBytes * WITH_CHECKSUMS;
}

/**
 * Checks the memory, and that all files can be written, before anything is enumerated. Prints the needs on standard error. Afterwards
 * Ctrl-C leaves no half-written file.
 * @param folder the folder of the results
 * @param paths all files that will be written
 * @param goals number of goals, which are explored in turn in the same memory, with a table each
 * @throws InputError, MemoryError; Error if the disk has too little free space
 */
export function prepare(plan: EnginePlan, folder: string, paths: readonly string[], io: Io, goals = 1): void {
  const { facts, reached, threads, needs, held } = plan;
  // A board's label leaves out the goal, but the file names of the general engine include it.
  const name = facts.source.kind === 'board' && plan.engine !== 'claims' ? plan.label : facts.name;
  checkRun(name, plan, goals === 1 ? '--plan' : '--plan without --all-goals');
  endOnSignal(io, paths);
  checkOutput(folder, paths, goals * bytesOnDisk(plan), 'choose another --output, or --no-table');
  const note = goals === 1 ? '' : `, ${goals} goals in turn`;
  announceMemory({ name, states: facts.size, reached, ...needs, threads, held, note }, io);
}

/**
 * Does the same for several runs in turn, each with its own memory.
 * @param name common name of the runs
 * @param note number of runs, in words
 * @throws as prepare
 */
export function prepareInTurn(
  plans: readonly EnginePlan[],
  { name, note }: { readonly name: string; readonly note: string },
  folder: string,
  paths: readonly string[],
  io: Io,
): void {
  for (const plan of plans) checkRun(plan.facts.name, plan, '--plan');
  endOnSignal(io, paths);
  const tableBytes = plans.reduce((sum, plan) => sum + bytesOnDisk(plan), 0);
  checkOutput(folder, paths, tableBytes, 'choose another --output, or --no-table');
  const { needs, threads, held } = plans.reduce((most, plan) => (plan.needs.bytes > most.needs.bytes ? plan : most));
  const states = plans.reduce((sum, { facts }) => sum + facts.size, 0);
  announceMemory({ name, ...needs, states, threads, held, note }, io);
}

/** Checks that a run fits in memory. @param planning the options that plan the run @throws MemoryError with advice */
function checkRun(name: string, plan: EnginePlan, planning: string): void {
  const { needs, threads, held } = plan;
  try {
    checkMemory(name, needs, threads, freeMemory(), held);
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause;
    throw new MemoryError(`${cause.message}; ${planning} prints the needs, and ${insteadOf(plan)}`, { cause });
  }
}

/** Returns advice for a run that does not fit in memory. */
function insteadOf({ engine, facts, need }: EnginePlan): string {
  if (facts.source.kind !== 'pattern') return 'antipode solve finds single solutions without exploring';
  const half = need.table && engine === 'patterns' ? '; --no-table halves it' : '';
  return `a pattern of fewer tiles needs less memory${half}`;
}

/**
 * Does the work that precedes a run.
 * @throws whatever `work` throws, after closing the plan
 */
export async function beforeRun<Outcome>(plan: EnginePlan, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    await plan.close();
    throw error;
  }
}
