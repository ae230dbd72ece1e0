/** `antipode explore --queue`: begins a run whose portions are made by workers, or resumes the run in the folder. */

import { InputError } from '../../base/input-error.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import type { EnginePlan, Need } from '../../engines/engine.js';
import { planDisk } from '../../plan/disk-plan.js';
import { planRun } from '../../runs/explore.js';
import { planOfSaved } from '../../runs/resume-exploration.js';
import type { SavedRun } from '../../runs/saved/manifest.js';
import { readSavedRun } from '../../runs/saved/saved-run.js';
import type { SpaceSource } from '../../space/space-source.js';
import { boardOfSource } from '../../spaces/board/space/board-facts.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { type Call, withoutPassword } from '../process/call.js';
import type { Io } from '../process/io.js';
import { boardText, outputOf } from './resume-options.js';
import { explorationPaths } from './run/exploration-files.js';
import type { ExploreArguments } from './run/explore-arguments.js';
import { exploreLasting } from './run/lasting-exploration.js';
import { SharedQueue } from './run/shared-queue.js';
import type { SharedStore } from './run/store-options.js';

/** The request of a shared run. */
export interface AskedSharing {
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
