/** `antipode explore --queue`: begins a run whose portions are made by workers, or resumes the run in the folder. */

import { InputError } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan, Need } from '../../engines/engine.js';
import { planDisk } from '../../runs/disk-plan.js';
import { readSavedRun, type SavedRun } from '../../runs/exploration/saved-run.js';
import { planRun } from '../../runs/explore.js';
import { planOfSaved } from '../../runs/resumed-run.js';
import type { SpaceSource } from '../../space/space.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import { type Call, withoutPassword } from '../terminal/call.js';
import type { Io } from '../terminal/process.js';
import { exploreLasting } from './lasting-run.js';
import type { ExploreArguments, SharedStore } from './request.js';
import { explorationPaths } from './run.js';
import { boardText, outputOf } from './saved-run.js';
import { SharedQueue } from './shared-queue.js';

/** The request of a shared run. */
interface AskedSharing {
  readonly source: SpaceSource;
  readonly need: Need;
  readonly store: SharedStore;
}

export async function exploreShared(
  { source, need, store }: AskedSharing,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  const { folder, url } = store;
  const saved = await readSavedRun(folder);
  if (saved !== undefined) checkSameRequest(saved, { source, need }, folder);
  const queue = new SharedQueue({ url, program: call.version });
  const { signal } = queue;
  const plan =
    saved === undefined
      ? await planRun(source, { ...need, signal })
      : await planOfSaved(saved, folder, { threads: need.threads, signal });
  const output = saved === undefined ? (options.output ?? DEFAULT_FOLDER) : outputOf(saved, options.output);
  const paths = explorationPaths(output, plan);
  const memory = store.memory ?? modestMemory(plan);
  const lasting = { plan, store: { kind: 'disk', folder, memory, queue }, output, paths, saved } as const;
  await exploreLasting(lasting, options, withoutPassword(call, url), io);
}

/** Bytes that the coordinator uses by default: it only makes layers of a few portions. */
const MODEST_MEMORY = 500e6;

/** Returns the bytes that the coordinator uses by default: MODEST_MEMORY, or its minimum if that is more. */
function modestMemory(plan: EnginePlan): number {
  if (!(plan instanceof BoardEnginePlan)) return MODEST_MEMORY;
  const { search, need, threads } = plan;
  const first = need.first;
  const staging = { table: need.table, memory: MODEST_MEMORY, threads, first, shared: true, orLeast: true };
  return Math.max(MODEST_MEMORY, planDisk(search.geometry.board, staging).memoryBytes);
}

/** @throws InputError if the folder holds another run than the requested one */
function checkSameRequest(
  { facts, store, table, antipodes }: SavedRun,
  { source, need }: Omit<AskedSharing, 'store'>,
  folder: string,
): void {
  if (store !== 'disk') {
    throw new InputError(`${folder} holds the checkpoint of a run in memory: name another folder with --work`);
  }
  const found = phrasesOf(facts.source, table, antipodes);
  const asked = phrasesOf(source, need.table, need.antipodes);
  const other = found.findIndex((phrase, index) => phrase !== asked[index]);
  if (other < 0) return;
  throw new InputError(
    `${folder} holds a run ${found[other]}, but the command asks for one ${asked[other]}: repeat the command that began it, or name another folder`,
  );
}

/** Returns the properties that determine the files of a run, in words. */
function phrasesOf(source: SpaceSource, table: boolean, antipodes: number | undefined): readonly string[] {
  const board = source.kind === 'board' ? boardText(boardOfSource(source)) : source.kind;
  const goal = source.kind === 'board' ? source.goal : 'none';
  return [
    `of ${board}`,
    `with the goal ${goal}`,
    `with${table ? '' : 'out'} a table`,
    `that lists ${antipodes} antipodes`,
  ];
}
