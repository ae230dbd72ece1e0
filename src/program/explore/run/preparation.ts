/** What must be in order before a run begins: the memory, the folder, and the disk. */

import { checkMemory, freeMemory, MemoryError } from '../../../base/memory.js';
import type { EnginePlan } from '../../../engines/engine.js';
import { announceMemory } from '../../arguments/memory.js';
import { checkOutput } from '../../arguments/output-folder.js';
import type { Io } from '../../process/io.js';
import { endOnSignal } from '../../process/signals.js';

/** Checksums take a thousandth of a table's bytes; rounded up. */
const WITH_CHECKSUMS = 1.01;

/** Returns the bytes of a run's table on a disk; 0 if none is made. */
export function bytesOnDisk({ tableBytes }: EnginePlan): number {
  return tableBytes * WITH_CHECKSUMS;
}

/**
 * Checks that there is memory, and that all files can be written, before anything is enumerated; says on standard error what
 * is needed. From now on Ctrl-C leaves no half-written file.
 * @param folder of the results
 * @param paths of all files that will be written
 * @param goals how many the run is repeated for, in the same memory; each has a table
 * @throws InputError, MemoryError; Error if the disk has not the space
 */
export function prepare(plan: EnginePlan, folder: string, paths: readonly string[], io: Io, goals = 1): void {
  const { facts, reached, threads, needs, held } = plan;
  // The label leaves out a board's goal, and the files of the general engine carry it.
  const name = facts.source.kind === 'board' && plan.engine !== 'claims' ? plan.label : facts.name;
  checkRun(name, plan, goals === 1 ? '--plan' : '--plan without --all-goals');
  endOnSignal(io, paths);
  checkOutput(folder, paths, goals * bytesOnDisk(plan), 'choose another --output, or --no-table');
  const note = goals === 1 ? '' : `, ${goals} goals in turn`;
  announceMemory({ name, states: facts.size, reached, ...needs, threads, held, note }, io);
}

/**
 * Does the same for runs one after the other, each in memory of its own.
 * @param name of all of them together
 * @param note the number of runs, in words
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

/** Checks that there is memory for a run. @param planning the options that plan it @throws MemoryError that also says what to do instead */
function checkRun(name: string, plan: EnginePlan, planning: string): void {
  const { needs, threads, held } = plan;
  try {
    checkMemory(name, needs, threads, freeMemory(), held);
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause;
    throw new MemoryError(`${cause.message}; ${planning} says what it takes, and ${insteadOf(plan)}`, { cause });
  }
}

/** Returns what helps if there is too little memory for a run. */
function insteadOf({ engine, facts, need }: EnginePlan): string {
  if (facts.source.kind !== 'pattern') return 'antipode solve finds single solutions without exploring';
  const half = need.table && engine === 'patterns' ? '; --no-table halves it' : '';
  return `a pattern of fewer tiles needs less memory${half}`;
}

/**
 * Does what comes before a run.
 * @throws what `work` throws, with the plan closed
 */
export async function beforeRun<Outcome>(plan: EnginePlan, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    await plan.close();
    throw error;
  }
}
